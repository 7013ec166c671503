//! XML documents in encodings other than UTF-8 (XML 1.0, section 4.3.3 and appendix F).

use crate::Error;
use crate::read::whole;
use std::io::Read;

/// A declaration that is longer is not looked at.
const LONGEST_DECLARATION: usize = 256;

/// Reads a document, the whole rest of the stream, as UTF-8. Documents in UTF-16 begin with a byte order mark, or with `<`; those in
/// ISO 8859-1 say so in their declaration. What a declaration says about another encoding than UTF-8 becomes spaces, so that positions
/// count the characters of the document. Documents in encodings that are not known are left as they are.
pub fn read_document(reader: &mut impl Read, limit: u64, document: &mut Vec<u8>) -> Result<(), Error> {
    whole(reader, limit, document)?;
    let text = match encoding_of(document) {
        Encoding::Unchanged => return Ok(()),
        Encoding::Latin1 => Ok(document.iter().map(|byte| char::from(*byte)).collect()),
        Encoding::Utf16(number) => utf16(document, number),
    };
    let mut text: String = text?;
    if let Some(said) = declared(text.as_bytes()) {
        let spaces = " ".repeat(said.len());
        text.replace_range(said, &spaces);
    }
    *document = text.into_bytes();
    Ok(())
}

pub(crate) enum Encoding {
    Unchanged,
    Latin1,
    /// The number of two bytes.
    Utf16(fn([u8; 2]) -> u16),
}

/// Returns the encoding that the beginning of a document shows.
pub(crate) fn encoding_of(document: &[u8]) -> Encoding {
    match document {
        [0xfe, 0xff, ..] | [0, b'<', ..] => Encoding::Utf16(u16::from_be_bytes),
        [0xff, 0xfe, ..] | [b'<', 0, ..] => Encoding::Utf16(u16::from_le_bytes),
        _ => {
            let said = declared(document).and_then(|range| document.get(range)).unwrap_or_default();
            let name = said.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
            let name = String::from_utf8_lossy(name.trim_ascii()).trim_matches(['"', '\'']).to_ascii_lowercase();
            let is_latin1 = ["iso-8859-1", "iso_8859-1", "latin1", "l1"].contains(&name.as_str());
            if is_latin1 { Encoding::Latin1 } else { Encoding::Unchanged }
        }
    }
}

fn utf16(document: &[u8], number: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let (units, rest) = document.as_chunks();
    let units = units.iter().map(|unit| number(*unit));
    let bad = || Error::BadText("UTF-16");
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().map_err(|_| bad())?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if rest.is_empty() { Ok(text) } else { Err(bad()) }
}

/// Returns the place of what the declaration says about the encoding: `encoding="UTF-16"`.
fn declared(document: &[u8]) -> Option<std::ops::Range<usize>> {
    let head = document.get(..document.len().min(LONGEST_DECLARATION))?;
    let end = head.strip_prefix(b"<?xml")?.windows(2).position(|pair| pair == b"?>")? + 5;
    let start = head.get(..end)?.windows(8).position(|word| word == b"encoding")?;
    let after = head.get(start..end)?;
    let quote = after.iter().position(|byte| matches!(byte, b'"' | b'\''))?;
    let closing = after.get(quote + 1..)?.iter().position(|byte| Some(byte) == after.get(quote))?;
    Some(start..start + quote + closing + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(document: &[u8]) -> Result<String, String> {
        let mut read = Vec::new();
        read_document(&mut &*document, 1 << 20, &mut read).map_err(|error| error.to_string())?;
        String::from_utf8(read).map_err(|error| error.to_string())
    }

    fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn documents_become_utf8() {
        let text = "<?xml version='1.0' encoding='UTF-16'?><a>\u{e9}\u{1f600}</a>";
        let expected = "<?xml version='1.0'                  ?><a>\u{e9}\u{1f600}</a>";
        for bytes in [u16::to_be_bytes, u16::to_le_bytes] {
            assert_eq!(read(&wide(text, bytes)).as_deref(), Ok(expected));
            assert_eq!(read(&wide(&format!("\u{feff}{text}"), bytes)).as_deref(), Ok(expected));
        }
        let latin = b"<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?><a>\xe9</a>";
        let expected =
            format!("<?xml version=\"1.0\" {}?><a>\u{e9}</a>", " ".repeat("encoding = \"ISO-8859-1\"".len()));
        assert_eq!(read(latin), Ok(expected));
    }

    #[test]
    fn others_are_left_as_they_are() {
        for text in [
            "",
            "<a/>",
            "<?xml version='1.0' encoding='UTF-8'?><a/>",
            "<?xml version='1.0'?><a b=\"encoding='latin1'\"/>",
        ] {
            assert_eq!(read(text.as_bytes()).as_deref(), Ok(text));
        }
        let unknown = "<?xml version='1.0' encoding='KOI8-R'?><a/>";
        assert_eq!(read(unknown.as_bytes()).as_deref(), Ok(unknown));
    }

    #[test]
    fn broken_utf16_is_an_error() {
        let odd = [wide("<a/>", u16::to_le_bytes), vec![b'x']].concat();
        let alone = [wide("<a>", u16::to_le_bytes), vec![0, 0xd8], wide("</a>", u16::to_le_bytes)].concat();
        for document in [odd, alone] {
            assert_eq!(read(&document), Err("the document is not well-formed UTF-16".to_owned()));
        }
    }
}
