//! The state of a loop as a tuple of tuples instead of an argument for each field, if there is much of it.
//!
//! Each member of a message ends in a call of the loop. With an argument for each field, code would grow quadratically
//! with their number: a message of 150 fields took 20 MB of source and did not compile within 20 minutes.
//!
//! Design: docs/decisions/0041-erlang-many-members.md

use super::Emit;
use super::env::{Env, Key};
use super::state::State;
use crate::erlang::ast::{Callee, Ex, Var};
use rpds::RedBlackTreeSet;
use std::collections::BTreeMap;
use std::rc::Rc;

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
    others.push(State::Packed(slots.chunks(size).map(|chunk| State::Packed(chunk.into())).collect()));
    others
}

/// A slot in a tuple of tuples: the index of its tuple, and its index in that.
type At = (usize, usize);

/// A tuple of tuples from which slots were unpacked, and the slots that may have changed since: the end of each arm
/// only looks at those.
#[derive(Clone, Debug)]
pub struct Unpacked {
    tuple: Var,
    states: Rc<[State]>,
    slots: Rc<BTreeMap<(Key, Vec<u32>), At>>,
    changed: RedBlackTreeSet<At>,
}

impl Unpacked {
    /// All slots are still the parts of the tuple.
    fn of(tuple: Var, states: &Rc<[State]>) -> Self {
        let slots = slots(states).filter_map(|(at, state)| match state {
            State::Slot(key, path) => Some(((*key, path.clone()), at)),
            _ => None,
        });
        let slots = Rc::new(slots.collect());
        Self { tuple, states: states.clone(), slots, changed: RedBlackTreeSet::new() }
    }

    /// Returns true if these very states were unpacked.
    pub fn is_of(&self, states: &Rc<[State]>) -> bool {
        Rc::ptr_eq(&self.states, states)
    }

    /// Records a change of the slot at a path of fields, and so of those below and above it.
    pub fn note_change(&mut self, key: Key, fields: &[u32]) {
        let below = self.slots.range((key, fields.to_vec())..);
        let below = below.take_while(|((root, path), _)| *root == key && path.starts_with(fields));
        let above = (0..fields.len()).filter_map(|len| self.slots.get(&(key, fields[..len].to_vec())));
        for at in below.map(|(_, at)| at).chain(above) {
            self.changed.insert_mut(*at);
        }
    }

    /// Returns the changed slots of each tuple, if most of it and most tuples did not change.
    fn changes(&self) -> Option<BTreeMap<usize, Vec<usize>>> {
        let mut changes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        self.changed.iter().for_each(|(outer, inner)| changes.entry(*outer).or_default().push(*inner));
        let few = |changed: usize, all: usize| changed * 2 < all;
        let few_of = |(outer, changed): (&usize, &Vec<usize>)| few(changed.len(), inner(&self.states, *outer).len());
        (few(changes.len(), self.states.len()) && changes.iter().all(few_of)).then_some(changes)
    }
}

/// Returns the states in a tuple of a tuple of tuples.
fn inner(states: &[State], outer: usize) -> &[State] {
    match states.get(outer) {
        Some(State::Packed(states)) => states,
        _ => &[],
    }
}

/// All slots in a tuple of tuples.
fn slots(states: &[State]) -> impl Iterator<Item = (At, &State)> {
    let of = |outer| inner(states, outer).iter().enumerate().map(move |(index, state)| ((outer, index), state));
    (0..states.len()).flat_map(of)
}

/// Returns the part of a tuple at a zero-based index.
fn part(tuple: Ex, index: usize) -> Ex {
    Ex::guard("element", vec![Ex::Int(index as i128 + 1), tuple])
}

/// Returns a tuple with other parts at some indices.
fn with_parts(tuple: Ex, parts: impl IntoIterator<Item = (usize, Ex)>) -> Ex {
    parts.into_iter().fold(tuple, |tuple, (index, value)| {
        Ex::pure("erlang", "setelement", vec![Ex::Int(index as i128 + 1), tuple, value])
    })
}

impl Emit<'_> {
    /// Packs states into a tuple: an update of the one from which they were unpacked.
    pub fn pack(&mut self, env: &mut Env, states: &Rc<[State]>) -> Ex {
        let few_changes =
            env.roots.unpacked(states).and_then(|unpacked| Some((Ex::Var(unpacked.tuple), unpacked.changes()?)));
        if let Some((tuple, changes)) = few_changes {
            return self.repack(env, states, tuple, changes);
        }
        let values: Vec<Ex> = states.iter().map(|state| self.state(env, state)).collect();
        let Some(before) = self.source(states, &values) else { return Ex::Tuple(values) };
        let changed: Vec<(usize, Ex)> =
            values.into_iter().enumerate().filter(|(index, value)| *value != part(before.clone(), *index)).collect();
        with_parts(before, changed)
    }

    /// Updates a tuple from which the states were unpacked where they may have changed.
    fn repack(&mut self, env: &mut Env, states: &[State], tuple: Ex, changes: BTreeMap<usize, Vec<usize>>) -> Ex {
        let mut changed = vec![];
        for (outer, indices) in changes {
            let before = part(tuple.clone(), outer);
            let values = indices.into_iter().map(|index| (index, self.state(env, &inner(states, outer)[index])));
            let values: Vec<(usize, Ex)> =
                values.filter(|(index, value)| *value != part(before.clone(), *index)).collect();
            if !values.is_empty() {
                changed.push((outer, with_parts(before, values)));
            }
        }
        with_parts(tuple, changed)
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
            Ex::Var(var) => self.packs.get(var).map(|states| &**states),
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
    pub fn unpack(&mut self, env: &mut Env, states: &Rc<[State]>, tuple: Ex) {
        let tuple = match tuple {
            Ex::Var(var) => var,
            tuple => {
                let var = self.fresh("fields");
                env.code.push(Ex::bind(var, tuple));
                var
            }
        };
        self.packs.insert(tuple, states.clone());
        env.roots.set_unpacked(None);
        self.spread(env, states, tuple.into());
        let mut unpacked = Unpacked::of(tuple, states);
        for (at, state) in slots(states) {
            if self.state(env, state) != part(part(tuple.into(), at.0), at.1) {
                unpacked.changed.insert_mut(at);
            }
        }
        env.roots.set_unpacked(Some(unpacked));
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
