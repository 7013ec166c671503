//! The types of a value (clauses 9.3.4.2 and 9.3.4.3): none if it is the type of the member, else a repository id, or a list with those of
//! bases that the value can be cut down to.

use super::super::read::Layout;
use super::id::read_target;
use super::plan::{AnyOf, Tools};
use super::tag;
use crate::plan::arm;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Block, Const, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// What an id or a list of ids names: its case, from 1 on, and how many ids precede it that the schema does not have.
const FOUND: [(&str, ValueType); 2] = [("case", ValueType::U64), ("before", ValueType::U64)];

/// Work for an id that is read once more.
const COST_OF_ID: u64 = 16;

/// The kinds of types in a tag.
mod kind {
    use super::tag;
    pub const NONE: u64 = 0;
    pub const SINGLE: u64 = tag::SINGLE_ID >> 1;
    pub const LIST: u64 = tag::LIST_OF_IDS >> 1;
}

/// `case_of_id_Name(id) -> case`: 0 if the schema does not have it.
pub(super) fn case_of_id(name: &str, any_of: &AnyOf) -> Function {
    let mut b = FunctionBuilder::new(format!("case_of_id_{name}"));
    let id = b.value_param("id", ValueType::Bytes);
    let ids = any_of.cases.iter().zip(1u64..).filter_map(|(case, number)| Some((case.as_ref()?, number)));
    let arms = ids.map(|(case, number)| Arm {
        keys: vec![Const::Bytes(case.id.as_bytes().to_vec())],
        body: b.block(|_| vec![number.into()]),
    });
    let arms = arms.collect();
    let unknown = b.block(|_| vec![0u64.into()]);
    let case = b.switch(id.into(), arms, unknown, &[("case", ValueType::U64)])[0];
    b.finish(vec![case.into()], vec![ValueType::U64])
}

/// `case_of_id_any(id, told) -> case`: 1 if it is the id that the reader was told.
pub(super) fn is_told_id() -> Function {
    let mut b = FunctionBuilder::new("case_of_id_any");
    let [id, told] = ["id", "told"].map(|name| b.value_param(name, ValueType::Bytes));
    b.finish(vec![id.is(told).as_int()], vec![ValueType::U64])
}

/// `first_known_Name(count, origin, little) -> (case, before)`: reads this many ids.
pub(super) fn first_known(name: &str, any_of: &AnyOf, tools: Tools) -> Function {
    let mut b = FunctionBuilder::new(format!("first_known_{name}"));
    let count = b.value_param("count", ValueType::U64);
    let layout = Layout::params(&mut b);
    let told = told_id(&mut b, any_of);
    let carried = ["index", "case", "before"].map(|name| (name, ValueType::U64, Expr::from(0u64)));
    let found = b.loop_while(
        carried.to_vec(),
        |carried| carried[0].below(count),
        |b, carried| {
            let id = read_id(b, tools, layout);
            let args = [vec![Arg::Value(id)], told.clone()].concat();
            let case = b.call(any_of.case_of_id, args, &[("of_id", ValueType::U64)])[0];
            let is_new = Expr::from(b.let_("is_new", carried[1].is(0u64)));
            let is_unknown = is_new.clone() & case.is(0u64);
            vec![carried[0] + 1u64, is_new.choose(case, carried[1]), carried[2] + is_unknown.as_int()]
        },
    );
    b.finish(vec![found[1].into(), found[2].into()], vec![ValueType::U64, ValueType::U64])
}

/// `choose_Name(tag, origin, little) -> (case, before)`: reads the ids that the tag says.
pub(super) fn choose(name: &str, any_of: &AnyOf, tools: Tools) -> Function {
    let mut b = FunctionBuilder::new(format!("choose_{name}"));
    let tag = b.value_param("tag", ValueType::U64);
    let layout = Layout::params(&mut b);
    let told = told_id(&mut b, any_of);
    let declared = any_of.cases.iter().position(|it| it.as_ref().is_some_and(|it| it.id == any_of.declared_id));
    let declared = declared.map_or(u64::from(any_of.is_told), |index| index as u64 + 1);
    let none = Arm { keys: vec![Const::U64(kind::NONE)], body: b.block(|_| vec![declared.into(), 0u64.into()]) };
    let single = b.block(|b| {
        let id = read_id(b, tools, layout);
        let args = [vec![Arg::Value(id)], told.clone()].concat();
        let case = b.call(any_of.case_of_id, args, &[("case", ValueType::U64)])[0];
        vec![case.into(), 0u64.into()]
    });
    let list = b.block(|b| {
        let count = layout.read(b, "ids", 4);
        let known = |b: &mut FunctionBuilder, count: Expr| {
            let args = vec![Arg::Value(count), Arg::Value(layout.origin.into()), Arg::Value(layout.little.into())];
            b.call(any_of.first_known, [args, told.clone()].concat(), &FOUND).into_iter().map(Expr::from).collect()
        };
        let earlier = |b: &mut FunctionBuilder| {
            let target = read_target(b, layout);
            let found = b.at(Expr::Input, target, &FOUND, |b| {
                let count = b.read_int("ids", 4, Order::LittleIf(layout.little));
                // These ids paid for their work the first time.
                b.charge(count * COST_OF_ID);
                known(b, count.into())
            });
            found.into_iter().map(Expr::from).collect()
        };
        let found = b.if_yields(count.clone().is(tag::INDIRECTION), &FOUND, earlier, |b| known(b, count.clone()));
        found.into_iter().map(Expr::from).collect()
    });
    let refused = b.block(|b| {
        b.fail(ErrorCode::Mismatch);
        vec![0u64.into(), 0u64.into()]
    });
    let arms = vec![
        none,
        Arm { keys: vec![Const::U64(kind::SINGLE)], body: single },
        Arm { keys: vec![Const::U64(kind::LIST)], body: list },
    ];
    let found = b.switch(kind_of(tag), arms, refused, &FOUND);
    b.check(found[0].is_not(0u64), ErrorCode::UnknownType);
    b.finish(vec![found[0].into(), found[1].into()], vec![ValueType::U64, ValueType::U64])
}

/// `skip_header(tag, origin, little)`: skips what is between the tag and the members.
pub(super) fn skip_header(tools: Tools) -> Function {
    let mut b = FunctionBuilder::new("skip_header");
    let tag = b.value_param("tag", ValueType::U64);
    let layout = Layout::params(&mut b);
    skip_codebase(&mut b, tools, tag, layout);
    let single = arm(&mut b, vec![Const::U64(kind::SINGLE)], |b| {
        read_id(b, tools, layout);
    });
    let list = arm(&mut b, vec![Const::U64(kind::LIST)], |b| {
        let count = layout.read(b, "ids", 4);
        let each = |b: &mut FunctionBuilder| {
            b.loop_while(
                vec![("index", ValueType::U64, 0u64.into())],
                |carried| carried[0].below(count.clone()),
                |b, carried| {
                    read_id(b, tools, layout);
                    vec![carried[0] + 1u64]
                },
            );
        };
        b.if_else(count.clone().is(tag::INDIRECTION), |b| b.skip(4u64), each);
    });
    b.switch(kind_of(tag), vec![single, list], Block::default(), &[]);
    b.finish(vec![], vec![])
}

/// Skips the place of code, which nobody needs.
pub(super) fn skip_codebase(b: &mut FunctionBuilder, tools: Tools, tag: VarId, layout: Layout) {
    b.when((tag & tag::HAS_CODEBASE).is_not(0u64), |b| {
        read_id(b, tools, layout);
    });
}

fn kind_of(tag: VarId) -> Expr {
    (tag >> 1u64) & 3u64
}

/// The id that a function is told, as an argument of others.
fn told_id(b: &mut FunctionBuilder, any_of: &AnyOf) -> Vec<Arg> {
    let told = any_of.is_told.then(|| b.value_param("told", ValueType::Bytes));
    told.into_iter().map(|it| Arg::Value(it.into())).collect()
}

fn read_id(b: &mut FunctionBuilder, tools: Tools, layout: Layout) -> Expr {
    let args = [layout.origin, layout.little].map(|it| Arg::Value(it.into())).to_vec();
    b.call(tools.read_id, args, &[("id", ValueType::Bytes)])[0].into()
}
