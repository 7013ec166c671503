//! Reads unions and vectors of unions.

use super::Flatbuffers;
use super::read_value::{Elements, Offset, check_forward};
use super::source::{Source, load};
use super::table::{OFFSET, Shape, Slot};
use crate::plan::report_unknown_at;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, StructId, Type, UnionId};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Order, Place, UnknownKind, ValueType, VarId};

/// An offset to the value of a case: its position and bits, if there is one.
type Value<'v> = &'v dyn Fn(&mut FunctionBuilder, &mut dyn FnMut(&mut FunctionBuilder, Expr, Expr));

/// A vector of the numbers of cases, and one of offsets to their values.
pub(super) struct Pairs {
    kinds: Elements,
    values: Elements,
}

impl Flatbuffers {
    /// Reads the case named by the number (0: none), and its value. An absent value is a new one.
    pub(super) fn read_union(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        source: &Source,
        (kind, value): (Slot, Slot),
        place: &Place,
    ) {
        let number = source.bits_or_zero(b, kind, self.schema.tag(union).width);
        let value: Value<'_> =
            &|b, then| source.field(b, value, OFFSET as u8, |b, pos, bits| then(b, pos, bits), |_| {});
        self.read_cases(b, (id, union), (source.buffer, number), value, place);
    }

    fn read_cases(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        (buffer, number): (VarId, Expr),
        value: Value<'_>,
        place: &Place,
    ) {
        let tag = self.schema.tag(union);
        let cases = self.types().union(union).cases.iter().zip(0..);
        let mut arms: Vec<Arm> = cases
            .zip(&tag.numbers)
            .map(|((case, index), number)| {
                let body = b.block(|b| {
                    self.read_case(b, (id, case, index), buffer, value, place);
                    vec![]
                });
                Arm { keys: vec![Const::U64(*number)], body }
            })
            .collect();
        let none = b.block(|b| {
            value(b, &mut |b, pos, bits| check_forward(b, buffer, pos, bits));
            vec![]
        });
        arms.push(Arm { keys: vec![Const::U64(0)], body: none });
        let unknown = b.block(|b| {
            match tag.is_own {
                true => self.read_unknown(b, buffer, value, place),
                false => b.fail(ErrorCode::UnknownCase),
            }
            vec![]
        });
        b.switch(number, arms, unknown, &[]);
    }

    /// A case of a newer schema is left out.
    fn read_unknown(&self, b: &mut FunctionBuilder, buffer: VarId, value: Value<'_>, place: &Place) {
        value(b, &mut |b, pos, bits| {
            let pos = b.let_("pos", pos);
            check_forward(b, buffer, pos.into(), bits);
            if self.first_set.is_some() {
                report_unknown_at(b, (buffer, pos.into(), u64::from(OFFSET).into()), UnknownKind::Case, place);
            }
        });
    }

    fn read_case(
        &self,
        b: &mut FunctionBuilder,
        (id, case, index): (StructId, &CaseType, u32),
        buffer: VarId,
        value: Value<'_>,
        place: &Place,
    ) {
        let Some(ty) = &case.ty else {
            let none = ("case", case.value_type());
            return b.open(place.clone(), Some(index), none, |b, _, _| {
                value(b, &mut |b, pos, bits| check_forward(b, buffer, pos, bits));
            });
        };
        b.open(place.clone(), Some(index), ("case", ty.clone()), |b, bind, _| {
            value(b, &mut |b, pos, bits| {
                let at = (b.let_("pos", pos), b.let_("offset", bits));
                let offset = Offset { buffer, at, charged: self.is_repeated(id) };
                self.read_case_value(b, ty, &offset, bind.into());
            });
        });
    }

    fn read_case_value(&self, b: &mut FunctionBuilder, ty: &Type, offset: &Offset, place: Place) {
        let inline = |id: &StructId| self.schema.inline(*id).map(|it| (*id, it));
        match ty {
            Type::Struct(id) => match inline(id) {
                Some((id, it)) => {
                    let pos = b.let_("target", offset.at.0 + offset.at.1);
                    let is_aligned = (pos & (u64::from(it.align) - 1)).is(0u64);
                    b.check(offset.at.1.is_not(0u64) & is_aligned, ErrorCode::BadPointer);
                    let at = (offset.buffer.into(), pos.into(), u64::from(it.size).into());
                    b.section("struct", at, vec![0; it.size as usize], ErrorCode::BadPointer);
                    self.call_read_inline(b, id, (offset.buffer, pos), place);
                }
                None => self.read_behind(b, (&Shape::Table(*id), OFFSET as u8), ty, offset, place),
            },
            _ => self.read_behind(b, (&Shape::Text, OFFSET as u8), ty, offset, place),
        }
    }

    /// Reads a vector of numbers and one of values, of the same length. Both are present, or none.
    pub(super) fn read_unions(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        source: &Source,
        (kinds, values): (Slot, Slot),
        read: impl FnOnce(&mut FunctionBuilder, &Pairs),
        missing: impl FnOnce(&mut FunctionBuilder),
    ) {
        let width = self.schema.tag(union).width;
        let kinds = self.elements(b, id, source, (kinds, width.into()));
        let values = self.elements(b, id, source, (values, OFFSET));
        let is_absent = |it: &Elements| it.first.is(0u64);
        b.check(values.count.is(kinds.count), ErrorCode::BadLength);
        b.check(is_absent(&kinds).is(is_absent(&values)), ErrorCode::MissingField);
        let absent = is_absent(&kinds);
        b.if_else(absent, missing, |b| read(b, &Pairs { kinds, values }));
    }

    /// Returns a vector's elements; both numbers are 0 if the table lacks it.
    fn elements(&self, b: &mut FunctionBuilder, id: StructId, source: &Source, (slot, width): (Slot, u32)) -> Elements {
        let offset = source.optional(b, slot);
        let results = [("first", ValueType::U64), ("count", ValueType::U64)];
        let found = b.if_yields(
            offset.1.is_not(0u64),
            &results,
            |b| {
                let offset = Offset { buffer: source.buffer, at: offset, charged: self.is_repeated(id) };
                let it = self.vector(b, &offset, (width, OFFSET as u8));
                vec![it.first.into(), it.count.into()]
            },
            |_| vec![0u64.into(), 0u64.into()],
        );
        Elements { buffer: source.buffer, first: found[0], count: found[1] }
    }

    pub(super) fn read_pairs(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        Pairs { kinds, values }: &Pairs,
        place: &Place,
    ) {
        let (buffer, width) = (kinds.buffer, self.schema.tag(union).width);
        b.at(buffer, values.first, &[], |b| {
            b.fill(place.clone(), values.count, ("element", Type::Union(union)), |b, bind, index| {
                let pos = b.let_("pos", Expr::Pos);
                let offset = b.read_int("offset", OFFSET as u8, Order::Little);
                let at = (buffer.into(), kinds.first + index * u64::from(width), u64::from(width).into());
                let kind = b.section("kind", at, vec![0; width.into()], None);
                let value: Value<'_> = &|b, then| b.when(offset.is_not(0u64), |b| then(b, pos.into(), offset.into()));
                let number = load(kind, 0, width);
                self.read_cases(b, (id, union), (buffer, number), value, &bind.into());
            });
            vec![]
        });
    }
}
