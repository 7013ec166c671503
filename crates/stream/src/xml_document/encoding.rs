//! XML documents in encodings other than UTF-8 (XML 1.0, section 4.3.3 and appendix F).

use super::utf8::append;
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
    let encoding = encoding_of(document);
    if encoding == Encoding::Unchanged {
        return Ok(());
    }
    let mut text = Vec::new();
    if append(encoding, document, &mut text)? < document.len() {
        return Err(Error::BadText("UTF-16"));
    }
    if text.starts_with("\u{feff}".as_bytes()) {
        text.drain(.."\u{feff}".len());
    }
    if let Some(said) = declared(&text).and_then(|range| text.get_mut(range)) {
        said.fill(b' ');
    }
    *document = text;
    Ok(())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8, or one that is not known.
    #[default]
    Unchanged,
    Latin1,
    Utf16Be,
    Utf16Le,
}

/// Returns the encoding that the beginning of a document shows.
pub(crate) fn encoding_of(document: &[u8]) -> Encoding {
    match document {
        [0xfe, 0xff, ..] | [0, b'<', ..] => Encoding::Utf16Be,
        [0xff, 0xfe, ..] | [b'<', 0, ..] => Encoding::Utf16Le,
        _ => {
            let said = declared(document).and_then(|range| document.get(range)).unwrap_or_default();
            let name = said.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
            let name = String::from_utf8_lossy(name.trim_ascii()).trim_matches(['"', '\'']).to_ascii_lowercase();
            let is_latin1 = ["iso-8859-1", "iso_8859-1", "latin1", "l1"].contains(&name.as_str());
            if is_latin1 { Encoding::Latin1 } else { Encoding::Unchanged }
        }
    }
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
    fn runs_of_ascii_end_anywhere() {
        for before in 0..40 {
            let text = format!("<a>{}\u{e9}{}\u{1f600}</a>", "x".repeat(before), "y".repeat(33));
            assert_eq!(read(&wide(&text, u16::to_le_bytes)), Ok(text));
        }
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
