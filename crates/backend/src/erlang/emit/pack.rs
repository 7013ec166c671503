//! What a loop threads where that is much: tuples instead of an argument for each field.
//!
//! Each member of a message ends in a call of the loop. With an argument for each field, code would grow with the square of
//! their number: a message of 150 fields took 20 MB of source and did not compile within 20 minutes.

use super::Emit;
use super::env::Env;
use super::state::State;
use crate::erlang::ast::{Callee, Ex, Var};
use std::collections::HashMap;

/// Loops that change more fields than this thread them in tuples, and those of more members share their code.
pub const MOST_ARGUMENTS: usize = 24;

/// Elements of a tuple: all are copied where one changes.
const TUPLE: usize = 12;

/// The same states, with slots in tuples where there are many.
pub fn packed(states: Vec<State>) -> Vec<State> {
    let is_slot = |state: &State| matches!(state, State::Slot(..));
    if states.iter().filter(|state| is_slot(state)).count() <= MOST_ARGUMENTS {
        return states;
    }
    let (slots, mut others): (Vec<State>, Vec<State>) = states.into_iter().partition(is_slot);
    others.extend(slots.chunks(TUPLE).map(|chunk| State::Packed(chunk.to_vec())));
    others
}

/// The part of a tuple at an index from 0.
fn part(tuple: Var, index: usize) -> Ex {
    Ex::guard("element", vec![Ex::Int(index as i128 + 1), tuple.into()])
}

impl Emit<'_> {
    /// States as one tuple: the one that they were taken from, with what has changed since.
    pub fn pack(&mut self, env: &mut Env, states: &[State]) -> Ex {
        let values: Vec<Ex> = states.iter().map(|state| self.state(env, state)).collect();
        let Some(before) = self.source(&values) else { return Ex::Tuple(values) };
        let changed = values.into_iter().enumerate().filter(|(index, value)| *value != part(before, *index));
        changed.fold(before.into(), |tuple, (index, value)| {
            Ex::pure("erlang", "setelement", vec![Ex::Int(index as i128 + 1), tuple, value])
        })
    }

    /// The tuple of this size that most of the values still are parts of.
    fn source(&self, values: &[Ex]) -> Option<Var> {
        let mut unchanged: HashMap<Var, usize> = HashMap::new();
        for (index, value) in values.iter().enumerate() {
            let Ex::Call(Callee::Guard("element"), args) = value else { continue };
            let [_, Ex::Var(tuple)] = args[..] else { continue };
            if self.packs.get(&tuple) == Some(&values.len()) && *value == part(tuple, index) {
                *unchanged.entry(tuple).or_default() += 1;
            }
        }
        let (tuple, count) = unchanged.into_iter().max_by_key(|(tuple, count)| (*count, *tuple))?;
        (count * 2 > values.len()).then_some(tuple)
    }

    /// Makes the parts of a tuple the states that were packed.
    pub fn unpack(&mut self, env: &mut Env, states: &[State], tuple: Ex) {
        let tuple = match tuple {
            Ex::Var(var) => var,
            tuple => {
                let var = self.fresh("fields");
                env.code.push(Ex::bind(var, tuple));
                var
            }
        };
        self.packs.insert(tuple, states.len());
        for (index, state) in states.iter().enumerate() {
            self.set_state(env, state, part(tuple, index));
        }
    }
}
