//! Reading values.

use super::super::Cdr;
use super::super::form::Form;
use super::super::read::Layout;
use super::chunk::{before_chunk, is_length, is_value};
use super::flow::{Flow, NO_CHUNKS};
use super::header::skip_codebase;
use super::id::{read_target, recalled};
use super::plan::{AnyOf, Tools};
use super::{key, tag};
use crate::plan::report_unknown_at;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Place, UnknownKind, ValueType, VarId};

/// The tag of a value.
#[derive(Clone, Copy)]
pub(in crate::cdr) struct Begun {
    pub tag: VarId,
    /// Its position.
    start: VarId,
    /// It is in a chunk, or there are no chunks.
    is_inside: VarId,
}

/// What a tag and the ids behind it tell.
pub(in crate::cdr) struct Header {
    case: VarId,
    has_chunks: VarId,
    /// The schema does not have the type of the value, but a base of it.
    is_cut: VarId,
}

impl Cdr<'_> {
    /// `read_Name(value, origin, little, count, end, level) -> (count, end)`.
    pub(super) fn read_any_of(&self, id: UnionId, (tools, any_of): (Tools, &AnyOf)) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let layout = self.reader_params(&mut b);
        let flow = self.flow_params(&mut b, id.into());
        let layout = Layout { flow: flow.as_ref(), ..layout };
        let begun = begin(&mut b, layout);
        let null = layout.arm(&mut b, vec![Const::U64(tag::NULL)], |b| leave_chunk(b, begun, layout));
        let same = layout.arm(&mut b, vec![Const::U64(tag::INDIRECTION)], |b| {
            let target = read_target(b, layout);
            let number = recalled(b, target);
            let index = any_of.cases.iter().position(Option::is_none).unwrap_or_default();
            b.set(value.case(index as u32), number);
            leave_chunk(b, begun, layout);
        });
        let new = layout.block(&mut b, |b| {
            let header = read_header(b, (tools, any_of), begun, layout);
            let arms = any_of.cases.iter().zip(0u32..).filter(|(case, _)| case.is_some()).map(|(_, index)| {
                let case = &self.types.union(id).cases[index as usize];
                layout.arm(b, vec![Const::U64(u64::from(index) + 1)], |b| {
                    layout.open(b, (value.clone(), Some(index)), ("case", case.value_type()), |b, place| {
                        let form = self.form_of_case(id, index);
                        let ty = case.value_type();
                        self.read_value_members(b, tools, ((&ty, form), place), &header, layout);
                    });
                })
            });
            let arms = arms.collect();
            let unknown = layout.block(b, |b| b.fail(ErrorCode::UnknownType));
            layout.switch(b, header.case.into(), arms, unknown);
        });
        layout.switch(&mut b, begun.tag.into(), vec![null, same], new);
        b.finish(layout.state(), layout.state_types())
    }

    /// `read_message_Name(value, origin, little)`: reads a value that is the whole message, into its members.
    pub(super) fn read_value_message(&self, id: StructId, tools: Tools, any_of: &AnyOf) -> Function {
        let mut b = self.scaffold.named(format!("read_message_{}", &self.scaffold.names[id]));
        let place = Place::from(b.build_param("value", Type::Struct(id)));
        let layout = self.reader_params(&mut b);
        let first = [0u64, NO_CHUNKS, 0].map(|number| b.let_("first", number));
        let flow = Flow::new(first, tools.next_chunk);
        let layout = Layout { flow: Some(&flow), ..layout };
        let begun = begin(&mut b, layout);
        b.check(begun.tag.is_not(tag::NULL), ErrorCode::MissingField);
        let header = read_header(&mut b, (tools, any_of), begun, layout);
        self.read_value_members(&mut b, tools, ((&Type::Struct(id), Form::PLAIN), place), &header, layout);
        b.finish(vec![], vec![])
    }

    fn read_value_members(
        &self,
        b: &mut FunctionBuilder,
        tools: Tools,
        ((ty, form), place): ((&Type, Form<'_>), Place),
        header: &Header,
        layout: Layout,
    ) {
        read_inside(b, tools, (header, &place), layout, |b, layout| {
            // A valuetype may have no members.
            if !matches!(ty, Type::Struct(id) if self.types.record(*id).fields.is_empty()) {
                self.read(b, (ty, form), place.clone(), layout);
            }
        });
    }
}

/// Reads what is in a value, up to its end.
pub(in crate::cdr) fn read_inside(
    b: &mut FunctionBuilder,
    tools: Tools,
    (header, place): (&Header, &Place),
    layout: Layout,
    read: impl FnOnce(&mut FunctionBuilder, Layout),
) {
    let Some(outer) = layout.flow else { return };
    let has_chunks = Expr::from(header.has_chunks);
    let count = b.let_("count", outer.count() + 1u64);
    let end = b.let_("end", before_chunk(has_chunks.clone()));
    let level = b.let_("level", outer.level + has_chunks.clone().as_int());
    let inner = outer.inside([count, end, level]);
    read(b, Layout { flow: Some(&inner), ..layout });
    b.when(has_chunks, |b| {
        let from = b.let_("from", Expr::Pos);
        let args = [inner.end(), level, header.is_cut, layout.origin, layout.little];
        b.call(tools.leave_value, args.map(|it| Arg::Value(it.into())).to_vec(), &[]);
        b.when(header.is_cut.into(), |b| {
            let len = Expr::Pos - from;
            report_unknown_at(b, (Expr::Input, from.into(), len), UnknownKind::Member, place);
        });
    });
    let end = b.let_("end", before_chunk(outer.level.is_not(0u64)));
    outer.set([inner.count(), end]);
}

/// Reads the tag of a value. Those of null, and of values that occurred before, can be in a chunk.
pub(in crate::cdr) fn begin(b: &mut FunctionBuilder, layout: Layout) -> Begun {
    let (outermost, end) = match layout.flow {
        Some(flow) => (flow.level.is(0u64), Expr::from(flow.end())),
        None => (true.into(), NO_CHUNKS.into()),
    };
    b.check(Expr::Pos.at_most(end.clone()), ErrorCode::BadLength);
    b.read_align(4u64, layout.origin);
    let start = b.let_("start", Expr::Pos);
    let is_inside = b.let_("is_inside", Expr::Pos.below(end.clone()));
    let first = layout.read_here(b, "tag", 4);
    let first = b.let_("first", first);
    let begins_chunk = !outermost & !Expr::from(is_inside) & is_length(first);
    let results =
        [("tag", ValueType::U64), ("start", ValueType::U64), ("is_inside", ValueType::Bool), ("end", ValueType::U64)];
    let in_chunk = |b: &mut FunctionBuilder| {
        let start = b.let_("start", Expr::Pos);
        let tag = layout.read_here(b, "tag", 4);
        vec![tag, start.into(), true.into(), start + first]
    };
    let here = |_: &mut FunctionBuilder| vec![first.into(), start.into(), is_inside.into(), end.clone()];
    let found = b.if_yields(begins_chunk, &results, in_chunk, here);
    layout.flow.into_iter().for_each(|flow| flow.set_end(found[3]));
    Begun { tag: found[0], start: found[1], is_inside: found[2] }
}

/// What is between chunks ends none.
pub(in crate::cdr) fn leave_chunk(b: &mut FunctionBuilder, begun: Begun, layout: Layout) {
    let Some(flow) = layout.flow else { return };
    let end = b.let_("end", Expr::from(begun.is_inside).choose(flow.end(), Expr::Pos));
    flow.set_end(end);
}

fn read_header(b: &mut FunctionBuilder, (tools, any_of): (Tools, &AnyOf), begun: Begun, layout: Layout) -> Header {
    let key = |b: &mut FunctionBuilder, start: VarId| key(b, start);
    read_header_told(b, (tools, any_of), begun, layout, (&key, Vec::new()))
}

/// Makes the key under which the number of a value is remembered, from its position.
type KeyOf<'k> = dyn Fn(&mut FunctionBuilder, VarId) -> VarId + 'k;

/// Reads the ids of a value that did not occur before, and remembers its number; `told` is the id that matters, if the type does not say it.
pub(in crate::cdr) fn read_header_told(
    b: &mut FunctionBuilder,
    (tools, any_of): (Tools, &AnyOf),
    begun: Begun,
    layout: Layout,
    (key, told): (&KeyOf<'_>, Vec<Arg>),
) -> Header {
    b.check(is_value(begun.tag), ErrorCode::Mismatch);
    let has_chunks = b.let_("has_chunks", (begun.tag & tag::HAS_CHUNKS).is_not(0u64));
    if let Some(flow) = layout.flow {
        let is_between = Expr::from(has_chunks) & !Expr::from(begun.is_inside);
        b.check(flow.level.is(0u64) | is_between, ErrorCode::BadLength);
        let start = key(b, begun.start);
        b.memo(start, |_| flow.count().into());
    }
    skip_codebase(b, tools, begun.tag, layout);
    let args = [begun.tag, layout.origin, layout.little].map(|it| Arg::Value(it.into())).to_vec();
    let found = b.call(any_of.choose, [args, told].concat(), &[("case", ValueType::U64), ("before", ValueType::U64)]);
    let is_cut = b.let_("is_cut", found[1].is_not(0u64));
    b.check(Expr::from(has_chunks) | !Expr::from(is_cut), ErrorCode::UnknownType);
    Header { case: found[0], has_chunks, is_cut }
}
