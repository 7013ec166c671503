//! Writes unions and vectors of unions.

use super::Flatbuffers;
use super::encode_value::{Behind, in_tail, put_empty_table, put_offset, put_text};
use super::table::{OFFSET, Reach, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arm, Const, Expr, Order, Place};

impl Flatbuffers {
    /// Puts the number of a union's case (0: none), and the case's value.
    pub(super) fn put_union(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        (kind, value): (Slot, Slot),
        place: &Place,
    ) {
        let tag = self.schema.tag(union);
        let number = tag.number(b, place);
        b.put_int(kind.offset, number, tag.width, Order::Little);
        self.put_case(b, (self.is_repeated(id), union), place, value.offset);
    }

    /// Puts an offset to the value of a union's case, if it holds one.
    fn put_case(&self, b: &mut FunctionBuilder, (is_repeated, union): (bool, UnionId), place: &Place, at: u32) {
        let cases = self.types().union(union).cases.iter().zip(0..);
        let arms = cases.map(|(case, index)| {
            let body = b.block(|b| {
                self.put_value(b, is_repeated, case.ty.as_ref(), place.case(index), at);
                vec![]
            });
            Arm { keys: vec![Const::U64(u64::from(index) + 1)], body }
        });
        let arms = arms.collect();
        let none = b.block(|_| vec![]);
        b.switch(Expr::Case(place.clone()), arms, none, &[]);
    }

    fn put_value(&self, b: &mut FunctionBuilder, is_repeated: bool, ty: Option<&Type>, place: Place, at: u32) {
        let inline = |ty: &Type| match ty {
            Type::Struct(inner) => self.schema.inline(*inner).map(|it| (*inner, it)),
            _ => None,
        };
        match ty {
            None => put_empty_table(b, at),
            Some(ty) => match (ty, inline(ty)) {
                (_, Some((inner, it))) => {
                    put_offset(b, at, Behind { align: it.align.max(OFFSET), ..Behind::default() });
                    in_tail(b, |b| b.section_block(u64::from(it.size), |b| self.call_put_inline(b, inner, place)));
                }
                (Type::Struct(inner), None) => self.put_child(b, (is_repeated, *inner), place, at),
                _ => put_text(b, place, at, Reach::NEAR),
            },
        }
    }

    /// Puts a vector of numbers, and one of offsets to the values.
    pub(super) fn put_unions(
        &self,
        b: &mut FunctionBuilder,
        union: UnionId,
        (kinds, values): (Slot, Slot),
        place: &Place,
    ) {
        let tag = self.schema.tag(union);
        let align = OFFSET.max(tag.width.into());
        let element = || ("element", Type::Union(union));
        put_offset(b, kinds.offset, Behind { align, ahead: OFFSET, target: 0 });
        in_tail(b, |b| {
            b.write_int(Expr::Len(place.clone()), OFFSET as u8, Order::Little);
            b.each(place.clone(), element(), None, |b, item, _| {
                let number = tag.number(b, &item.into());
                b.write_int(number, tag.width, Order::Little);
            });
        });
        put_offset(b, values.offset, Behind { align: OFFSET, ..Behind::default() });
        in_tail(b, |b| {
            let count = b.let_("count", Expr::Len(place.clone()));
            b.section_block((count << 2u64) + u64::from(OFFSET), |b| {
                b.put_int(0, count, OFFSET as u8, Order::Little);
                b.sub(OFFSET, |b| {
                    b.each(place.clone(), element(), Some(OFFSET), |b, item, _| {
                        self.put_case(b, (true, union), &item.into(), 0);
                    });
                });
            });
        });
    }
}
