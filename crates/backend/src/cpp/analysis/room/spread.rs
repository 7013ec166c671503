//! Rooms of functions that call each other.

use super::Rooms;
use super::derive::UNKNOWN;
use super::term::{Room, RoomTerm, each_room};
use polywire_ir::{Arg, Function, Module, VarId};
use std::collections::BTreeSet;

impl Rooms {
    /// Spreads to callers: unknown rooms, constant rooms, and which parameters are used.
    pub(super) fn spread(&mut self, module: &Module) {
        loop {
            let before = (self.rooms.clone(), self.params.clone());
            for (index, function) in module.functions.iter().enumerate() {
                let spread = before.0[index].clone().and_then(|room| self.resolve(room));
                self.params[index] = spread.as_ref().map_or_else(Vec::new, |room| self.used(function, room));
                self.rooms[index] = spread;
            }
            if before == (self.rooms.clone(), self.params.clone()) {
                return;
            }
        }
    }

    fn resolve(&self, room: Room) -> Option<Room> {
        let mut resolved = Room { fixed: room.fixed, terms: Vec::new() };
        for term in room.terms {
            match term {
                RoomTerm::Call { func, args } => {
                    let callee = self.get(func)?;
                    let unknown = |index: &usize| args[*index] == UNKNOWN;
                    if self.params(func).iter().any(unknown) {
                        return None;
                    }
                    if callee.terms.is_empty() {
                        resolved.fixed += callee.fixed;
                    } else {
                        resolved.terms.push(RoomTerm::Call { func, args });
                    }
                }
                RoomTerm::Each { place, item, body } => {
                    resolved.terms.push(each_room(place, item, self.resolve(body)?));
                }
                RoomTerm::If { cond, then, other } => {
                    let (then, other) = (self.resolve(then)?, self.resolve(other)?);
                    resolved.terms.push(RoomTerm::If { cond, then, other });
                }
                RoomTerm::Switch { on, arms, default } => {
                    let arms = arms.into_iter().map(|(keys, room)| Some((keys, self.resolve(room)?)));
                    let (arms, default) = (arms.collect::<Option<_>>()?, self.resolve(default)?);
                    resolved.terms.push(RoomTerm::Switch { on, arms, default });
                }
                RoomTerm::Bytes { .. } | RoomTerm::Number(_) => resolved.terms.push(term),
            }
        }
        Some(resolved)
    }

    fn used(&self, function: &Function, room: &Room) -> Vec<usize> {
        let mut vars = BTreeSet::new();
        self.visit_vars(room, &mut |var| {
            vars.insert(var);
        });
        (0..function.params.len()).filter(|index| vars.contains(&function.params[*index].var)).collect()
    }

    /// Whether the room depends on a variable.
    pub fn depends(&self, room: &Room, on: VarId) -> bool {
        let mut depends = false;
        self.visit_vars(room, &mut |var| depends |= var == on);
        depends
    }

    /// Calls `note` with each variable that the room depends on.
    fn visit_vars(&self, room: &Room, note: &mut dyn FnMut(VarId)) {
        for term in &room.terms {
            match term {
                RoomTerm::Bytes { value, .. } | RoomTerm::Number(value) => value.visit_uses(note),
                RoomTerm::Each { place, body, .. } => {
                    place.visit_uses(note);
                    self.visit_vars(body, note);
                }
                RoomTerm::If { cond, then, other } => {
                    cond.visit_uses(note);
                    self.visit_vars(then, note);
                    self.visit_vars(other, note);
                }
                RoomTerm::Switch { on, arms, default } => {
                    on.visit_uses(note);
                    arms.iter().for_each(|(_, room)| self.visit_vars(room, note));
                    self.visit_vars(default, note);
                }
                RoomTerm::Call { func, args } => self.params(*func).iter().for_each(|index| match &args[*index] {
                    Arg::Value(value) => value.visit_uses(note),
                    Arg::Place(place) => place.visit_uses(note),
                }),
            }
        }
    }
}
