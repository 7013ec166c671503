//! FlexBuffers as tokens, from the root to the leaves.

use super::buffer::{Buffer, Piece, Role, Slot};
use super::types::{Packed, Type};
use crate::untyped::part::{Container, Part, ReadParts, What};
use crate::untyped::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;

/// Reads and validates tokens.
#[derive(Clone)]
pub(crate) struct Parts<'a> {
    buffer: Buffer<'a>,
    depth: usize,
    /// What may still be read: tokens and bytes of text, shared ones each time.
    left: u64,
    open: Vec<Open>,
    is_begun: bool,
}

/// An open container.
#[derive(Clone, Copy)]
struct Open {
    container: Container,
    start: usize,
    width: u8,
    count: usize,
    elements: Elements,
    /// The keys of a map.
    keys: Option<Keys>,
    /// The number of elements that were read.
    read: usize,
    /// The key of the next entry was read.
    has_key: bool,
}

/// The types of elements.
#[derive(Clone, Copy)]
enum Elements {
    /// One byte for each behind the elements.
    Typed(usize),
    Same(Type),
}

/// The offsets to the keys of a map.
#[derive(Clone, Copy)]
struct Keys {
    start: usize,
    width: u8,
}

/// Bytes that may be read for each byte of the message. They are read more often than once only if values are shared.
const READ_PER_BYTE: u64 = 64;
/// What a token costs beside the bytes of its text.
const TOKEN: u64 = 8;

impl<'a> Parts<'a> {
    pub fn new(bytes: &'a [u8], limits: Bounds) -> Self {
        let left = limits.budget.saturating_add(READ_PER_BYTE.saturating_mul(bytes.len() as u64));
        let buffer = Buffer { bytes, pieces: None };
        Self { buffer, depth: limits.depth as usize, left, open: Vec::new(), is_begun: false }
    }

    /// Returns a reader that keeps what it reads.
    pub fn observed(bytes: &'a [u8], limits: Bounds) -> Self {
        let mut parts = Self::new(bytes, limits);
        parts.buffer.pieces = Some(Vec::new());
        parts
    }

    /// Returns what was read since the last call.
    pub fn pieces(&mut self) -> Vec<Piece> {
        self.buffer.pieces.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Returns the index of the element that was read last, in the innermost open container.
    pub fn last_index(&self) -> Option<usize> {
        self.open.last().map(|open| if open.has_key { open.read } else { open.read.saturating_sub(1) })
    }

    /// Returns the place of the root, which the last bytes state.
    fn root(&mut self) -> Result<Slot, Failure> {
        let end = self.buffer.bytes.len();
        let at = |back: usize| end.checked_sub(back).ok_or(failure(ErrorCode::Truncated, 0));
        let (of_width, of_type) = (at(1)?, at(2)?);
        let width = self.buffer.uint(of_width, 1)? as u8;
        self.buffer.note(of_width, 1, Role::RootWidth);
        let packed = self.buffer.packed(of_type)?;
        if !is_width(width.into()) {
            return Err(failure(ErrorCode::Mismatch, of_width));
        }
        let pos = at(2 + usize::from(width))?;
        Ok(Slot { pos, width, packed, before: pos + 1 })
    }

    /// Reads the value of a slot; a container is entered.
    fn value(&mut self, slot: Slot) -> Result<What<'a>, Failure> {
        let Packed { ty, width } = slot.packed;
        if ty.is_inline() {
            return self.inline(slot);
        }
        let target = self.buffer.target(slot, Role::Offset)?;
        match ty {
            Type::Indirect(number) => self.buffer.number(number, target, width),
            Type::Key => self.buffer.key(target).map(What::Str),
            Type::String => self.buffer.sized(target, width, Role::Text).map(What::Str),
            Type::Blob => self.buffer.sized(target, width, Role::Blob).map(What::Bin),
            Type::Map | Type::Vector | Type::Typed(_) | Type::Fixed(..) => self.begin(slot.packed, target, slot.pos),
            Type::Null | Type::Bool | Type::Inline(_) => self.inline(slot),
        }
    }

    fn inline(&mut self, Slot { pos, width, packed, .. }: Slot) -> Result<What<'a>, Failure> {
        match packed.ty {
            Type::Inline(number) => self.buffer.number(number, pos, width),
            Type::Bool => {
                let value = self.buffer.uint(pos, width)? != 0;
                self.buffer.note(pos, width.into(), Role::Bool);
                Ok(What::Bool(value))
            }
            _ => {
                self.buffer.uint(pos, width)?;
                self.buffer.note(pos, width.into(), Role::Null);
                Ok(What::Nil)
            }
        }
    }

    fn begin(&mut self, packed: Packed, start: usize, slot: usize) -> Result<What<'a>, Failure> {
        if self.open.len() >= self.depth {
            return Err(failure(ErrorCode::TooDeep, slot));
        }
        let Packed { ty, width } = packed;
        let (at, count) = match ty {
            Type::Fixed(_, count) => (slot, u64::from(count)),
            _ => self.buffer.size(start, width, Role::Size)?,
        };
        let elements = match ty {
            Type::Typed(element) => Elements::Same(element.ty()),
            Type::Fixed(number, _) => Elements::Same(Type::Inline(number)),
            _ => Elements::Typed(start.saturating_add((count as usize).saturating_mul(width.into()))),
        };
        let types = if let Elements::Typed(_) = elements { count } else { 0 };
        let len = count.checked_mul(width.into()).and_then(|len| len.checked_add(types));
        self.buffer.run(start, len.unwrap_or(u64::MAX), ErrorCode::BadLength, at)?;
        let keys = if ty == Type::Map { Some(self.keys(start, width, count)?) } else { None };
        let container = if keys.is_some() { Container::Map } else { Container::Array };
        let count = count as usize;
        self.open.push(Open { container, start, width, count, elements, keys, read: 0, has_key: false });
        Ok(What::Begin(container, count as u32))
    }

    /// Reads where the keys of a map are: in front of its size stand the offset to them and their width.
    fn keys(&mut self, start: usize, width: u8, count: u64) -> Result<Keys, Failure> {
        let at =
            |back: usize| start.checked_sub(back * usize::from(width)).ok_or(failure(ErrorCode::BadPointer, start));
        let (of_offset, of_width) = (at(3)?, at(2)?);
        let packed = Packed { ty: Type::Key, width };
        let slot = Slot { pos: of_offset, width, packed, before: of_offset + 1 };
        let keys = self.buffer.target(slot, Role::KeysOffset)?;
        let key_width = self.buffer.uint(of_width, width)?;
        self.buffer.note(of_width, width.into(), Role::KeysWidth);
        if !is_width(key_width) {
            return Err(failure(ErrorCode::Mismatch, of_width));
        }
        let key_width = key_width as u8;
        let (at, key_count) = self.buffer.size(keys, key_width, Role::Size)?;
        let len = count.saturating_mul(key_width.into());
        self.buffer.run(keys, len, ErrorCode::BadLength, at)?;
        if key_count != count {
            return Err(failure(ErrorCode::BadLength, at));
        }
        Ok(Keys { start: keys, width: key_width })
    }

    /// Returns the slot of the next key or element.
    fn slot(&mut self, open: Open) -> Result<Slot, Failure> {
        let index = open.read;
        if let (Some(Keys { start, width }), false) = (open.keys, open.has_key) {
            let packed = Packed { ty: Type::Key, width: 1 };
            return Ok(Slot { pos: start + index * usize::from(width), width, packed, before: start });
        }
        let packed = match open.elements {
            Elements::Typed(types) => self.buffer.packed(types + index)?,
            Elements::Same(ty) => Packed { ty, width: 1 },
        };
        let pos = open.start + index * usize::from(open.width);
        Ok(Slot { pos, width: open.width, packed, before: open.start })
    }

    /// Moves to the next key or element, also if this one cannot be read.
    fn advance(&mut self) -> bool {
        let Some(open) = self.open.last_mut() else { return false };
        let is_key = open.keys.is_some() && !open.has_key;
        open.has_key = is_key;
        open.read += usize::from(!is_key);
        is_key
    }

    fn charge(&mut self, what: &What<'_>, offset: usize) -> Result<(), Failure> {
        let payload = match what {
            What::Str(bytes) | What::Bin(bytes) => bytes.len() as u64,
            _ => 0,
        };
        let left = self.left.checked_sub(TOKEN + payload);
        self.left = left.ok_or(failure(ErrorCode::BudgetExceeded, offset))?;
        Ok(())
    }
}

impl<'a> ReadParts<'a> for Parts<'a> {
    fn next(&mut self) -> Result<Option<Part<'a>>, Failure> {
        let (slot, is_key) = match self.open.last().copied() {
            None if std::mem::replace(&mut self.is_begun, true) => return Ok(None),
            None => (self.root()?, false),
            Some(open) if open.read == open.count => {
                self.open.pop();
                return Ok(Some(Part { offset: open.start, head: 0, what: What::End(open.container), is_key: false }));
            }
            Some(open) => {
                let slot = self.slot(open);
                let is_key = self.advance();
                (slot?, is_key)
            }
        };
        let what = match self.value(slot) {
            Err(failure) if failure.code == ErrorCode::Unterminated => {
                // An inspection continues, so that what was searched must count.
                self.left = self.left.saturating_sub((self.buffer.bytes.len() - failure.offset) as u64);
                return Err(failure);
            }
            what => what?,
        };
        self.charge(&what, slot.pos)?;
        Ok(Some(Part { offset: slot.pos, head: 0, what, is_key }))
    }
}

fn is_width(width: u64) -> bool {
    matches!(width, 1 | 2 | 4 | 8)
}
