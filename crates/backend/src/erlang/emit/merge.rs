//! Values that are continued after they were built.
//!
//! A list under construction is kept in reverse. If a record's lists were reversed each time it is finished, a message
//! that splits one often would take time quadratic in its length. A record that is continued is therefore opened: it
//! becomes a tuple of its fields with reversed lists, which replaces it until the enclosing value is finished, and is
//! then closed. A record that occurs once, as nearly all do, is never opened.

use super::boolean::truth;
use super::env::{Env, Key, Root, Value};
use super::place::NodeType;
use super::slot::{Slot, find, split};
use super::state::State;
use super::trace::opened_place;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Clause, Ex, Merge};
use crate::erlang::names::{escaped, open_tag};
use polywire_ir::types::{Named, StructId, Type};
use polywire_ir::{Op, Place};

impl Emit<'_> {
    /// Returns the struct that an `Open` builds, if it can be continued and contains lists.
    pub fn reopened(&self, env: &Env, op: &Op) -> Option<StructId> {
        let Op::Open { place, bind, .. } = op else { return None };
        let (last, before) = match split(&place.steps) {
            (fields, []) => fields.split_last().map(|(last, before)| (*last, before.to_vec()))?,
            _ => return None,
        };
        let NodeType::Value(Type::Struct(holder)) = self.slot_type(env, env.key(place.root), &before) else {
            return None;
        };
        match self.bound_type(env, *bind) {
            Type::Struct(id) if self.shared.reopened.is_struct(id) => {
                self.shared.reopened.is_field(holder, last).then_some(id)
            }
            _ => None,
        }
    }

    /// `Open` of a value that can be continued: a new one, or the opened one.
    pub fn reopen(&mut self, mut env: Env, op: &Op, (id, tag): (StructId, Option<&str>), then: Then) -> Vec<Ex> {
        let Op::Open { place, .. } = op else { return then(self, env) };
        let held = self.held(&mut env, place);
        let new = Slot::Whole(self.shared.default_of(&Type::Struct(id)));
        if held == Ex::atom("undefined") {
            return self.open_as(env, op, (new, truth(true)), then);
        }
        let (before, is_held) = match tag {
            None => (held.clone(), Ex::Any),
            Some(tag) => {
                let inside = Ex::Var(self.fresh("held"));
                (inside.clone(), Ex::Tuple(vec![Ex::atom(escaped(tag)), inside]))
            }
        };
        let opened = self.conversion(Named::Struct(id), true, before);
        let either = |is_new, is_old| {
            Ex::case(
                held,
                match tag {
                    None => vec![Clause::of(Ex::atom("undefined"), is_new), Clause::of(is_held, is_old)],
                    Some(_) => vec![Clause::of(is_held, is_old), Clause::of(Ex::Any, is_new)],
                },
            )
        };
        if env.tail && env.cheap {
            let is_new = self.open_as(env.inner(), op, (new, truth(true)), then);
            let is_old = self.open_as(env.inner(), op, (Slot::Open(id, opened), truth(false)), then);
            env.code.push(either(is_new, is_old));
            return env.code;
        }
        let new = self.opened(&mut env, id, new);
        let (value, created) = (self.fresh("value"), self.fresh("created"));
        let bind = |ex, is_new| vec![Ex::bind(value, ex), Ex::bind(created, truth(is_new))];
        env.code.push(either(bind(new, true), bind(opened, false)));
        self.open_as(env, op, (Slot::Open(id, value.into()), created.into()), then)
    }

    /// Returns the unchanged value at fields from a root.
    fn held(&mut self, env: &mut Env, place: &Place) -> Ex {
        let (key, (fields, _)) = (env.key(place.root), split(&place.steps));
        let slot = self.slot(env, key, &fields).cloned();
        let held = slot.map_or(Ex::atom("undefined"), |slot| self.whole(slot));
        self.bind(env, "old", held)
    }

    /// The fields of an opened record.
    pub fn open_fields(&mut self, env: &mut Env, id: StructId, opened: Ex) -> Vec<Slot> {
        let shared = self.shared;
        let names = shared.field_names(id);
        let vars: Vec<Ex> = names.iter().map(|name| Ex::Var(self.fresh(name.trim_start_matches('$')))).collect();
        let tag = Ex::Atom(open_tag(shared.names.record(id)));
        env.code.push(Ex::bind(Ex::Tuple([vec![tag], vars.clone()].concat()), opened));
        let fields = &shared.types().record(id).fields;
        let slot = |(index, var): (usize, Ex)| match fields
            .get(index)
            .filter(|field| !field.optional)
            .map(|field| &field.ty)
        {
            Some(Type::List(_)) => Slot::Reversed(var),
            Some(Type::Struct(inner)) if shared.reopened.is_struct(*inner) => Slot::Open(*inner, var),
            _ => Slot::Whole(var),
        };
        vars.into_iter().enumerate().map(slot).collect()
    }

    /// Opens a record.
    pub fn opened(&mut self, env: &mut Env, id: StructId, slot: Slot) -> Ex {
        let slots = match slot {
            Slot::Open(_, ex) => return ex,
            Slot::Record(_, slots) => slots.iter().cloned().collect(),
            Slot::Whole(record @ Ex::Record(..)) => self.fields_of(env, id, record),
            Slot::Whole(ex) | Slot::Reversed(ex) => return self.conversion(Named::Struct(id), true, ex),
        };
        let shared = self.shared;
        let fields = &shared.types().record(id).fields;
        let mut parts = vec![Ex::Atom(open_tag(shared.names.record(id)))];
        for (index, slot) in slots.into_iter().enumerate() {
            let ty = fields.get(index).filter(|field| !field.optional).map(|field| &field.ty);
            parts.push(match ty {
                Some(Type::List(_)) => Self::reversed(slot),
                Some(Type::Struct(inner)) if shared.reopened.is_struct(*inner) => self.opened(env, *inner, slot),
                _ => self.whole(slot),
            });
        }
        Ex::Tuple(parts)
    }

    /// Returns the value of a field of a finished record, with opened records closed.
    pub fn closed_field(&self, id: StructId, index: u32, value: Ex) -> Ex {
        if !self.shared.reopened.is_field(id, index) {
            return value;
        }
        match self.shared.types().record(id).fields[index as usize].ty {
            Type::Struct(inner) => self.closed(Named::Struct(inner), value),
            Type::Union(inner) => self.closed(Named::Union(inner), value),
            _ => value,
        }
    }

    /// Returns a value closed, if it was opened.
    pub fn closed(&self, named: Named, value: Ex) -> Ex {
        match value {
            Ex::Atom(_) | Ex::Record(..) => value,
            value => self.conversion(named, false, value),
        }
    }

    fn conversion(&self, named: Named, opens: bool, value: Ex) -> Ex {
        let name = self.shared.names.named(named).to_owned();
        Ex::Call(Callee::Merge(Merge { named, name, opens }), vec![value])
    }

    /// Returns the struct at fields from a root, if it can be continued and contains lists: it is threaded opened.
    pub fn reopened_struct(&self, env: &Env, key: Key, path: &[u32]) -> Option<StructId> {
        match self.slot_type(env, key, path) {
            NodeType::Value(Type::Struct(id)) if self.shared.reopened.is_struct(id) => Some(id),
            _ => None,
        }
    }

    /// Returns the result of a function that started without a value: a finished record.
    pub fn new_state(&mut self, env: &mut Env, state: &State) -> Ex {
        match state {
            State::Slot(key, path) if self.reopened_struct(env, *key, path).is_some() => {
                let slot = self.slot(env, *key, path).cloned();
                slot.map_or(Ex::atom("undefined"), |slot| self.whole(slot))
            }
            state => self.state(env, state),
        }
    }

    /// Sets a record that such a function returned.
    pub fn set_new(&mut self, env: &mut Env, state: &State, ex: Ex) {
        let State::Slot(key, path) = state else { return };
        if self.reopened_struct(env, *key, path).is_some()
            && let Some(slot) = find(env, *key, path)
        {
            *slot = Slot::Whole(ex);
        }
    }

    /// Runs the body of an `Open` on a value, new or continued.
    pub fn open_as(&mut self, mut env: Env, op: &Op, (slot, is_new): (Slot, Ex), then: Then) -> Vec<Ex> {
        let Op::Open { place, case, bind, created, body, results } = op else { return then(self, env) };
        let ty = self.bound_type(&env, *bind);
        let tag = case.and_then(|index| self.case_name(&env, place, index));
        let marks = case.is_some_and(|index| self.is_mark(&env, place, index));
        let stays_open = matches!(slot, Slot::Open(..));
        env.set(*created, Value::Bool(is_new));
        let key = env.key(*bind);
        env.roots.insert(key, Root::Build(slot, ty));
        self.trace_part(&mut env, &opened_place(place, *case), (key, None));
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            let Some(Root::Build(slot, ty)) = env.roots.get(&key).cloned() else { return env.code };
            let value = match ty {
                Type::Struct(id) if stays_open => emit.opened(&mut env, id, slot),
                _ => emit.whole(slot),
            };
            let value = match &tag {
                Some(tag) if marks => Ex::atom(escaped(tag)),
                Some(tag) => Ex::Tuple(vec![Ex::atom(escaped(tag)), value]),
                None => value,
            };
            emit.set_place(&mut env, place, value);
            then(emit, env)
        })
    }
}
