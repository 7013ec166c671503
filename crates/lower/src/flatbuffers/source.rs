//! Locates the fields of a table during decoding.

use super::locate::entry;
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
    /// The same, and all fields are aligned and in the buffer.
    Located {
        /// The vtable.
        entries: VarId,
        /// Where scalars are read without a branch, if they are.
        base: Option<VarId>,
    },
}

impl Fields {
    /// Returns the offset of a field in the table; 0 if the table lacks it.
    fn offset(self, slot: Slot) -> Expr {
        match self {
            Self::Constant(_) => u64::from(slot.offset).into(),
            Self::Vtable(entries) | Self::Located { entries, .. } => entry(entries, slot),
        }
    }

    /// Returns true if the places of fields need a check.
    fn are_unchecked(self) -> bool {
        matches!(self, Self::Vtable(_))
    }
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
            Fields::Vtable(_) | Fields::Located { .. } => {
                let offset = b.let_("offset", self.fields.offset(slot));
                b.if_else(
                    offset.is_not(0u64),
                    |b| {
                        let (pos, bits) = self.number(b, offset, width);
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
            Fields::Vtable(_) | Fields::Located { .. } => {
                let offset = b.let_("offset", self.fields.offset(slot));
                b.if_else(
                    offset.is_not(0u64),
                    |b| {
                        let (pos, _) = self.checked(b, offset, (size, align));
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
            Fields::Vtable(_) | Fields::Located { .. } => {
                let offset = b.let_("offset", self.fields.offset(slot));
                let bits = b.if_yields(
                    offset.is_not(0u64),
                    &[("bits", ValueType::U64)],
                    |b| vec![self.number(b, offset, width).1],
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
            Fields::Vtable(_) | Fields::Located { .. } => {
                let offset = b.let_("offset", self.fields.offset(slot));
                let found = b.if_yields(
                    offset.is_not(0u64),
                    &[("pos", ValueType::U64), ("offset", ValueType::U64)],
                    |b| {
                        let (pos, bits) = self.number(b, offset, OFFSET as u8);
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

    /// Returns the bits of a scalar, or those that stand for an absent one; `None` if that needs a branch.
    pub fn bits_or(&self, b: &mut FunctionBuilder, slot: Slot, width: u8, absent: u64) -> Option<Expr> {
        let Fields::Located { entries, base: Some(base) } = self.fields else { return None };
        let offset = b.let_("offset", entry(entries, slot));
        let at = (self.buffer.into(), base + offset, u64::from(width).into());
        let section = b.section("field", at, vec![0; width.into()], None);
        // A mask, because compilers turn a choice into a branch, which defaults make unpredictable.
        let mask = Expr::from(0u64) - offset.is_not(0u64).as_int();
        let bits = load(section, 0, width);
        Some(match absent {
            0 => bits & mask,
            _ => ((bits ^ absent) & mask) ^ absent,
        })
    }

    /// Returns the position of a field, aligned and within the buffer, and the field as a section.
    fn checked(&self, b: &mut FunctionBuilder, offset: VarId, (size, align): (u32, u32)) -> (VarId, VarId) {
        let is_unchecked = self.fields.are_unchecked();
        let pos = b.let_("pos", self.table + offset);
        if align > 1 && is_unchecked {
            b.check((pos & (u64::from(align) - 1)).is(0u64), ErrorCode::BadPointer);
        }
        let at = (self.buffer.into(), pos.into(), u64::from(size).into());
        let code = is_unchecked.then_some(ErrorCode::BadPointer);
        (pos, b.section("field", at, vec![0; size as usize], code))
    }

    /// The same for a number of this many bytes: its position and bits.
    fn number(&self, b: &mut FunctionBuilder, offset: VarId, width: u8) -> (VarId, Expr) {
        let (pos, section) = self.checked(b, offset, (width.into(), width.into()));
        (pos, load(section, 0, width))
    }
}

pub(super) fn load(section: VarId, offset: u32, width: u8) -> Expr {
    Expr::Load { section, offset, width, order: Order::Little }
}
