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
use polywire_ir::{Arg, ErrorCode, Expr, Function, ValueType, VarId};
use std::collections::BTreeMap;

/// Where a field is.
struct Located {
    slot: Slot,
    size: u32,
    align: u32,
}

impl Flatbuffers {
    /// Checks that all fields of a table, which starts in the buffer, are aligned and in the buffer.
    pub(super) fn locate(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, table, vtable): (VarId, VarId, VarId),
        entries: VarId,
    ) {
        let fields = self.located(id);
        let (Some(widest), Some(locate)) = (fields.iter().map(|it| it.size).max(), self.functions(id).locate) else {
            return;
        };
        let joined = |it: &mut dyn Iterator<Item = Expr>| it.reduce(|all, it| all | it).unwrap_or_else(|| 0u64.into());
        let mut aligns: BTreeMap<u32, Vec<Slot>> = BTreeMap::new();
        fields.iter().for_each(|it| aligns.entry(it.align).or_default().push(it.slot));
        let unaligned = aligns.iter().filter(|(align, _)| **align > 1).map(|(align, slots)| {
            let offsets = slots.iter().map(|slot| entry(entries, *slot));
            // A table is aligned to the size of an offset, but not always to that of its fields.
            let all = match *align > OFFSET {
                true => joined(&mut offsets.map(|offset| table + offset)),
                false => joined(&mut offsets.into_iter()),
            };
            all & u64::from(align - 1)
        });
        let unaligned = joined(&mut unaligned.collect::<Vec<Expr>>().into_iter());
        let end = joined(&mut fields.iter().map(|it| entry(entries, it.slot))) + u64::from(widest);
        let left = Expr::from(buffer).bytes_len() - table;
        b.if_else(
            unaligned.is(0u64) & end.at_most(left),
            |_| {},
            |b| {
                let args = [buffer, table, vtable].map(|var| Arg::Value(var.into())).to_vec();
                b.call(locate, args, &[]);
            },
        );
    }

    /// `locate_Name(buffer, table, vtable)`: checks each field by itself.
    pub(super) fn locate_each(&self, id: StructId) -> Function {
        let mut b = self.scaffold.function("locate", id);
        b.rare();
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let table = b.value_param("table", ValueType::U64);
        let vtable = b.value_param("vtable", ValueType::U64);
        let entries = self.entries(&mut b, id, buffer, vtable).1;
        for Located { slot, size, align } in self.located(id) {
            let offset = b.let_("offset", entry(entries, slot));
            b.when(offset.is_not(0u64), |b| {
                let pos = b.let_("pos", table + offset);
                b.check((pos & u64::from(align - 1)).is(0u64), ErrorCode::BadPointer);
                let at = (buffer.into(), pos.into(), u64::from(size).into());
                b.section("field", at, vec![0; size as usize], ErrorCode::BadPointer);
            });
        }
        b.finish(vec![], vec![])
    }

    /// Returns the size of a vtable, and its entries as far as the schema has them: one of an older writer has fewer, one of
    /// a newer writer more.
    pub(super) fn entries(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        buffer: VarId,
        vtable: VarId,
    ) -> (VarId, VarId) {
        b.check((vtable & 1u64).is(0u64), ErrorCode::BadPointer);
        let size = b.section("size", (buffer.into(), vtable.into(), 2u64.into()), vec![0; 2], ErrorCode::BadPointer);
        let size = b.let_("size", load(size, 0, 2));
        b.check((size & 1u64).is(0u64), ErrorCode::BadLength);
        let at = (buffer.into(), vtable.into(), size.into());
        let entries = b.section("entries", at, vec![0; self.table(id).vtable.len()], ErrorCode::BadPointer);
        (size, entries)
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

/// The offset of a field in its table; 0 if the table lacks it.
pub(super) fn entry(entries: VarId, slot: Slot) -> Expr {
    load(entries, 4 + 2 * slot.entry, 2)
}
