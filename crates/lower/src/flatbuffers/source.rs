//! Locates the fields of a table during decoding.

use super::table::{OFFSET, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, ValueType, VarId};

/// A table being read.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// The whole buffer: Bytes.
    pub buffer: VarId,
    /// Position of the table: U64.
    pub table: VarId,
    /// The places of its fields.
    pub fields: Fields,
}

/// The places of a table's fields.
#[derive(Clone, Copy)]
pub(super) enum Fields {
    /// All at this encoder's offsets: the table as a section.
    Constant(VarId),
    /// By the vtable, as a section with this schema's entries.
    Vtable(VarId),
}

impl Source {
    /// Runs `body` with the position and bits of a field of this many bytes, if the table has it, else `absent`.
    pub fn field(
        &self,
        b: &mut FunctionBuilder,
        slot: Slot,
        width: u8,
        body: impl FnOnce(&mut FunctionBuilder, Expr, Expr),
        absent: impl FnOnce(&mut FunctionBuilder),
    ) {
        match self.fields {
            Fields::Constant(section) => {
                let pos = self.table + u64::from(slot.offset);
                body(b, pos, load(section, slot.offset, width));
            }
            Fields::Vtable(vtable) => {
                let offset = b.let_("offset", load(vtable, 4 + 2 * slot.entry, 2));
                b.if_else(
                    offset.is_not(0u64),
                    |b| {
                        let (pos, bits) = self.checked(b, offset, width);
                        body(b, pos.into(), bits);
                    },
                    absent,
                );
            }
        }
    }

    /// Runs `body` with the position of a field of this many bytes, if the table has it, else `absent`.
    pub fn place(
        &self,
        b: &mut FunctionBuilder,
        (slot, size, align): (Slot, u32, u32),
        body: impl FnOnce(&mut FunctionBuilder, VarId),
        absent: impl FnOnce(&mut FunctionBuilder),
    ) {
        match self.fields {
            Fields::Constant(_) => {
                let pos = b.let_("pos", self.table + u64::from(slot.offset));
                body(b, pos);
            }
            Fields::Vtable(vtable) => {
                let offset = b.let_("offset", load(vtable, 4 + 2 * slot.entry, 2));
                b.if_else(
                    offset.is_not(0u64),
                    |b| {
                        let pos = self.aligned(b, offset, align);
                        let at = (self.buffer.into(), pos.into(), u64::from(size).into());
                        b.section("field", at, vec![0; size as usize], ErrorCode::BadPointer);
                        body(b, pos);
                    },
                    absent,
                );
            }
        }
    }

    /// Returns the bits of a field of this many bytes, or zero if the table lacks it.
    pub fn bits_or_zero(&self, b: &mut FunctionBuilder, slot: Slot, width: u8) -> Expr {
        match self.fields {
            Fields::Constant(section) => load(section, slot.offset, width),
            Fields::Vtable(vtable) => {
                let offset = b.let_("offset", load(vtable, 4 + 2 * slot.entry, 2));
                let bits = b.if_yields(
                    offset.is_not(0u64),
                    &[("bits", ValueType::U64)],
                    |b| vec![self.checked(b, offset, width).1],
                    |_| vec![0u64.into()],
                );
                bits[0].into()
            }
        }
    }

    /// Returns the position and the bits of an offset of 32 bits; both are 0 if the table lacks it. An offset that the table
    /// has is not 0.
    pub fn optional(&self, b: &mut FunctionBuilder, slot: Slot) -> (VarId, VarId) {
        match self.fields {
            Fields::Constant(section) => {
                let pos = b.let_("pos", self.table + u64::from(slot.offset));
                let bits = b.let_("offset", load(section, slot.offset, OFFSET as u8));
                b.check(bits.is_not(0u64), ErrorCode::BadPointer);
                (pos, bits)
            }
            Fields::Vtable(vtable) => {
                let offset = b.let_("offset", load(vtable, 4 + 2 * slot.entry, 2));
                let found = b.if_yields(
                    offset.is_not(0u64),
                    &[("pos", ValueType::U64), ("offset", ValueType::U64)],
                    |b| {
                        let (pos, bits) = self.checked(b, offset, OFFSET as u8);
                        let bits = b.let_("bits", bits);
                        b.check(bits.is_not(0u64), ErrorCode::BadPointer);
                        vec![pos.into(), bits.into()]
                    },
                    |_| vec![0u64.into(), 0u64.into()],
                );
                (found[0], found[1])
            }
        }
    }

    /// Returns a field's position, aligned and within the buffer, and its bits.
    fn checked(&self, b: &mut FunctionBuilder, offset: VarId, width: u8) -> (VarId, Expr) {
        let pos = self.aligned(b, offset, width.into());
        let at = (self.buffer.into(), pos.into(), u64::from(width).into());
        let section = b.section("field", at, vec![0; width.into()], ErrorCode::BadPointer);
        (pos, load(section, 0, width))
    }

    fn aligned(&self, b: &mut FunctionBuilder, offset: VarId, align: u32) -> VarId {
        let pos = b.let_("pos", self.table + offset);
        if align > 1 {
            b.check((pos & (u64::from(align) - 1)).is(0u64), ErrorCode::BadPointer);
        }
        pos
    }
}

pub(super) fn load(section: VarId, offset: u32, width: u8) -> Expr {
    Expr::Load { section, offset, width, order: Order::Little }
}
