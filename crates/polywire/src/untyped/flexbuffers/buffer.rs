//! Numbers, offsets and lengths in a buffer, each checked.

use super::types::{Number, Packed, Type};
use crate::untyped::failure;
use crate::untyped::part::What;
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use std::ops::Range;

/// A value's place: the number that is the value, or the offset to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub pos: usize,
    /// Bytes of the number or offset.
    pub width: u8,
    pub packed: Packed,
    /// What the offset points at begins before this: the start of the container. (That of the root, and that to the keys of a map,
    /// may be 0: an empty vector ends where it begins.) Writers go from the leaves to the root, so nothing written by them is
    /// refused, and offsets cannot form a cycle.
    pub before: usize,
}

/// The meaning of bytes that were read, for inspections.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    RootWidth,
    Type(Type, u8),
    Number(Number),
    Bool,
    Null,
    /// An offset to this position.
    Offset(usize),
    /// The offset of a map to its keys.
    KeysOffset(usize),
    /// The width of the offsets to a map's keys.
    KeysWidth,
    /// The number of elements of a vector or map.
    Size,
    /// The length of a string or blob.
    Length,
    Text,
    Blob,
    Terminator,
}

/// Bytes that were read.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub range: Range<usize>,
    pub role: Role,
}

#[derive(Clone)]
pub(super) struct Buffer<'a> {
    pub bytes: &'a [u8],
    /// What was read, if that is asked for.
    pub pieces: Option<Vec<Piece>>,
}

impl<'a> Buffer<'a> {
    pub fn note(&mut self, pos: usize, len: usize, role: Role) {
        if let (Some(pieces), true) = (&mut self.pieces, len > 0) {
            pieces.push(Piece { range: pos..pos + len, role });
        }
    }

    /// Returns bytes that must be in the buffer.
    pub fn run(&self, pos: usize, len: u64, code: ErrorCode, offset: usize) -> Result<&'a [u8], Failure> {
        let end = usize::try_from(len).ok().and_then(|len| pos.checked_add(len));
        end.and_then(|end| self.bytes.get(pos..end)).ok_or(failure(code, offset))
    }

    pub fn uint(&self, pos: usize, width: u8) -> Result<u64, Failure> {
        let bytes = self.run(pos, width.into(), ErrorCode::Truncated, pos)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Returns the type that a byte names.
    pub fn packed(&mut self, pos: usize) -> Result<Packed, Failure> {
        let byte = self.uint(pos, 1)? as u8;
        let packed = Packed::of(byte).ok_or(failure(ErrorCode::InvalidKey, pos))?;
        self.note(pos, 1, Role::Type(packed.ty, packed.width));
        Ok(packed)
    }

    pub fn number(&mut self, number: Number, pos: usize, width: u8) -> Result<What<'a>, Failure> {
        let bits = self.uint(pos, width)?;
        self.note(pos, width.into(), Role::Number(number));
        match (number, width) {
            (Number::Int, _) => Ok(What::Int(extended(bits, width))),
            (Number::Uint, _) => Ok(What::Uint(bits)),
            (Number::Float, 8) => Ok(What::Float64(bits)),
            (Number::Float, 4) => Ok(What::Float64(f64::from(f32::from_bits(bits as u32)).to_bits())),
            // No writer makes floats of 8 and 16 bits; readers disagree about them.
            (Number::Float, _) => Err(failure(ErrorCode::Unsupported, pos)),
        }
    }

    /// Returns what an offset points at: a position before the limit.
    pub fn target(&mut self, slot: Slot, role: fn(usize) -> Role) -> Result<usize, Failure> {
        let offset = self.uint(slot.pos, slot.width)?;
        let target = usize::try_from(offset).ok().and_then(|offset| slot.pos.checked_sub(offset));
        let target = target.filter(|target| *target < slot.before).ok_or(failure(ErrorCode::BadPointer, slot.pos));
        self.note(
            slot.pos,
            slot.width.into(),
            target.as_ref().map_or(Role::Number(Number::Uint), |target| role(*target)),
        );
        target
    }

    /// Returns the length or count in front of a position.
    pub fn size(&mut self, target: usize, width: u8, role: Role) -> Result<(usize, u64), Failure> {
        let pos = target.checked_sub(width.into()).ok_or(failure(ErrorCode::BadPointer, target))?;
        let size = self.uint(pos, width)?;
        self.note(pos, width.into(), role);
        Ok((pos, size))
    }

    /// Returns the text up to a NUL.
    pub fn key(&mut self, target: usize) -> Result<&'a [u8], Failure> {
        let rest = &self.bytes[target..];
        let len = rest.iter().position(|byte| *byte == 0).ok_or(failure(ErrorCode::Unterminated, target))?;
        self.note(target, len, Role::Text);
        self.note(target + len, 1, Role::Terminator);
        Ok(&rest[..len])
    }

    /// Returns text or bytes behind their length.
    pub fn sized(&mut self, target: usize, width: u8, role: Role) -> Result<&'a [u8], Failure> {
        let (pos, len) = self.size(target, width, Role::Length)?;
        let run = self.run(target, len, ErrorCode::BadLength, pos)?;
        self.note(target, run.len(), role);
        let end = target + run.len();
        // The length decides, as in the official verifier; the NUL is for readers in C.
        if role == Role::Text && self.bytes.get(end) == Some(&0) {
            self.note(end, 1, Role::Terminator);
        }
        Ok(run)
    }
}

/// Returns a signed number of this many bytes.
pub(crate) fn extended(bits: u64, width: u8) -> i64 {
    let shift = 64 - 8 * u32::from(width);
    (bits << shift) as i64 >> shift
}
