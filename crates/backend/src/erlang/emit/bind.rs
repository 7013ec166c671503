//! Ops that bind a part of a value under construction.

use super::boolean::truth;
use super::env::{Env, Root};
use super::place::{Node, NodeType};
use super::slot::{Slot, split};
use super::{Emit, Then};
use crate::erlang::ast::{Clause, Ex};
use crate::erlang::names::escaped;
use crate::outline::uses_in;
use polywire_ir::types::Type;
use polywire_ir::{Block, Expr, Op, Place, UnaryOp, VarId};

impl Emit<'_> {
    /// `Push`.
    pub fn push(
        &mut self,
        mut env: Env,
        place: &Place,
        bind: VarId,
        (body, results): (&Block, &[VarId]),
        then: Then,
    ) -> Vec<Ex> {
        let (list, (path, behind)) = (env.key(place.root), split(&place.steps));
        if !behind.is_empty() {
            self.unsupported(&env, "an element is pushed behind an optional or a case");
        }
        let element = self.bound_type(&env, bind);
        let key = env.key(bind);
        let before = self.slot(&mut env, list, &path).cloned();
        self.trace_element(&mut env, place, (bind, before));
        env.roots.insert(key, Root::Build(self.new_slot(&element), element));
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            emit.append(&mut env, key, (list, &path));
            then(emit, env)
        })
    }

    /// `Open`.
    pub fn open(&mut self, mut env: Env, op: &Op, then: Then) -> Vec<Ex> {
        let Op::Open { place, case, bind, created, body, .. } = op else { return then(self, env) };
        let tag = case.and_then(|index| self.case_name(&env, place, index));
        let ty = self.bound_type(&env, *bind);
        if matches!(ty, Type::Struct(_)) && begins_anew(body, *bind, *created) {
            let slot = self.new_slot(&ty);
            return self.open_as(env, op, (slot, truth(true)), then);
        }
        if let Some(id) = self.reopened(&env, op) {
            return self.reopen(env, op, (id, tag.as_deref()), then);
        }
        let new = self.shared.new_or(&ty, self.default_at(&env, place, *case));
        let (slot, is_new) = self.held_or_new(&mut env, place, (&ty, new), tag.as_deref());
        self.open_as(env, op, (slot, is_new), then)
    }

    /// `Make`.
    pub fn make(&mut self, mut env: Env, var: VarId, (body, results): (&Block, &[VarId]), then: Then) -> Vec<Ex> {
        let (key, ty) = (env.key(var), self.bound_type(&env, var));
        env.roots.insert(key, Root::Build(self.new_slot(&ty), ty.clone()));
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            let Some(Root::Build(slot, _)) = env.roots.get(&key).cloned() else { return env.code };
            let whole = emit.whole(slot);
            let hint = emit.hint(&env, var);
            let whole = emit.bind(&mut env, hint, whole);
            env.nodes.insert_mut((key, vec![]), Node::new(whole, NodeType::Value(ty.clone())));
            env.roots.insert(key, Root::Read((key, vec![])));
            then(emit, env)
        })
    }

    /// Returns the value of an optional or of a union's case, or else a new value, and true if it is new.
    fn held_or_new(&mut self, env: &mut Env, place: &Place, (ty, new): (&Type, Ex), tag: Option<&str>) -> (Slot, Ex) {
        let path = self.locate(env, place);
        let held = self.node(env, &path).ex;
        if held == Ex::atom("undefined") {
            let slot = if matches!(ty, Type::List(_)) { self.new_slot(ty) } else { Slot::Whole(new) };
            return (slot, truth(true));
        }
        let (value, is_new) = (self.fresh("held"), self.fresh("created"));
        let new = vec![Ex::bind(value, new), Ex::bind(is_new, truth(true))];
        let old = |ex: Option<Ex>| {
            let bind = ex.map(|ex| Ex::bind(value, ex));
            bind.into_iter().chain([Ex::bind(is_new, truth(false))]).collect()
        };
        let clauses = match tag {
            None => vec![Clause::of(Ex::atom("undefined"), new), Clause::of(Ex::Any, old(Some(held.clone())))],
            Some(tag) if self.is_mark_type(ty) => {
                vec![Clause::of(Ex::atom(escaped(tag)), old(Some(Ex::Bytes(vec![])))), Clause::of(Ex::Any, new)]
            }
            Some(tag) => {
                let pattern = Ex::Tuple(vec![Ex::atom(escaped(tag)), value.into()]);
                vec![Clause::of(pattern, old(None)), Clause::of(Ex::Any, new)]
            }
        };
        let held = self.bind(env, "old", held);
        env.code.push(Ex::case(held, clauses));
        let slot = match ty {
            Type::List(_) => Slot::Reversed(Ex::pure("lists", "reverse", vec![value.into()])),
            _ => Slot::Whole(value.into()),
        };
        (slot, is_new.into())
    }

    /// The schema's default of an optional, or of a union's case.
    fn default_at(&self, env: &Env, place: &Place, case: Option<u32>) -> Option<&polywire_ir::types::Literal> {
        if let Some(index) = case {
            return self.case_of(env, place, index)?.default.as_ref();
        }
        let (last, before) = place.steps.split_last()?;
        let holder = Place { root: place.root, steps: before.to_vec() };
        let function = self.shared.module.function(env.frame.func);
        match (self.shared.types().at(function, &holder)?, last) {
            (polywire_ir::PlaceType::Value(Type::Struct(id)), polywire_ir::Step::Field(index)) => {
                self.shared.types().record(*id).fields.get(*index as usize)?.default.as_ref()
            }
            _ => None,
        }
    }

    /// Returns true for the type of a case without a value.
    fn is_mark_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::FixedBytes(0, _))
    }

    pub fn case_name(&self, env: &Env, place: &Place, index: u32) -> Option<String> {
        self.case_of(env, place, index).map(|case| case.name.clone())
    }

    pub fn is_mark(&self, env: &Env, place: &Place, index: u32) -> bool {
        self.case_of(env, place, index).is_some_and(|case| case.ty.is_none())
    }

    fn case_of(&self, env: &Env, place: &Place, index: u32) -> Option<&polywire_ir::types::CaseType> {
        let function = self.shared.module.function(env.frame.func);
        match self.shared.types().at(function, place)? {
            polywire_ir::PlaceType::Value(Type::Union(id)) => self.shared.types().union(*id).cases.get(index as usize),
            _ => None,
        }
    }
}

/// Returns true if the previous value is reset before anything else, and nothing depends on its presence.
fn begins_anew(body: &Block, bind: VarId, created: VarId) -> bool {
    let Some(Op::If { cond: Expr::Unary(UnaryOp::Not, cond), then, results, .. }) = body.ops.first() else {
        return false;
    };
    let resets = matches!(&then.ops[..], [Op::Reset { place }] if place.root == bind && place.steps.is_empty());
    **cond == Expr::Var(created) && resets && results.is_empty() && uses_in(body).of(created) == 1
}
