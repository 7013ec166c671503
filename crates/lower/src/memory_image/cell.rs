//! Numbers at any bits of a record.

use super::Memory;
use polywire_ir::types::Type;
use polywire_ir::{Expr, VarId};

/// The place of a number in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The first bit: from the least significant one of its byte on in a little-endian record, else from the most significant one on.
    pub start: u64,
    /// Its width.
    pub bits: u8,
    /// It has a sign.
    pub signed: bool,
}

impl Cell {
    /// Returns its first byte.
    pub const fn first(&self) -> u32 {
        (self.start / 8) as u32
    }

    /// Returns the bit behind it.
    pub const fn end(&self) -> u64 {
        self.start + self.bits as u64
    }

    /// Returns the same place behind this many bytes.
    pub const fn behind(&self, bytes: u32) -> Self {
        Self { start: self.start + 8 * bytes as u64, ..*self }
    }

    /// Returns its place from the start of its first byte on, and how many bytes it touches.
    pub const fn alone(&self) -> (Self, u32) {
        let alone = Self { start: self.start % 8, ..*self };
        (alone, alone.end().div_ceil(8) as u32)
    }

    /// Returns its bytes if it has all bits of 1, 2, 4 or 8 bytes.
    pub const fn whole(&self) -> Option<u8> {
        match (self.start % 8, self.bits) {
            (0, 8 | 16 | 32 | 64) => Some(self.bits / 8),
            _ => None,
        }
    }

    /// Returns true if it holds all numbers of a native integer.
    pub const fn covers(&self, bits: u8, signed: bool) -> bool {
        match (self.signed, signed) {
            (true, false) => self.bits > bits,
            (false, true) => false,
            (true, true) | (false, false) => self.bits >= bits,
        }
    }
}

/// Returns the width and the sign of a native number.
pub(super) fn native(memory: &Memory<'_>, ty: &Type) -> (u8, bool) {
    match ty {
        Type::Bool => (1, false),
        Type::Int { bits, signed, .. } => (*bits, *signed),
        Type::Float { bits } => (*bits, false),
        Type::Enum(id) => (memory.types.enumeration(*id).bits, memory.types.enumeration(*id).signed),
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) | Type::Struct(_) | Type::Union(_) => (64, false),
        Type::List(_) | Type::Array(..) | Type::Map(_) => (64, false),
    }
}

impl Memory<'_> {
    /// Returns the bits (U64) of a number in a section, without those around it.
    pub(super) fn load(&self, section: VarId, cell: &Cell) -> Expr {
        let (first, order) = (cell.first(), self.order);
        if let Some(width) = cell.whole() {
            return Expr::Load { section, offset: first, width, order };
        }
        let bytes = (cell.end().div_ceil(8) - u64::from(first)) as u32;
        let before = cell.start % 8;
        let piece = |offset: u32, width: u8| Expr::Load { section, offset, width, order };
        let (whole, last) = if bytes > 8 { (8, Some(piece(first + 8, 1))) } else { (bytes, None) };
        let mut at = first;
        let mut value: Option<Expr> = None;
        while at < first + whole {
            let left = first + whole - at;
            let width: u32 = [8, 4, 2, 1].into_iter().find(|width| *width <= left).unwrap_or(1);
            let part = piece(at, width as u8);
            value = Some(match value {
                None => part,
                Some(value) if self.is_little() => value | part << u64::from(8 * (at - first)),
                Some(value) => value << u64::from(8 * width) | part,
            });
            at += width;
        }
        let value = value.unwrap_or_else(|| 0u64.into());
        let behind = u64::from(8 * bytes) - before - u64::from(cell.bits);
        let value = match (last, self.is_little()) {
            (None, true) => shifted_right(value, before),
            (None, false) => shifted_right(value, behind),
            (Some(last), true) => shifted_right(value, before) | last << (64 - before),
            (Some(last), false) => value << (8 - behind) | shifted_right(last, behind),
        };
        if cell.bits == 64 { value } else { value.low_bits(cell.bits) }
    }
}

fn shifted_right(value: Expr, bits: u64) -> Expr {
    if bits == 0 { value } else { value >> bits }
}
