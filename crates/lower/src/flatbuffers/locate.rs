//! Tables with any vtable: all fields are located before the first one is read.
//!
//! One condition accepts nearly every table: offsets are joined by "or", which keeps the low bits that must be zero, and is
//! at least as large as the largest of them. Where it does not hold, each field is checked by itself: in damaged messages,
//! at the end of a buffer, and if a wide field is absent from a table that is not aligned for it.
//!
//! Design: docs/decisions/0104-any-vtable.md

use super::Flatbuffers;
use super::source::load;
use super::table::{Field, OFFSET, Shape, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, ValueType, VarId};
use std::collections::BTreeMap;

/// Where a field is.
struct Located {
    slot: Slot,
    size: u32,
    align: u32,
}

impl Flatbuffers {
    /// Returns the size of a vtable and its entries, of a table which starts in the buffer. The numbers of the vtable are even,
    /// and all fields are aligned and in the buffer.
    pub(super) fn locate(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, table, vtable): (VarId, VarId, VarId),
        locate_each: FuncId,
    ) -> (VarId, VarId) {
        let (size, entries) = self.entries(b, id, buffer, vtable);
        let fields = self.located(id);
        let numbers = (size | vtable) & 1u64;
        let aligned = joined(low_bits(&fields, table, entries).into_iter().chain([numbers])).map(|bits| bits.is(0u64));
        let largest = joined(fields.iter().map(|it| entry(entries, it.slot)));
        let widest = fields.iter().map(|it| it.size).max().unwrap_or_default();
        let left = Expr::from(buffer).bytes_len() - table;
        let in_buffer = largest.map(|largest| (largest + u64::from(widest)).at_most(left));
        let Some(located) = aligned.into_iter().chain(in_buffer).reduce(|all, it| all & it) else {
            return (size, entries);
        };
        b.if_else(
            located,
            |_| {},
            |b| {
                let args = [buffer, table, vtable].map(|var| Arg::Value(var.into())).to_vec();
                b.call(locate_each, args, &[]);
            },
        );
        (size, entries)
    }

    /// `locate_Name(buffer, table, vtable)`: checks each field by itself.
    pub(super) fn locate_each(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("locate", id);
        b.rare();
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let table = b.value_param("table", ValueType::U64);
        let vtable = b.value_param("vtable", ValueType::U64);
        let entries = self.even_entries(&mut b, id, buffer, vtable).1;
        for Located { slot, size, align } in self.located(id) {
            let offset = b.let_("offset", entry(entries, slot));
            b.when(offset.is_not(0u64), |b| {
                let pos = b.let_("pos", table + offset);
                if align > 1 {
                    b.check((pos & u64::from(align - 1)).is(0u64), ErrorCode::BadPointer);
                }
                let at = (buffer.into(), pos.into(), u64::from(size).into());
                b.section("field", at, vec![0; size as usize], ErrorCode::BadPointer);
            });
        }
        b.finish(vec![], vec![])
    }

    /// Returns the size of a vtable and its entries; the position and the size are even.
    pub(super) fn even_entries(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        buffer: VarId,
        vtable: VarId,
    ) -> (VarId, VarId) {
        b.check((vtable & 1u64).is(0u64), ErrorCode::BadPointer);
        let (size, entries) = self.entries(b, id, buffer, vtable);
        b.check((size & 1u64).is(0u64), ErrorCode::BadLength);
        (size, entries)
    }

    /// Returns the size of a vtable, and its entries as far as the schema has them: one of an older writer has fewer, one of
    /// a newer writer more.
    fn entries(&self, b: &mut FunctionBuilder, id: StructId, buffer: VarId, vtable: VarId) -> (VarId, VarId) {
        let size = b.section("size", (buffer.into(), vtable.into(), 2u64.into()), vec![0; 2], ErrorCode::BadPointer);
        let size = b.let_("size", load(size, 0, 2));
        b.check(size.at_most(Expr::from(buffer).bytes_len() - vtable), ErrorCode::BadPointer);
        let at = (buffer.into(), vtable.into(), size.into());
        (size, b.section("entries", at, vec![0; self.table(id).vtable.len()], None))
    }

    /// Returns the places of the selected fields.
    fn located(&self, id: StructId) -> Vec<Located> {
        let fields = self.table(id).fields.iter().zip(0..);
        fields.filter(|(_, index)| self.projection.field(id, *index)).flat_map(|(it, _)| self.places_of(it)).collect()
    }

    fn places_of(&self, field: &Field) -> Vec<Located> {
        let square = |slot: Slot, width: u8| Located { slot, size: width.into(), align: width.into() };
        match &field.shape {
            Shape::Scalar(scalar) => vec![square(field.slot, scalar.width())],
            Shape::Inline(id) => {
                let (size, align) = self.schema.inline(*id).map_or((0, 1), |it| (it.size, it.align));
                vec![Located { slot: field.slot, size, align }]
            }
            Shape::Union(id, value) => {
                vec![square(field.slot, self.schema.tag(*id).width), square(*value, OFFSET as u8)]
            }
            Shape::Unions(_, values) => vec![square(field.slot, OFFSET as u8), square(*values, OFFSET as u8)],
            Shape::Text | Shape::Bytes(_) | Shape::Table(_) | Shape::Buffer(_) | Shape::Vector(..) => {
                vec![square(field.slot, field.reach.offset)]
            }
        }
    }
}

/// Returns bits that are zero if all fields are aligned; `None` if none needs it.
fn low_bits(fields: &[Located], table: VarId, entries: VarId) -> Option<Expr> {
    let mut aligns: BTreeMap<u32, Vec<Slot>> = BTreeMap::new();
    fields.iter().filter(|it| it.align > 1).for_each(|it| aligns.entry(it.align).or_default().push(it.slot));
    joined(aligns.into_iter().filter_map(|(align, slots)| {
        let offsets = slots.into_iter().map(|slot| entry(entries, slot));
        // A table is aligned to the size of an offset, but not always to that of its fields.
        let all = match align > OFFSET {
            true => joined(offsets.map(|offset| table + offset)),
            false => joined(offsets),
        };
        all.map(|all| all & u64::from(align - 1))
    }))
}

/// Joins numbers by "or".
fn joined(numbers: impl Iterator<Item = Expr>) -> Option<Expr> {
    numbers.reduce(|all, it| all | it)
}

/// The offset of a field in its table; 0 if the table lacks it.
pub(super) fn entry(entries: VarId, slot: Slot) -> Expr {
    load(entries, 4 + 2 * slot.entry, 2)
}
