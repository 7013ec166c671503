//! The places of values that are read in place: those of tables with their vtables, and of lists.

use super::Flatbuffers;
use super::source::load;
use super::table::{OFFSET, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Function, ValueType, VarId};

/// The values that locate a table. One that a message lacks has an empty buffer and an empty vtable.
pub(super) const TABLE: [(&str, ValueType); 4] =
    [("buffer", ValueType::Bytes), ("table", ValueType::U64), ("vtable", ValueType::Bytes), ("levels", ValueType::U64)];

/// The values that locate a list. An array that a message lacks has an empty buffer.
pub(super) const LIST: [(&str, ValueType); 4] =
    [("count", ValueType::U64), ("buffer", ValueType::Bytes), ("first", ValueType::U64), ("levels", ValueType::U64)];

/// The place of a table.
#[derive(Clone, Copy)]
pub(super) struct TablePlace {
    /// The buffer that contains it: Bytes.
    pub buffer: VarId,
    /// Its position: U64.
    pub table: VarId,
    /// Its vtable: Bytes.
    pub vtable: VarId,
    /// Nesting levels that may still be entered: U64.
    pub levels: VarId,
}

impl TablePlace {
    /// Declares the parameters of an accessor.
    pub fn params(b: &mut FunctionBuilder) -> Self {
        let [buffer, table, vtable, levels] = TABLE.map(|(name, ty)| b.value_param(name, ty));
        Self { buffer, table, vtable, levels }
    }

    /// Returns the offset of a field in the table; 0 if the table lacks it. A vtable of an older writer has fewer entries.
    pub fn offset(&self, b: &mut FunctionBuilder, slot: Slot) -> VarId {
        let at = u64::from(4 + 2 * slot.entry);
        let has = Expr::from(at + 2).at_most(Expr::from(self.vtable).bytes_len());
        let read = |b: &mut FunctionBuilder| {
            let entry = b.section("entry", (self.vtable.into(), at.into(), 2u64.into()), vec![0; 2], None);
            vec![load(entry, 0, 2)]
        };
        b.if_yields(has, &[("offset", ValueType::U64)], read, |_| vec![0u64.into()])[0]
    }

    /// Returns the position of the field at an offset, aligned.
    pub fn aligned(&self, b: &mut FunctionBuilder, offset: VarId, align: u32) -> VarId {
        let pos = b.let_("pos", self.table + offset);
        if align > 1 {
            b.check((pos & (u64::from(align) - 1)).is(0u64), ErrorCode::BadPointer);
        }
        pos
    }

    /// Tests whether a message lacks the table itself.
    pub fn is_lacking(&self) -> Expr {
        Expr::from(self.buffer).bytes_len().is(0u64)
    }
}

/// `vtable(buffer, table) -> vtable`: the vtable of the table at a position.
pub(super) fn find_vtable() -> Function {
    let mut b = FunctionBuilder::new("vtable");
    let buffer = b.value_param("buffer", ValueType::Bytes);
    let table = b.value_param("table", ValueType::U64);
    let head = b.section("head", (buffer.into(), table.into(), 4u64.into()), vec![0; 4], ErrorCode::BadPointer);
    let distance = load(head, 0, OFFSET as u8).sign_extended(32).reinterpret();
    let vtable = b.let_("vtable", table - distance);
    b.check((vtable & 1u64).is(0u64), ErrorCode::BadPointer);
    let size = b.section("size", (buffer.into(), vtable.into(), 2u64.into()), vec![0; 2], ErrorCode::BadPointer);
    let size = b.let_("size", load(size, 0, 2));
    b.check((size & 1u64).is(0u64), ErrorCode::BadLength);
    let bytes = span(&mut b, buffer, vtable, size.into());
    b.finish(vec![bytes.into()], vec![ValueType::Bytes])
}

/// Returns bytes of a buffer.
pub(super) fn span(b: &mut FunctionBuilder, buffer: VarId, pos: VarId, len: Expr) -> VarId {
    b.at(buffer, pos, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", len).into()])[0]
}

impl Flatbuffers {
    /// Returns the nesting levels left inside a table; a recursive one counts as a level.
    pub(super) fn levels_in(&self, b: &mut FunctionBuilder, id: StructId, levels: VarId) -> Expr {
        if !self.scaffold.nests(id) {
            return levels.into();
        }
        b.check(levels.is_not(0u64), ErrorCode::TooDeep);
        levels - 1u64
    }
}
