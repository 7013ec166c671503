//! Reading.

use super::state::{Machine, Reader};
use crate::bytecode::instr::Reg;
use crate::bytecode::span::{Space, Span};
use crate::leaves::{self, Cursor};
use polywire_ir::{ErrorCode, ReadLeaf};
use polywire_runtime::read;

/// A result or an error code.
pub type Step<T> = Result<T, ErrorCode>;

impl Machine<'_> {
    /// Returns the bytes up to the window's end, starting at position 0.
    #[inline(always)]
    fn window(&self) -> &[u8] {
        let space = if self.reader.space == Space::Input { self.input } else { self.made_space() };
        space.get(..self.reader.end).unwrap_or_default()
    }

    /// Returns the space being read if it is not the input; nearly always it is the input.
    #[cold]
    #[inline(never)]
    fn made_space(&self) -> &[u8] {
        self.space(self.reader.space)
    }

    #[inline(always)]
    pub fn left(&self) -> usize {
        self.reader.end - self.reader.pos
    }

    /// Skips and returns the next bytes.
    #[inline(always)]
    fn advance(&mut self, len: u64) -> Step<Span> {
        if len > self.left() as u64 {
            return Err(ErrorCode::Truncated);
        }
        let start = self.reader.pos;
        self.reader.pos += len as usize;
        Ok(Span::new(self.reader.space, start, len as usize))
    }

    #[inline(always)]
    pub fn read_span(&mut self, len: u64) -> Step<u64> {
        self.advance(len).map(|span| span.0)
    }

    #[inline(always)]
    pub fn skip(&mut self, len: u64) -> Step<()> {
        self.advance(len).map(|_| ())
    }

    #[inline(always)]
    pub fn skip_while(&mut self, set: u32) {
        let Some(set) = self.program.tables.byte_sets.get(set as usize) else { return };
        let rest = self.window().get(self.reader.pos..).unwrap_or_default();
        self.reader.pos += rest.len() - read::skip_while(rest, set).len();
    }

    #[inline(always)]
    pub fn read_align(&mut self, to: u64, from: u64) -> Step<()> {
        let distance = self.pos().wrapping_sub(from);
        self.skip(distance.wrapping_neg() & to.wrapping_sub(1))
    }

    #[inline(always)]
    pub fn read_varint(&mut self) -> Step<u64> {
        let pos = self.reader.pos;
        match self.window().get(pos..) {
            Some(&[byte, ..]) if byte < 0x80 => {
                self.reader.pos = pos + 1;
                Ok(u64::from(byte))
            }
            Some(&[low, high, ..]) if high < 0x80 => {
                self.reader.pos = pos + 2;
                Ok(u64::from(low & 0x7f) | u64::from(high) << 7)
            }
            _ => self.read_long_varint(),
        }
    }

    #[inline(never)]
    fn read_long_varint(&mut self) -> Step<u64> {
        let mut cursor = Cursor { bytes: self.window(), pos: self.reader.pos };
        let value = leaves::read_varint(&mut cursor)?;
        self.reader.pos = cursor.pos;
        Ok(value)
    }

    fn read_short_varint(&mut self) -> Step<u64> {
        let mut cursor = Cursor { bytes: self.window(), pos: self.reader.pos };
        let value = leaves::read_short_varint(&mut cursor)?;
        self.reader.pos = cursor.pos;
        Ok(value)
    }

    #[inline(always)]
    pub fn read_int(&mut self, width: u8, big: bool) -> Step<u64> {
        let pos = self.reader.pos;
        let value = load(self.window(), pos, width, big).ok_or(ErrorCode::Truncated)?;
        self.reader.pos = pos + usize::from(width);
        Ok(value)
    }

    #[inline(always)]
    pub fn peek(&self) -> u64 {
        self.window().get(self.reader.pos).map_or(256, |&byte| u64::from(byte))
    }

    /// Skips these bytes if the window continues with them.
    #[inline(always)]
    pub fn matches(&mut self, literal: u32) -> bool {
        let program = self.program;
        let Some(it) = program.tables.literals.get(literal as usize) else { return false };
        let bytes = program.literal_bytes.get(it.span.range()).unwrap_or_default();
        let found = self.window().get(self.reader.pos..).is_some_and(|rest| it.begins(bytes, rest));
        self.reader.pos += if found { bytes.len() } else { 0 };
        found
    }

    #[inline(always)]
    pub fn expect(&mut self, literal: u32, code: ErrorCode) -> Step<()> {
        if self.matches(literal) {
            return Ok(());
        }
        let rest = self.window().get(self.reader.pos..).unwrap_or_default();
        Err(if self.literal(literal).starts_with(rest) { ErrorCode::Truncated } else { code })
    }

    /// Reads a leaf that has a result.
    #[inline(always)]
    pub fn read_leaf(&mut self, leaf: ReadLeaf) -> Step<u64> {
        match leaf {
            ReadLeaf::Varint => self.read_varint(),
            ReadLeaf::ShortVarint => self.read_short_varint(),
            ReadLeaf::JsonSpace => self.leaf(|cursor| {
                leaves::skip_json_space(cursor);
                Ok(0)
            }),
            ReadLeaf::JsonString => self.read_json_string(),
            ReadLeaf::JsonInt => self.leaf(|cursor| leaves::read_json_int(cursor).map(|value| value as u64)),
            ReadLeaf::JsonUint => self.leaf(leaves::read_json_uint),
            ReadLeaf::JsonFloat64 => self.leaf(leaves::read_json_float64),
            ReadLeaf::JsonFloat32 => self.leaf(leaves::read_json_float32),
            ReadLeaf::JsonBool => self.leaf(|cursor| leaves::read_json_bool(cursor).map(u64::from)),
            ReadLeaf::JsonSkipNumber => self.leaf(|cursor| leaves::skip_json_number(cursor).map(|()| 0)),
            ReadLeaf::JsonBase64 => {
                let bytes = self.leaf(leaves::read_json_base64)?;
                self.arena.keep(&bytes).map(|span| span.0)
            }
        }
    }

    #[inline(always)]
    fn leaf<T>(&mut self, read: impl FnOnce(&mut Cursor<'_>) -> Step<T>) -> Step<T> {
        let mut cursor = Cursor { bytes: self.window(), pos: self.reader.pos };
        let value = read(&mut cursor)?;
        self.reader.pos = cursor.pos;
        Ok(value)
    }

    /// A string without escapes is a span of the region.
    #[inline(always)]
    fn read_json_string(&mut self) -> Step<u64> {
        let mut cursor = Cursor { bytes: self.window(), pos: self.reader.pos };
        let Some(len) = leaves::read_plain_json_string(&mut cursor).map(<[u8]>::len) else {
            return self.read_other_json_string();
        };
        let after = cursor.pos;
        self.reader.pos = after;
        Ok(Span::new(self.reader.space, after - 1 - len, len).0)
    }

    #[inline(never)]
    fn read_other_json_string(&mut self) -> Step<u64> {
        let mut unescaped = std::mem::take(&mut self.buffers.unescaped);
        let mut cursor = Cursor { bytes: self.window(), pos: self.reader.pos };
        let outcome = leaves::read_other_json_string(&mut cursor, &mut unescaped);
        let after = cursor.pos;
        let span = outcome.and_then(|()| self.arena.keep(unescaped.bytes()));
        self.buffers.unescaped = unescaped;
        let span = span?;
        self.reader.pos = after;
        Ok(span.0)
    }

    /// Narrows the window; returns the end of the outer one.
    #[inline(always)]
    pub fn enter_window(&mut self, len: u64) -> Step<u64> {
        if len > self.left() as u64 {
            return Err(ErrorCode::Truncated);
        }
        let outer = self.reader.end;
        self.reader.end = self.reader.pos + len as usize;
        Ok(outer as u64)
    }

    #[inline(always)]
    pub fn leave_window(&mut self, outer: u64) {
        self.reader.pos = self.reader.end;
        self.reader.end = outer as usize;
    }

    #[inline(always)]
    pub fn check_window(&mut self, outer: u64, code: ErrorCode) -> Step<()> {
        if self.reader.pos != self.reader.end {
            return Err(code);
        }
        self.reader.end = outer as usize;
        Ok(())
    }

    /// Moves the cursor to another region; the previous one is saved in three registers.
    pub fn enter_at(&mut self, region: Span, pos: u64) -> Step<[u64; 3]> {
        if pos > region.len() as u64 {
            return Err(ErrorCode::BadPointer);
        }
        let outer = [self.reader.region.0, self.reader.pos as u64, self.reader.end as u64];
        if self.reader.space == Space::Input {
            self.outside = self.reader.pos;
        }
        let (start, end) = (region.start(), region.start() + region.len());
        self.reader = Reader { region, space: region.space(), pos: start + pos as usize, end };
        Ok(outer)
    }

    pub fn leave_at(&mut self, [region, pos, end]: [u64; 3]) {
        let region = Span(region);
        self.reader = Reader { region, space: region.space(), pos: pos as usize, end: end as usize };
    }

    /// Returns the bytes of a record, truncated or extended to the length in this schema.
    pub fn section(&mut self, region: Span, pos: u64, len: u64, table: u32) -> Step<u64> {
        let program = self.program;
        let section = program.tables.sections.get(table as usize).ok_or(ErrorCode::Internal)?;
        let whole = region.len() as u64;
        if pos > whole || len > whole - pos {
            return Err(section.code);
        }
        let wanted = section.fill.len();
        let present = region.part(pos as usize, (len as usize).min(wanted));
        if present.len() == wanted {
            return Ok(present.0);
        }
        let fill = program.literal_bytes.get(section.fill.range()).unwrap_or_default();
        let bytes = [self.bytes(present), &fill[present.len()..]].concat();
        self.arena.keep(&bytes).map(|span| span.0)
    }

    /// Returns the read position in the region.
    #[inline(always)]
    pub fn pos(&self) -> u64 {
        (self.reader.pos - self.reader.region.start()) as u64
    }

    /// Returns the bytes since an earlier position.
    #[inline(always)]
    pub fn since(&self, from: u64) -> u64 {
        let start = self.reader.region.start();
        let from = from.min(self.pos()) as usize + start;
        Span::new(self.reader.space, from, self.reader.pos - from).0
    }

    #[inline(always)]
    pub fn load_section(&self, section: u64, offset: u32, width: u8, big: bool) -> Step<u64> {
        load(self.bytes(Span(section)), offset as usize, width, big).ok_or(ErrorCode::Internal)
    }
}

/// The number of registers in which `At` saves the cursor.
pub const AT_REGISTERS: Reg = 3;

/// Loads an integer of a width at a position.
#[inline(always)]
fn load(bytes: &[u8], at: usize, width: u8, big: bool) -> Option<u64> {
    let rest = bytes.get(at..)?;
    let value = match (width, big) {
        (1, _) => u64::from(*rest.first()?),
        (2, false) => u64::from(u16::from_le_bytes(*rest.first_chunk()?)),
        (4, false) => u64::from(u32::from_le_bytes(*rest.first_chunk()?)),
        (8, false) => u64::from_le_bytes(*rest.first_chunk()?),
        (2, true) => u64::from(u16::from_be_bytes(*rest.first_chunk()?)),
        (4, true) => u64::from(u32::from_be_bytes(*rest.first_chunk()?)),
        (8, true) => u64::from_be_bytes(*rest.first_chunk()?),
        _ => return None,
    };
    Some(value)
}
