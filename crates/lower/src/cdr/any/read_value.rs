//! Values of valuetypes in an `any` (clause 9.3.4). Their numbers count from 0 in each outermost `any`, because it is a value of its own in
//! all programs; an indirection to what is outside is refused.

use super::super::Cdr;
use super::super::length::Limit;
use super::super::read::Layout;
use super::super::type_code::kind;
use super::super::type_code::walk::Spot;
use super::super::values::flow::Flow;
use super::super::values::id::{read_target, recalled_by};
use super::super::values::read::{begin, leave_chunk, read_header_told, read_inside};
use super::super::values::{key_in, tag};
use super::aggregate::{content, repository_id};
use super::read::{Reader, call};
use super::{Context, spot_params};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Const, Expr, Function, Place, ValueType, VarId};
use polywire_model::corba::ValueCase;

impl Reader<'_> {
    pub(super) fn values(&mut self, b: &mut FunctionBuilder, spot: Spot) {
        let read_state = self.context.anys.read_state;
        self.arm(b, &[kind::VALUE, kind::EVENT], |it, b| {
            it.value(b, spot, ValueCase::Value, |it, b, place, layout| {
                call(b, read_state, place.field(1), (layout, it.any), spot);
            });
        });
        self.arm(b, &[kind::VALUE_BOX], |it, b| {
            it.value(b, spot, ValueCase::Boxed, |it, b, place, layout| {
                let inside = content(b, it.context.types, spot);
                call(b, it.context.anys.read, place.field(1), (layout, it.any), inside);
            });
        });
    }

    /// Reads null, a value that occurred before, or a new one.
    fn value(
        &self,
        b: &mut FunctionBuilder,
        spot: Spot,
        case: ValueCase,
        read: impl FnOnce(&Self, &mut FunctionBuilder, &Place, Layout),
    ) {
        let (layout, anys, any) = (self.layout, self.context.anys, self.any);
        let begun = begin(b, layout);
        let null = layout.arm(b, vec![Const::U64(tag::NULL)], |b| leave_chunk(b, begun, layout));
        let same = layout.arm(b, vec![Const::U64(tag::INDIRECTION)], |b| {
            let target = read_target(b, layout);
            let key = key_in(b, target, any);
            let number = recalled_by(b, key);
            self.open(b, ValueCase::Same, |b, place| b.set(place, number));
            leave_chunk(b, begun, layout);
        });
        let new = layout.block(b, |b| {
            let id = repository_id(b, spot);
            let key = |b: &mut FunctionBuilder, start: VarId| key_in(b, start, any);
            let told = vec![Arg::Value(id.into())];
            let header = read_header_told(b, (anys.tools, &anys.ids), begun, layout, (&key, told));
            self.open(b, case, |b, place| {
                let text = spot.parameters(b, &[("text", ValueType::Bytes)], |b, layout| {
                    vec![self.cdr.read_narrow_text(b, Limit::NONE, layout)]
                });
                b.charge(Expr::from(id).bytes_len());
                b.set(place.field(0), text[0]);
                read_inside(b, anys.tools, (&header, &place), layout, |b, layout| read(self, b, &place, layout));
            });
        });
        layout.switch(b, begun.tag.into(), vec![null, same], new);
    }
}

impl Cdr<'_> {
    /// `read_any_state(members, …, count, end, level, any, types, at, typed_little) -> (count, end)`.
    pub(super) fn read_any_state(&self, context: Context<'_>) -> Function {
        let mut b = self.scaffold.named("read_any_state".to_owned());
        let list = Place::from(b.build_param("members", context.anys.case(self.types, ValueCase::Members)));
        let layout = self.reader_params(&mut b);
        let flow = Flow::params_of_any(&mut b, context.anys.tools.next_chunk);
        let layout = Layout { flow: Some(&flow), ..layout };
        let any = b.value_param("any", ValueType::U64);
        let spot = spot_params(&mut b, layout.minor);
        let listed = self.listed(&mut b, context, spot);
        let member = ("member", context.anys.member.clone());
        layout.fill_carry(&mut b, (list, listed.count()), member, vec![], |b, item, index, _| {
            let (members, at) = listed.member(b, index);
            let (name, spot, next) = self.next_member(b, context.types, members, at);
            b.charge(Expr::from(next) - at);
            b.set(item.field(0), name);
            call(b, context.anys.read, item.field(1), (layout, any), spot);
            vec![]
        });
        b.finish(layout.state(), layout.state_types())
    }
}
