//! Views of unions: the number of the case, and its value.

use super::table::{Field, OFFSET, Shape, Slot};
use super::view::Viewing;
use super::view_read::{At, bits_at};
use super::view_table::{TablePlace, span};
use crate::plan::types_of;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_ir::{Access, Arm, Block, Const, ErrorCode, Expr, Function, Getter, ValueType, VarId};
use polywire_model::Presence;

impl Viewing<'_> {
    pub(super) fn union_access(
        &self,
        module: &mut ModuleBuilder,
        name: &str,
        (field, id, value): (&Field, UnionId, Slot),
    ) -> Access {
        let held = module.add(self.held(name, field, id));
        let cases = self.flatbuffers.types().union(id).cases.iter().map(|case| {
            let ty = case.ty.as_ref().filter(|ty| self.is_shown(ty))?;
            let get = module.add(self.case(name, (case, ty), value));
            Some(Getter::of(get))
        });
        Access::Union { held, cases: cases.collect() }
    }

    /// Returns the case named by the number; no case for the number of a newer schema.
    fn held(&self, name: &str, field: &Field, id: UnionId) -> Function {
        let mut b = self.function(format!("{name}_held"));
        let place = TablePlace::params(&mut b);
        let offset = place.offset(&mut b, field.slot);
        let width = self.flatbuffers.schema.tag(id).width;
        let read = |b: &mut FunctionBuilder| vec![bits_at(b, &place, offset, width).1];
        let present = offset.is_not(0u64);
        let number = b.if_yields(present, &[("number", ValueType::U64)], read, |_| vec![0u64.into()])[0];
        if field.presence == Presence::Required {
            self.require(&mut b, field, &place, number.is_not(0u64));
        }
        let held = self.case_of(&mut b, id, number.into());
        b.finish(vec![held], vec![ValueType::U64])
    }

    /// Returns the index of the case with a number plus one, or 0.
    pub(super) fn case_of(&self, b: &mut FunctionBuilder, id: UnionId, number: Expr) -> Expr {
        let tag = self.flatbuffers.schema.tag(id);
        let number = b.let_("number", number);
        let is_counted = tag.numbers.iter().zip(1..).all(|(number, case)| *number == case);
        let last = tag.numbers.len() as u64;
        if is_counted {
            if !tag.is_own {
                b.check(number.at_most(last), ErrorCode::UnknownCase);
            }
            return number.at_most(last).choose(number, 0u64);
        }
        let yields = |index: u64| Block { ops: vec![], yields: vec![index.into()] };
        let arm = |(number, index): (&u64, u64)| Arm { keys: vec![Const::U64(*number)], body: yields(index) };
        let mut arms: Vec<Arm> = tag.numbers.iter().zip(1..).map(arm).collect();
        if !tag.numbers.contains(&0) {
            arms.push(Arm { keys: vec![Const::U64(0)], body: yields(0) });
        }
        let unknown = b.block(|b| {
            if !tag.is_own {
                b.fail(ErrorCode::UnknownCase);
            }
            vec![0u64.into()]
        });
        b.switch(number.into(), arms, unknown, &[("held", ValueType::U64)])[0].into()
    }

    fn case(&self, name: &str, (case, ty): (&CaseType, &Type), value: Slot) -> Function {
        let mut b = self.function(format!("{name}_{}", case.name));
        let place = TablePlace::params(&mut b);
        let offset = place.offset(&mut b, value);
        let results = self.results(ty);
        let read = |b: &mut FunctionBuilder| {
            let (pos, bits) = bits_at(b, &place, offset, OFFSET as u8);
            let bits = b.let_("offset", bits);
            self.case_value(b, ty, (place.buffer, (pos, bits)), place.levels)
        };
        let absent = |_: &mut FunctionBuilder| self.absent((ty, None), place.levels);
        let found = b.if_yields(offset.is_not(0u64), &results, read, absent);
        b.finish(found.into_iter().map(Expr::from).collect(), types_of(&results))
    }

    /// Reads the value of a case behind an offset: a table, an inline struct or a text.
    pub(super) fn case_value(
        &self,
        b: &mut FunctionBuilder,
        ty: &Type,
        (buffer, at): (VarId, At),
        levels: VarId,
    ) -> Vec<Expr> {
        match ty {
            Type::Struct(id) => match self.flatbuffers.schema.inline(*id) {
                Some(it) => {
                    let pos = b.let_("target", at.0 + at.1);
                    let is_aligned = (pos & (u64::from(it.align) - 1)).is(0u64);
                    b.check(at.1.is_not(0u64) & is_aligned, ErrorCode::BadPointer);
                    vec![span(b, buffer, pos, u64::from(it.size).into()).into()]
                }
                None => self.behind(b, (&Shape::Table(*id), OFFSET as u8), ty, (buffer, at), levels),
            },
            _ => vec![self.text(b, ty, buffer, at).into()],
        }
    }

    /// Reads a vector of unions: one of numbers and one of offsets to values, of the same length. Both are present, or none.
    pub(super) fn unions(&self, name: &str, field: &Field, values: Slot, is_optional: bool) -> Function {
        let mut b = self.function(name.to_owned());
        let place = TablePlace::params(&mut b);
        let Shape::Unions(union, _) = field.shape else { unreachable!("a vector of unions") };
        let width = u32::from(self.flatbuffers.schema.tag(union).width);
        let (kinds, count) = self.part(&mut b, &place, field.slot, width);
        let (values, value_count) = self.part(&mut b, &place, values, OFFSET);
        b.check(count.is(value_count), ErrorCode::BadLength);
        let present = b.let_("present", kinds.is_not(0u64));
        b.check(Expr::from(present).is(values.is_not(0u64)), ErrorCode::MissingField);
        self.require(&mut b, field, &place, present.into());
        let mut yields: Vec<Expr> = [count, place.buffer, kinds, values, place.levels].map(Expr::from).to_vec();
        let mut results = super::view_list::UNIONS.to_vec();
        if is_optional {
            yields.insert(0, present.into());
            results.insert(0, super::view::PRESENT);
        }
        b.finish(yields, types_of(&results))
    }

    /// Returns the first element of one of the vectors, and the number of elements; zeros if the table lacks it.
    fn part(&self, b: &mut FunctionBuilder, place: &TablePlace, slot: Slot, width: u32) -> (VarId, VarId) {
        let offset = place.offset(b, slot);
        let results = [("first", ValueType::U64), ("count", ValueType::U64)];
        let read = |b: &mut FunctionBuilder| {
            let (pos, bits) = bits_at(b, place, offset, OFFSET as u8);
            let bits = b.let_("offset", bits);
            let (first, count) = self.vector(b, place.buffer, (pos, bits), (width, OFFSET as u8));
            vec![first.into(), count.into()]
        };
        let found = b.if_yields(offset.is_not(0u64), &results, read, |_| vec![0u64.into(), 0u64.into()]);
        (found[0], found[1])
    }
}
