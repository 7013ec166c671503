use super::{Cursor, Output};
use crate::ErrorCode;

/// The tenth byte holds only the 64th bit.
const LAST_SHIFT: u32 = 63;

/// Reads a base-128 varint, least significant group first: at most 64 bits in 10 bytes.
#[inline]
pub fn read_varint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    match cursor.peek() {
        Some(byte) if byte < 0x80 => {
            cursor.pos += 1;
            Ok(u64::from(byte))
        }
        _ => read_long_varint(cursor),
    }
}

/// The most bytes of a varint.
pub(crate) const LONGEST: usize = 10;

/// The most bytes of a varint of 32 bits.
pub(crate) const SHORT: usize = 5;

/// Reads a varint of at most [`SHORT`] bytes.
#[inline]
pub fn read_short_varint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let Some(five) = cursor.rest().get(..SHORT) else {
        return read_varint(cursor);
    };
    if five.iter().all(|byte| *byte >= 0x80) {
        return Err(ErrorCode::Overlong);
    }
    read_varint(cursor)
}

fn read_long_varint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let Some(eight) = cursor.rest().first_chunk() else {
        return read_groups(cursor, 0, 0);
    };
    let word = u64::from_le_bytes(*eight);
    let last = !word & CONTINUES;
    if last == 0 {
        return read_groups(cursor, 8, joined(word));
    }
    cursor.pos += last.trailing_zeros() as usize / 8 + 1;
    // Keeps the bits up to the highest one of the last byte.
    Ok(joined(word & (last ^ (last - 1))))
}

/// Continues a varint of which `before` bytes have been read, with the value so far.
fn read_groups(cursor: &mut Cursor<'_>, before: usize, mut value: u64) -> Result<u64, ErrorCode> {
    let groups = cursor.rest().iter().zip((0..=LAST_SHIFT).step_by(7)).enumerate();
    for (index, (&byte, shift)) in groups.skip(before) {
        if shift == LAST_SHIFT && byte > 1 {
            return Err(ErrorCode::Overlong);
        }
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            cursor.pos += index + 1;
            return Ok(value);
        }
    }
    Err(ErrorCode::Truncated)
}

/// The continuation bits of eight bytes.
const CONTINUES: u64 = 0x8080_8080_8080_8080;

/// Combines the low seven bits of eight bytes, joining neighbours three times.
fn joined(word: u64) -> u64 {
    let pairs = (word & 0x007f_007f_007f_007f) | (word & 0x7f00_7f00_7f00_7f00) >> 1;
    let quads = (pairs & 0x0000_3fff_0000_3fff) | (pairs & 0x3fff_0000_3fff_0000) >> 2;
    (quads & 0x0fff_ffff) | (quads & 0x0fff_ffff_0000_0000) >> 4
}

/// The inverse of [`joined`], for 56 bits.
fn spread(value: u64) -> u64 {
    let quads = (value & 0x0fff_ffff) | (value & 0x00ff_ffff_f000_0000) << 4;
    let pairs = (quads & 0x0000_3fff_0000_3fff) | (quads & 0x0fff_c000_0fff_c000) << 2;
    (pairs & 0x007f_007f_007f_007f) | (pairs & 0x3f80_3f80_3f80_3f80) << 1
}

/// Returns the size of a number's varint, 1 to 10 bytes.
#[inline]
pub fn varint_size(value: u64) -> usize {
    // ceil(bits / 7) for 1 to 64 bits, without a division.
    let bits = 64 - (value | 1).leading_zeros() as usize;
    (bits * 9 + 64) / 64
}

/// Appends the shortest varint of a number.
#[inline]
pub fn write_varint(value: u64, out: &mut impl Output) {
    if value < 0x80 {
        out.append_byte(value as u8);
    } else {
        write_long_varint(value, out);
    }
}

fn write_long_varint(value: u64, out: &mut impl Output) {
    let size = varint_size(value);
    let before_last = CONTINUES >> (64 - 8 * (size - 1).min(8));
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&(spread(value) | before_last).to_le_bytes());
    // The highest bit of a number of ten bytes is both its tenth group and the ninth byte's continuation bit.
    bytes[8..].copy_from_slice(&[(value >> 56) as u8, 1]);
    out.append_start(&bytes, size);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::prelude::v1::*;
    use std::vec;

    /// Writes a varint group by group.
    fn written(mut value: u64) -> Vec<u8> {
        let mut out = Vec::new();
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
        out
    }

    fn read(bytes: &[u8]) -> (Result<u64, ErrorCode>, usize) {
        let mut cursor = Cursor::new(bytes);
        (read_varint(&mut cursor), cursor.pos)
    }

    fn numbers() -> impl Iterator<Item = u64> {
        let edges = (0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) | 1]);
        let mixed = (0..64u32).map(|bits| 0x9e37_79b9_7f4a_7c15u64.rotate_left(bits) >> bits);
        edges.chain(mixed).chain([u64::MAX])
    }

    #[test]
    fn numbers_round_trip_regardless_of_what_follows() {
        for number in numbers() {
            let mut bytes = b"before".to_vec();
            write_varint(number, &mut bytes);
            let bytes = &bytes[6..];
            assert_eq!((bytes, bytes.len()), (&*written(number), varint_size(number)), "{number}");
            for behind in 0..10 {
                let followed = [bytes, &vec![0xff; behind]].concat();
                assert_eq!(read(&followed), (Ok(number), bytes.len()), "{number}");
            }
            for len in 0..bytes.len() {
                assert_eq!(read(&bytes[..len]).0, Err(ErrorCode::Truncated), "{number} in {len} bytes");
            }
        }
    }

    #[test]
    fn overlong_forms_are_read_unless_too_long() {
        assert_eq!(read(b"\x81\x80\x80\x00"), (Ok(1), 4));
        assert_eq!(read(b"\x81\x80\x80\x80\x80\x80\x80\x80\x80\x00"), (Ok(1), 10));
        assert_eq!(read(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").0, Ok(u64::MAX));
        for tail in [b"\x02", b"\x80", b"\x81"] {
            let bytes = [&[0xff; 9], &tail[..]].concat();
            assert_eq!(read(&bytes).0, Err(ErrorCode::Overlong), "{tail:?}");
        }
    }
}
