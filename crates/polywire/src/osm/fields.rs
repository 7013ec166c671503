//! Reads the fields of nested messages for checks.

use super::invalid::Invalid;
use crate::inspect::guess::wire;
use polywire_vm::leaves::{Cursor, read_varint};

/// A nested message.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub bytes: &'a [u8],
    /// Its offset in the outermost message.
    pub offset: usize,
}

/// A field of a wire type that checks look at.
pub(super) enum Content<'a> {
    Varint(u64),
    Len(&'a [u8]),
}

pub(super) struct Field<'a> {
    pub number: u64,
    /// The offset of its content in the outermost message.
    pub offset: usize,
    pub content: Content<'a>,
}

/// The reason why a check ends early.
pub(super) enum Stop {
    /// The message is malformed, which the decoder reports.
    Malformed,
    Invalid(Box<Invalid>),
}

pub(super) type Checked = Result<(), Stop>;

impl<'a> Part<'a> {
    pub fn each(self, mut visit: impl FnMut(Field<'a>) -> Checked) -> Checked {
        let mut cursor = Cursor::new(self.bytes);
        while cursor.pos < self.bytes.len() {
            let key = varint(&mut cursor)?;
            let number = key >> 3;
            let content = match key & 7 {
                wire::VARINT => {
                    let offset = self.offset + cursor.pos;
                    Some((offset, Content::Varint(varint(&mut cursor)?)))
                }
                wire::LEN => {
                    let len = varint(&mut cursor)?;
                    let offset = self.offset + cursor.pos;
                    Some((offset, Content::Len(wire::take(&mut cursor, len).ok_or(Stop::Malformed)?)))
                }
                other => skip(&mut cursor, number, other).map(|()| None)?,
            };
            if let Some((offset, content)) = content {
                visit(Field { number, offset, content })?;
            }
        }
        Ok(())
    }
}

fn skip(cursor: &mut Cursor<'_>, number: u64, wire_type: u64) -> Checked {
    let skipped = match wire_type {
        wire::FIXED64 => wire::read_fixed(cursor, 8).map(drop),
        wire::FIXED32 => wire::read_fixed(cursor, 4).map(drop),
        wire::GROUP => wire::skip_group(cursor, number).map(drop),
        _ => None,
    };
    skipped.ok_or(Stop::Malformed)
}

fn varint(cursor: &mut Cursor<'_>) -> Result<u64, Stop> {
    read_varint(cursor).map_err(|_| Stop::Malformed)
}

impl<'a> Field<'a> {
    /// Returns the message in the field.
    pub fn message(&self) -> Option<Part<'a>> {
        match self.content {
            Content::Len(bytes) => Some(Part { bytes, offset: self.offset }),
            Content::Varint(_) => None,
        }
    }

    /// Visits the integers of a list, packed or single, with their offsets.
    pub fn integers(&self, mut visit: impl FnMut(u64, usize) -> Checked) -> Checked {
        let bytes = match self.content {
            Content::Varint(value) => return visit(value, self.offset),
            Content::Len(bytes) => bytes,
        };
        let mut cursor = Cursor::new(bytes);
        while cursor.pos < bytes.len() {
            let at = cursor.pos;
            visit(varint(&mut cursor)?, self.offset + at)?;
        }
        Ok(())
    }

    /// Returns the number of integers of a list, packed or single.
    pub fn count(&self) -> usize {
        match self.content {
            Content::Varint(_) => 1,
            Content::Len(bytes) => bytes.iter().filter(|byte| **byte < 0x80).count(),
        }
    }
}

/// Adds a step to the path of an error inside.
pub(super) trait Within {
    fn within(self, name: &str, index: Option<usize>) -> Self;
}

impl Within for Checked {
    fn within(mut self, name: &str, index: Option<usize>) -> Self {
        if let Err(Stop::Invalid(invalid)) = &mut self {
            invalid.within(name, index);
        }
        self
    }
}
