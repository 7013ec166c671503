//! MessagePack tokens.

use super::failure;
use super::part::{Container, Part, ReadParts, What};
use polywire_ir::ErrorCode;
use polywire_stream::Error;
use polywire_vm::Failure;
use std::io::{BufRead, Read};

/// Reads and validates tokens.
#[derive(Clone)]
pub(crate) struct Parts<'a> {
    bytes: &'a [u8],
    pos: usize,
    depth: usize,
    /// The open containers, each with the number of values left: two for an entry.
    open: Vec<(Container, u64)>,
    is_done: bool,
}

impl<'a> ReadParts<'a> for Parts<'a> {
    /// Returns the next token; `None` after the value, where the message must end.
    fn next(&mut self) -> Result<Option<Part<'a>>, Failure> {
        if self.is_done {
            let is_end = self.pos == self.bytes.len();
            return if is_end { Ok(None) } else { Err(failure(ErrorCode::TrailingBytes, self.pos)) };
        }
        let offset = self.pos;
        if let Some((container, 0)) = self.open.last().copied() {
            self.open.pop();
            self.is_done = self.open.is_empty();
            return Ok(Some(Part { offset, head: 0, what: What::End(container), is_key: false }));
        }
        let is_key = self.open.last().is_some_and(|(container, left)| *container == Container::Map && left % 2 == 0);
        if let Some((_, left)) = self.open.last_mut() {
            *left -= 1;
        }
        let (head, what) = self.read().map_err(|code| failure(code, offset))?;
        self.is_done = self.open.is_empty();
        Ok(Some(Part { offset, head, what, is_key }))
    }
}

impl<'a> Parts<'a> {
    pub fn new(bytes: &'a [u8], depth: u32) -> Self {
        Self { bytes, pos: 0, depth: depth as usize, open: Vec::new(), is_done: false }
    }

    fn read(&mut self) -> Result<(usize, What<'a>), ErrorCode> {
        let start = self.pos;
        let first = self.unsigned(1)?;
        let what = match first {
            0x00..=0x7f => What::Uint(first),
            0x80..=0x8f => self.begin(Container::Map, first & 15)?,
            0x90..=0x9f => self.begin(Container::Array, first & 15)?,
            0xa0..=0xbf => return self.run(start, first & 31, What::Str),
            0xc0 => What::Nil,
            0xc2 | 0xc3 => What::Bool(first == 0xc3),
            0xc4..=0xc6 => return self.sized(start, first - 0xc4, What::Bin),
            0xc7..=0xc9 => {
                let len = self.unsigned(1 << (first - 0xc7))?;
                return self.ext(start, len);
            }
            0xca => What::Float32(self.unsigned(4)? as u32),
            0xcb => What::Float64(self.unsigned(8)?),
            0xcc..=0xcf => What::Uint(self.unsigned(1 << (first - 0xcc))?),
            0xd0..=0xd3 => {
                let width = 1 << (first - 0xd0);
                let shift = 64 - 8 * width as u32;
                What::Int((self.unsigned(width)? << shift) as i64 >> shift)
            }
            0xd4..=0xd8 => return self.ext(start, 1 << (first - 0xd4)),
            0xd9..=0xdb => return self.sized(start, first - 0xd9, What::Str),
            0xdc | 0xdd => {
                let count = self.unsigned(2 << (first - 0xdc))?;
                self.begin(Container::Array, count)?
            }
            0xde | 0xdf => {
                let count = self.unsigned(2 << (first - 0xde))?;
                self.begin(Container::Map, count)?
            }
            0xe0..=0xff => What::Int(i64::from(first as u8 as i8)),
            _ => return Err(ErrorCode::InvalidKey),
        };
        Ok((self.pos - start, what))
    }

    fn begin(&mut self, container: Container, count: u64) -> Result<What<'a>, ErrorCode> {
        if self.open.len() >= self.depth {
            return Err(ErrorCode::TooDeep);
        }
        let values = if container == Container::Map { 2 * count } else { count };
        self.open.push((container, values));
        Ok(What::Begin(container, count as u32))
    }

    /// Reads bytes after their length, which has 1, 2 or 4 bytes.
    fn sized(
        &mut self,
        start: usize,
        size: u64,
        what: fn(&'a [u8]) -> What<'a>,
    ) -> Result<(usize, What<'a>), ErrorCode> {
        let len = self.unsigned(1 << size)?;
        self.run(start, len, what)
    }

    fn run(
        &mut self,
        start: usize,
        len: u64,
        what: impl FnOnce(&'a [u8]) -> What<'a>,
    ) -> Result<(usize, What<'a>), ErrorCode> {
        let head = self.pos - start;
        self.take(len).map(|bytes| (head, what(bytes)))
    }

    fn ext(&mut self, start: usize, len: u64) -> Result<(usize, What<'a>), ErrorCode> {
        let ty = self.unsigned(1)? as u8 as i8;
        self.run(start, len, |bytes| What::Ext(ty, bytes))
    }

    fn unsigned(&mut self, width: u64) -> Result<u64, ErrorCode> {
        Ok(self.take(width)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn take(&mut self, len: u64) -> Result<&'a [u8], ErrorCode> {
        let end = usize::try_from(len).ok().and_then(|len| self.pos.checked_add(len)).ok_or(ErrorCode::Truncated)?;
        let bytes = self.bytes.get(self.pos..end).ok_or(ErrorCode::Truncated)?;
        self.pos = end;
        Ok(bytes)
    }
}

/// Reads the next of concatenated messages. A truncated message is returned too, so that its decoder reports the error.
pub(crate) fn read_next(reader: &mut impl BufRead, max_size: u64, message: &mut Vec<u8>) -> Result<bool, Error> {
    message.clear();
    let mut left = 1u64;
    let mut is_whole = true;
    while left > 0 && is_whole {
        left -= 1;
        let start = message.len();
        is_whole = take(reader, 1, max_size, message)?;
        let Some(&first) = message.get(start) else { break };
        is_whole &= take(reader, length_bytes(first), max_size, message)?;
        let number = message[start + 1..].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let (payload, values) = behind(first, number);
        left = left.saturating_add(values);
        is_whole = is_whole && take(reader, payload, max_size, message)?;
    }
    Ok(!message.is_empty())
}

/// Returns the number of bytes of the length or count after a format byte.
pub(crate) fn length_bytes(first: u8) -> u64 {
    match first {
        0xc4..=0xc6 => 1 << (first - 0xc4),
        0xc7..=0xc9 => 1 << (first - 0xc7),
        0xd9..=0xdb => 1 << (first - 0xd9),
        0xdc | 0xdd => 2 << (first - 0xdc),
        0xde | 0xdf => 2 << (first - 0xde),
        _ => 0,
    }
}

/// Returns what follows a format byte and its length or count: the number of bytes, and of values.
pub(crate) fn behind(first: u8, number: u64) -> (u64, u64) {
    match first {
        0x80..=0x8f => (0, 2 * u64::from(first & 15)),
        0x90..=0x9f => (0, u64::from(first & 15)),
        0xa0..=0xbf => (u64::from(first & 31), 0),
        0xc4..=0xc6 | 0xd9..=0xdb => (number, 0),
        0xc7..=0xc9 => (number + 1, 0),
        0xca => (4, 0),
        0xcb => (8, 0),
        0xcc..=0xcf => (1 << (first - 0xcc), 0),
        0xd0..=0xd3 => (1 << (first - 0xd0), 0),
        0xd4..=0xd8 => ((1 << (first - 0xd4)) + 1, 0),
        0xdc | 0xdd => (0, number),
        0xde | 0xdf => (0, 2 * number),
        _ => (0, 0),
    }
}

/// Reads `count` bytes; false if there are fewer.
fn take(reader: &mut impl BufRead, count: u64, max_size: u64, message: &mut Vec<u8>) -> Result<bool, Error> {
    let len = message.len() as u64 + count;
    if len > max_size {
        return Err(Error::TooLong { len, limit: max_size });
    }
    Ok(reader.by_ref().take(count).read_to_end(message)? as u64 == count)
}
