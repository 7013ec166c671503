//! Required fields: looked for in a whole value, after its pieces have been merged.

use super::Protobuf;
use super::plan::{Member, Rule, Value};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Place};

/// The functions that check the structs in which a required field can be missing, at whatever depth.
pub(super) struct Required {
    checks: Vec<Option<FuncId>>,
}

impl Required {
    /// Declares the functions.
    pub fn declare(module: &mut ModuleBuilder, plans: &[Vec<Member>]) -> Self {
        let mut needed = vec![false; plans.len()];
        loop {
            let next: Vec<bool> =
                plans.iter().map(|plan| plan.iter().any(|member| can_miss(member, &needed))).collect();
            if next == needed {
                break;
            }
            needed = next;
        }
        Self { checks: needed.into_iter().map(|needed| needed.then(|| module.declare())).collect() }
    }

    /// The function that checks a struct, if it needs one.
    pub fn check(&self, id: StructId) -> Option<FuncId> {
        self.checks[id.0 as usize]
    }
}

fn can_miss(member: &Member, needed: &[bool]) -> bool {
    member.rule == Rule::Required || message_of(member).is_some_and(|id| needed[id.0 as usize])
}

fn message_of(member: &Member) -> Option<StructId> {
    match member.value {
        Value::Message(id) | Value::Group(id) => Some(id),
        Value::Scalar(_) | Value::Enum(_) | Value::Bytes | Value::FixedBytes(_) | Value::Mark => None,
    }
}

impl Protobuf<'_> {
    pub(super) fn check_struct(&self, id: StructId) -> Function {
        let mut b = FunctionBuilder::new(format!("check_required_{}", &self.names[id]));
        let value = Place::from(b.read_param("value", Type::Struct(id)));
        for member in self.plan(id) {
            let inner = message_of(member).and_then(|id| self.required.check(id));
            check_member(&mut b, member, &value, inner);
        }
        b.finish(vec![], vec![])
    }
}

fn check_member(b: &mut FunctionBuilder, member: &Member, owner: &Place, inner: Option<FuncId>) {
    let place = member.place(owner);
    if member.rule == Rule::Required {
        b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
    }
    let Some(inner) = inner else { return };
    let call = |b: &mut FunctionBuilder, value: Place| drop(b.call(inner, vec![Arg::Place(value)], &[]));
    match member.rule {
        Rule::Implicit | Rule::Required => call(b, member.value_place(owner)),
        Rule::Optional => b.when(Expr::Present(place), |b| call(b, member.value_place(owner))),
        Rule::Case(case) => {
            let held = Expr::Case(place).is(u64::from(case) + 1);
            b.when(held, |b| call(b, member.value_place(owner)));
        }
        Rule::Repeated { .. } => b.each(place, ("element", member.ty.clone()), None, |b, item, _| call(b, item.into())),
    }
}
