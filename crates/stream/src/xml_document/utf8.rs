//! Texts in UTF-16 and ISO 8859-1 as UTF-8, in pieces of any size.

use super::Encoding;
use crate::Error;
use std::io::{self, BufRead, ErrorKind, Read};

/// Units of UTF-16 that are looked at together.
const RUN: usize = 16;

/// Appends a text in UTF-8; returns how many of the bytes were used. Those of a character that is not whole are left.
pub(super) fn append(encoding: Encoding, bytes: &[u8], text: &mut Vec<u8>) -> Result<usize, Error> {
    match encoding {
        Encoding::Unchanged => text.extend_from_slice(bytes),
        Encoding::Latin1 => {
            let mut string = String::with_capacity(bytes.len());
            string.extend(bytes.iter().map(|byte| char::from(*byte)));
            text.append(&mut string.into_bytes());
        }
        Encoding::Utf16Be => return utf16(bytes, u16::from_be_bytes, text),
        Encoding::Utf16Le => return utf16(bytes, u16::from_le_bytes, text),
    }
    Ok(bytes.len())
}

fn utf16(bytes: &[u8], number: impl Fn([u8; 2]) -> u16, text: &mut Vec<u8>) -> Result<usize, Error> {
    text.reserve(bytes.len() / 2);
    let (units, _) = bytes.as_chunks();
    let mut at = 0;
    loop {
        at += ascii(units.get(at..).unwrap_or_default(), &number, text);
        let Some(unit) = units.get(at).map(|it| number(*it)) else { break };
        let is_first_half = (0xd800..0xdc00).contains(&unit);
        let second = units.get(at + 1).map(|it| number(*it));
        if is_first_half && second.is_none() {
            break;
        }
        let pair = [unit, second.unwrap_or_default()];
        let taken = if is_first_half { 2 } else { 1 };
        let decoded = char::decode_utf16(pair.into_iter().take(taken)).next();
        let character = decoded.and_then(Result::ok).ok_or(Error::BadText("UTF-16"))?;
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        at += taken;
    }
    Ok(2 * at)
}

/// Appends whole runs of ASCII; returns their units.
fn ascii(units: &[[u8; 2]], number: impl Fn([u8; 2]) -> u16, text: &mut Vec<u8>) -> usize {
    let (runs, _) = units.as_chunks::<RUN>();
    let mut len = 0;
    for run in runs {
        let run = run.map(&number);
        if run.iter().fold(0, |all, unit| all | unit) >= 0x80 {
            break;
        }
        text.extend_from_slice(&run.map(|unit| unit as u8));
        len += RUN;
    }
    len
}

/// What [`AsUtf8`] keeps between two uses.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    pub encoding: Encoding,
    text: Vec<u8>,
    at: usize,
    /// Bytes of a character that is not whole.
    rest: Vec<u8>,
}

/// Reads a stream as UTF-8.
pub(crate) struct AsUtf8<'r, R> {
    pub reader: &'r mut R,
    pub pending: &'r mut Pending,
}

impl<R: BufRead> BufRead for AsUtf8<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let Pending { encoding, text, at, rest } = &mut *self.pending;
        if *encoding == Encoding::Unchanged {
            return self.reader.fill_buf();
        }
        while *at == text.len() {
            text.clear();
            *at = 0;
            let read = self.reader.fill_buf()?;
            let bad = || io::Error::new(ErrorKind::InvalidData, Error::BadText("UTF-16").to_string());
            match (read.len(), rest.is_empty()) {
                (0, true) => break,
                (0, false) => return Err(bad()),
                (len, _) => {
                    rest.extend_from_slice(read);
                    self.reader.consume(len);
                }
            }
            let used = append(*encoding, rest, text).map_err(|_| bad())?;
            rest.drain(..used);
        }
        Ok(text.get(*at..).unwrap_or_default())
    }

    fn consume(&mut self, len: usize) {
        match self.pending.encoding {
            Encoding::Unchanged => self.reader.consume(len),
            Encoding::Latin1 | Encoding::Utf16Be | Encoding::Utf16Le => self.pending.at += len,
        }
    }
}

impl<R: BufRead> Read for AsUtf8<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = Read::read(&mut self.fill_buf()?, out)?;
        self.consume(len);
        Ok(len)
    }
}
