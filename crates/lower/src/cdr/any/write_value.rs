//! Writing values of valuetypes in an `any`. Their types are those of the TypeCode, so they have neither ids nor chunks, as omniORB writes
//! them.

use super::super::Cdr;
use super::super::type_code::kind;
use super::super::type_code::walk::Spot;
use super::super::values::id::{recalled_by, write_distance};
use super::super::values::{key_in, tag};
use super::super::write::write_aligned;
use super::Context;
use super::aggregate::{content, repository_id};
use super::case;
use super::write::{Spots, Writer, check_name};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, Datum, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::corba::ValueCase;

impl Writer<'_> {
    pub(super) fn values(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let write_state = self.context.anys.write_state;
        self.counting(b, &[kind::VALUE, kind::EVENT], |it, b| {
            it.value(b, spot, ValueCase::Value, |it, b, place, count| {
                it.cdr.write_along(b, write_state, place.field(1), Spots { count, ..it.spots(spot) })
            })
        });
        self.counting(b, &[kind::VALUE_BOX], |it, b| {
            it.value(b, spot, ValueCase::Boxed, |it, b, place, count| {
                let inside = content(b, it.context.types, spot);
                it.cdr.write_along(b, it.context.anys.write, place.field(1), Spots { count, ..it.spots(inside) })
            })
        });
    }

    /// Appends null, a value that occurred before, or a new one.
    fn value(
        &self,
        b: &mut FunctionBuilder,
        spot: Spot,
        new: ValueCase,
        write: impl FnOnce(&Self, &mut FunctionBuilder, &Place, VarId) -> VarId,
    ) -> VarId {
        let layout = (self.origin, self.cdr.order);
        let null = b.block(|b| {
            write_aligned(b, tag::NULL.into(), 4, layout);
            vec![self.count.into()]
        });
        let same = b.block(|b| {
            let key = key_in(b, Expr::Get(case(&self.value, ValueCase::Same)), self.any);
            let position = recalled_by(b, key);
            write_distance(b, position, layout);
            vec![self.count.into()]
        });
        let begun = b.block(|b| {
            let place = case(&self.value, new);
            let id = repository_id(b, spot);
            check_name(b, place.field(0), id);
            self.begin(b);
            let count = b.let_("count", self.count + 1u64);
            vec![write(self, b, &place, count).into()]
        });
        let arm = |key: u64, body| Arm { keys: vec![Const::U64(key)], body };
        let arms = vec![arm(0, null), arm(ValueCase::Same as u64 + 1, same), arm(new as u64 + 1, begun)];
        let other = b.block(|b| {
            b.fail(ErrorCode::WrongKind);
            vec![self.count.into()]
        });
        b.switch(Expr::Case(self.value.clone()), arms, other, &[("count", ValueType::U64)])[0]
    }

    fn begin(&self, b: &mut FunctionBuilder) {
        b.write(Datum::Align { to: 4, from: self.origin.into() });
        let start = b.let_("start", Expr::Tail);
        let number = key_in(b, self.count, self.any);
        b.memo(number, |_| start.into());
        write_aligned(b, tag::VALUE.into(), 4, (self.origin, self.cdr.order));
    }
}

impl Cdr<'_> {
    /// `write_any_state(members, …, count, any, types, at, typed_little) -> count`.
    pub(super) fn write_any_state(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("write_any_state".to_owned());
        let list = Place::from(b.read_param("members", context.anys.case(self.types, ValueCase::Members)));
        let spots = self.spots_params(&mut b);
        let listed = self.listed(&mut b, context, spots.spot);
        b.check(Expr::Len(list.clone()).is(listed.count()), ErrorCode::WrongKind);
        let member = ("member", context.anys.member.clone());
        let carried = vec![("count", ValueType::U64, spots.count.into())];
        let last = b.each_carry(list, member, None, carried, |b, item, index, carried| {
            let item = Place::from(item);
            let (members, at) = listed.member(b, index);
            let (name, spot, _) = self.next_member(b, context.types, members, at);
            check_name(b, item.field(0), name);
            let spots = Spots { count: carried[0], spot, ..spots };
            vec![self.write_along(b, context.anys.write, item.field(1), spots).into()]
        });
        b.finish(vec![last[0].into()], vec![ValueType::U64])
    }
}
