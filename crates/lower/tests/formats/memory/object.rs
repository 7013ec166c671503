//! Sections of object files: ELF of 32 and 64 bits in both byte orders, and COFF.

struct Numbers<'b> {
    bytes: &'b [u8],
    is_big: bool,
}

impl Numbers<'_> {
    fn at(&self, at: usize, width: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at + width)?;
        let step = |number, byte: &u8| number << 8 | usize::from(*byte);
        Some(if self.is_big { bytes.iter().fold(0, step) } else { bytes.iter().rev().fold(0, step) })
    }
}

/// Returns the bytes of the section with a name of up to seven characters.
pub fn section<'b>(bytes: &'b [u8], name: &str) -> Option<&'b [u8]> {
    let name = format!("{name}\0");
    if bytes.starts_with(b"\x7fELF") { elf(bytes, name.as_bytes()) } else { coff(bytes, name.as_bytes()) }
}

fn elf<'b>(bytes: &'b [u8], wanted: &[u8]) -> Option<&'b [u8]> {
    let numbers = Numbers { bytes, is_big: bytes[5] == 2 };
    let is_wide = bytes[4] == 2;
    let (table, counts, word) = if is_wide { (0x28, 0x3a, 8) } else { (0x20, 0x2e, 4) };
    let table = numbers.at(table, word)?;
    let (size, count, names) = (numbers.at(counts, 2)?, numbers.at(counts + 2, 2)?, numbers.at(counts + 4, 2)?);
    let place = |index: usize| {
        let at = table + index * size + 8 + 2 * word;
        Some((numbers.at(at, word)?, numbers.at(at + word, word)?))
    };
    let (names, _) = place(names)?;
    let of_name = |index: &usize| {
        let name = names + numbers.at(table + index * size, 4)?;
        bytes.get(name..)?.starts_with(wanted).then_some(())
    };
    let (at, len) = place((0..count).find(|index| of_name(index).is_some())?)?;
    bytes.get(at..at + len)
}

fn coff<'b>(bytes: &'b [u8], wanted: &[u8]) -> Option<&'b [u8]> {
    let numbers = Numbers { bytes, is_big: false };
    let first = 20 + numbers.at(16, 2)?;
    let headers = (0..numbers.at(2, 2)?).map(|index| first + 40 * index);
    let mut found = headers.filter(|at| bytes.get(*at..).is_some_and(|header| header.starts_with(wanted)));
    let at = found.next()?;
    let (len, place) = (numbers.at(at + 16, 4)?, numbers.at(at + 20, 4)?);
    bytes.get(place..place + len)
}
