//! The threaded state: everything that a block can change, as Erlang expressions.

use super::Emit;
use super::env::{Env, Key};
use super::out::Out;
use super::place::NodeType;
use super::slot::{Slot, find};
use super::touched::Touched;
use crate::erlang::ast::{Ex, Var};
use polywire_ir::types::Type;
use std::rc::Rc;

/// A state variable.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// The cursor.
    Rest,
    /// The budget.
    Budget,
    /// The memo.
    Memo,
    /// The stream.
    Out,
    /// A slot: root, and fields from it.
    Slot(Key, Vec<u32>),
    /// Slots in a tuple.
    Packed(Rc<[State]>),
}

impl Emit<'_> {
    /// Returns the state that blocks change, except the section and, unless requested, the stream.
    pub fn states(&self, env: &Env, touched: &Touched, with_out: bool) -> Vec<State> {
        let mut states = vec![];
        if touched.rest && env.cursor.is_some() {
            states.push(State::Rest);
        }
        states.extend(touched.slots.iter().map(|(key, path)| State::Slot(*key, path.clone())));
        if touched.budget && env.budget.is_some() {
            states.push(State::Budget);
        }
        if touched.memo && env.memo.is_some() {
            states.push(State::Memo);
        }
        if with_out && touched.out && env.out.is_some() {
            states.push(State::Out);
        }
        states
    }

    /// Returns its current expression.
    pub fn state(&mut self, env: &mut Env, state: &State) -> Ex {
        match state {
            State::Rest => env
                .cursor
                .as_ref()
                .map_or(Ex::Bytes(vec![]), |cursor| if cursor.empty { Ex::Bytes(vec![]) } else { cursor.rest.clone() }),
            State::Budget => env.budget.clone().unwrap_or(Ex::Int(0)),
            State::Memo => env.memo.clone().unwrap_or(Ex::Nil),
            State::Out => env.out.as_ref().map_or(Ex::Bytes(vec![]), Out::flush),
            State::Packed(states) => self.pack(env, states),
            State::Slot(key, path) => {
                let is_list = self.is_list(env, *key, path);
                let slot = self.slot(env, *key, path).cloned().unwrap_or(Slot::Whole(Ex::atom("undefined")));
                match self.reopened_struct(env, *key, path) {
                    _ if is_list => Self::reversed(slot),
                    Some(id) => self.opened(env, id, slot),
                    None => self.whole(slot),
                }
            }
        }
    }

    /// Sets its expression.
    pub fn set_state(&mut self, env: &mut Env, state: &State, ex: Ex) {
        match state {
            State::Rest => {
                if let Some(cursor) = &mut env.cursor {
                    *cursor = super::env::Cursor { empty: ex == Ex::Bytes(vec![]), ..cursor.at(ex) };
                }
            }
            State::Budget => env.budget = Some(ex),
            State::Memo => env.memo = Some(ex),
            State::Out => {
                let start = env.out.as_ref().map_or(super::num::Num::constant(0), |out| out.start.clone());
                env.out = Some(Out::with(start, ex));
            }
            State::Packed(states) => self.unpack(env, states, ex),
            State::Slot(key, path) => {
                let is_list = self.is_list(env, *key, path);
                let reopened = self.reopened_struct(env, *key, path);
                self.slot(env, *key, path);
                if let Some(slot) = find(env, *key, path) {
                    *slot = match reopened {
                        _ if is_list => Slot::Reversed(ex),
                        Some(id) => Slot::Open(id, ex),
                        None => Slot::Whole(ex),
                    };
                }
            }
        }
    }

    /// Returns the name for a variable that holds it.
    pub fn state_hint(&self, env: &Env, state: &State) -> String {
        match state {
            State::Rest => "rest".to_owned(),
            State::Budget => "budget".to_owned(),
            State::Memo => "memo".to_owned(),
            State::Out => "output".to_owned(),
            State::Slot(key, path) => self.slot_name(env, *key, path),
            State::Packed(_) => "fields".to_owned(),
        }
    }

    /// Replaces each state by a new variable.
    pub fn renew(&mut self, env: &mut Env, states: &[State]) -> Vec<Var> {
        let mut vars = vec![];
        for state in states {
            let hint = self.state_hint(env, state);
            let var = self.fresh(&hint);
            self.set_state(env, state, var.into());
            vars.push(var);
        }
        vars
    }

    /// Lists are threaded in reverse; so is an array while it is filled.
    fn is_list(&self, env: &mut Env, key: Key, path: &[u32]) -> bool {
        matches!(self.slot_type(env, key, path), NodeType::Value(Type::List(_)))
            || matches!(find(env, key, path), Some(Slot::Reversed(_)))
    }

    fn slot_name(&self, env: &Env, key: Key, path: &[u32]) -> String {
        let Some((last, before)) = path.split_last() else { return "value".to_owned() };
        match self.slot_type(env, key, before) {
            NodeType::Value(Type::Struct(id)) => {
                self.shared.field_name(id, *last as usize).trim_start_matches('$').to_owned()
            }
            _ => "value".to_owned(),
        }
    }
}
