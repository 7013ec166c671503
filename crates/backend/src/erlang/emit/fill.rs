//! Lists and arrays that are filled in a loop.

use super::control::clause;
use super::env::{Env, Root, Value};
use super::expr::EXACT;
use super::num::{MAX_LEN, Num};
use super::slot::{Slot, find, split};
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Ex};
use polywire_ir::types::Type;
use polywire_ir::{Op, VarId};

impl Emit<'_> {
    /// `Fill`.
    pub fn fill(&mut self, mut env: Env, op: &Op, then: Then) -> Vec<Ex> {
        let Op::Fill { place, count, bind, index, body, carried, results } = op else { return then(self, env) };
        let list = env.key(place.root);
        let (path, behind) = split(&place.steps);
        if !behind.is_empty() {
            self.unsupported(&env, "a list is filled behind an optional or a case");
        }
        let count = self.num(&mut env, count, EXACT);
        let count = Num { ex: self.bind(&mut env, "count", count.ex.clone()), ..count };
        let is_array = self.begin_array(&mut env, list, &path);
        let touched = self.touched(&env, &[body]);
        let mut states = self.states(&env, &touched, true);
        let filled = State::Slot(list, path.clone());
        states.retain(|state| *state != filled);
        states.push(filled);
        let mut it = self.begin_loop_over(&mut env, "fill", carried, states);
        let at = self.fresh(self.hint(&env, *index));
        it.params.push(at);
        it.first.push(Ex::Int(0));
        let mut inner = it.inner.clone();
        inner.set(*index, Value::Num(Num::new(at.into(), 0, MAX_LEN)));
        let bound = env.key(*bind);
        let before = self.slot(&mut inner, list, &path).cloned();
        self.trace_element(&mut inner, place, (*bind, before));
        let element = self.bound_type(&inner, *bind);
        inner.roots.insert(inner.key(*bind), Root::Build(self.new_slot(&element), element));
        let go = self.seq(inner.inner(), &body.ops, &mut |emit, mut end| {
            emit.append(&mut end, bound, (list, &path));
            let mut next = emit.next(&mut end, &it, body, carried);
            next.push(Ex::binary("+", at, Ex::Int(1)));
            end.code.push(Ex::Call(Callee::Local(it.id), next));
            end.code
        });
        let mut finish = |emit: &mut Emit<'_>, mut env: Env| {
            if is_array {
                emit.end_array(&mut env, list, &path);
            }
            then(emit, env)
        };
        let stop = self.exit(&it, inner.inner(), &env, carried, results, &mut finish);
        let done = Ex::binary("=:=", at, count.ex.clone());
        let body = vec![Ex::If(vec![(done, stop), (super::boolean::truth(true), go)])];
        self.define(it.id, it.params.clone(), vec![clause(&it.params, body)]);
        let first = it.first.clone();
        self.enter(env, &it, first, results, &mut finish)
    }

    /// An array is filled starting from an empty list.
    fn begin_array(&mut self, env: &mut Env, list: super::env::Key, path: &[u32]) -> bool {
        let is_array = matches!(self.slot_type(env, list, path), super::place::NodeType::Value(Type::Array(..)));
        if is_array && let Some(slot) = self.slot(env, list, path) {
            *slot = Slot::Reversed(Ex::Nil);
        }
        is_array
    }

    fn end_array(&mut self, env: &mut Env, list: super::env::Key, path: &[u32]) {
        let Some(slot) = find(env, list, path).cloned() else { return };
        let whole = self.whole(slot);
        let whole = self.bind(env, "elements", whole);
        if let Some(slot) = find(env, list, path) {
            *slot = Slot::Whole(whole);
        }
    }

    /// Puts a finished element at the front of a reversed list, or an entry into a map.
    pub fn append(&mut self, env: &mut Env, element: super::env::Key, (list, path): (super::env::Key, &[u32])) {
        let Some(Root::Build(slot, ty)) = env.roots.get(&element).cloned() else { return };
        let element = self.whole(slot);
        if let Type::Struct(id) = ty
            && self.shared.types().record(id).is_entry
        {
            return self.put_entry(env, (element, self.shared.types().is_set(id)), (list, path));
        }
        let Some(slot) = self.slot(env, list, path) else { return };
        let before = Self::reversed(slot.clone());
        *slot = Slot::Reversed(Ex::Cons(Box::new(element), Box::new(before)));
    }

    /// Puts an entry into a map, replacing one with an equal key.
    fn put_entry(&mut self, env: &mut Env, (entry, of_set): (Ex, bool), (map, path): (super::env::Key, &[u32])) {
        let mut parts = match entry {
            Ex::Tuple(parts) => parts,
            entry => {
                let parts = vec![Ex::Var(self.fresh("key")), Ex::Var(self.fresh("value"))];
                env.code.push(Ex::bind(Ex::Tuple(parts.clone()), entry));
                parts
            }
        };
        if of_set {
            // As `sets` has them.
            parts[1] = Ex::Nil;
        }
        let Some(slot) = self.slot(env, map, path).cloned() else { return };
        let before = self.whole(slot);
        let after = Ex::pure("maps", "put", parts.into_iter().chain([before]).collect());
        let after = self.bind(env, "entries", after);
        if let Some(slot) = self.slot(env, map, path) {
            *slot = Slot::Whole(after);
        }
    }

    /// Returns the type of the native value that an op binds.
    pub fn bound_type(&self, env: &Env, bind: VarId) -> Type {
        match &self.shared.module.function(env.frame.func).var(bind).ty {
            polywire_ir::ValueType::Ref(ty) => ty.clone(),
            _ => Type::Bytes,
        }
    }
}
