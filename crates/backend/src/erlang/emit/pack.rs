//! The state of a loop as a tuple of tuples instead of an argument for each field, if there is much of it.
//!
//! Each member of a message ends in a call of the loop. With an argument for each field, code would grow quadratically
//! with their number: a message of 150 fields took 20 MB of source and did not compile within 20 minutes.

use super::Emit;
use super::env::Env;
use super::state::State;
use crate::erlang::ast::{Callee, Ex};

/// Loops that change more fields than this thread them in tuples, and those with more members share their code.
pub const MOST_ARGUMENTS: usize = 24;

/// Returns the same states, with many slots packed into one tuple: of about as many tuples as these have elements,
/// because a change of one slot copies the elements of two tuples.
pub fn packed(states: Vec<State>) -> Vec<State> {
    let is_slot = |state: &State| matches!(state, State::Slot(..));
    if states.iter().filter(|state| is_slot(state)).count() <= MOST_ARGUMENTS {
        return states;
    }
    let (slots, mut others): (Vec<State>, Vec<State>) = states.into_iter().partition(is_slot);
    let size = slots.len().isqrt() + 1;
    others.push(State::Packed(slots.chunks(size).map(|chunk| State::Packed(chunk.to_vec())).collect()));
    others
}

/// Returns the part of a tuple at a zero-based index.
fn part(tuple: Ex, index: usize) -> Ex {
    Ex::guard("element", vec![Ex::Int(index as i128 + 1), tuple])
}

impl Emit<'_> {
    /// Packs states into a tuple: an update of the one from which they were unpacked.
    pub fn pack(&mut self, env: &mut Env, states: &[State]) -> Ex {
        let values: Vec<Ex> = states.iter().map(|state| self.state(env, state)).collect();
        let Some(before) = self.source(states, &values) else { return Ex::Tuple(values) };
        let changed: Vec<(usize, Ex)> =
            values.into_iter().enumerate().filter(|(index, value)| *value != part(before.clone(), *index)).collect();
        changed.into_iter().fold(before, |tuple, (index, value)| {
            Ex::pure("erlang", "setelement", vec![Ex::Int(index as i128 + 1), tuple, value])
        })
    }

    /// Returns the tuple of the same states whose parts most of the values still are.
    fn source(&self, states: &[State], values: &[Ex]) -> Option<Ex> {
        let mut unchanged: Vec<(Ex, usize)> = vec![];
        for (index, value) in values.iter().enumerate() {
            let Ex::Call(Callee::Guard("element"), args) = value else { continue };
            let [_, tuple] = &args[..] else { continue };
            if *value != part(tuple.clone(), index) || self.packed_in(tuple) != Some(states) {
                continue;
            }
            match unchanged.iter_mut().find(|(known, _)| known == tuple) {
                Some((_, count)) => *count += 1,
                None => unchanged.push((tuple.clone(), 1)),
            }
        }
        let (tuple, count) = unchanged.into_iter().max_by_key(|(_, count)| *count)?;
        (count * 2 > values.len()).then_some(tuple)
    }

    /// Returns the states in a tuple.
    fn packed_in(&self, tuple: &Ex) -> Option<&[State]> {
        match tuple {
            Ex::Var(var) => self.packs.get(var).map(Vec::as_slice),
            Ex::Call(Callee::Guard("element"), args) => match &args[..] {
                [Ex::Int(number), tuple] => match self.packed_in(tuple)?.get(usize::try_from(number - 1).ok()?)? {
                    State::Packed(states) => Some(states),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Sets the packed states to the parts of a tuple.
    pub fn unpack(&mut self, env: &mut Env, states: &[State], tuple: Ex) {
        let tuple = match tuple {
            Ex::Var(var) => var,
            tuple => {
                let var = self.fresh("fields");
                env.code.push(Ex::bind(var, tuple));
                var
            }
        };
        self.packs.insert(tuple, states.to_vec());
        self.spread(env, states, tuple.into());
    }

    fn spread(&mut self, env: &mut Env, states: &[State], tuple: Ex) {
        for (index, state) in states.iter().enumerate() {
            let part = part(tuple.clone(), index);
            match state {
                State::Packed(states) => self.spread(env, states, part),
                state => self.set_state(env, state, part),
            }
        }
    }
}
