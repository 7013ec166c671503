//! The edits that a broken message shows.

use super::Direction;
use super::edits::{Edit, Subject};
use super::focus::{Pair, owner};
use super::pair::Pairs;
use super::probe::Hit;
use super::rule::{Rule, WithoutMessages};
use super::side::{Member, Place};
use polywire_vm::{Path, PathStep, Value};

/// The edits of two versions, by what they are about.
pub(super) struct Blame<'e, 'm> {
    pub pairs: &'e Pairs<'m>,
    pub edits: &'e [Edit],
    pub direction: Direction,
}

impl Blame<'_, '_> {
    /// Returns the edits that a misread message points to: those of the innermost member with any, or else of a struct
    /// around it.
    pub fn of_hit(&self, pair: Pair, hit: &Hit) -> Vec<usize> {
        if let Some(at) = hit.edit {
            return vec![at];
        }
        for (pair, place) in hit.focus.iter().rev() {
            let found = self.of_member(*pair, *place, &hit.value);
            if !found.is_empty() {
                return found;
            }
        }
        let last = hit.focus.last().map_or_else(Vec::new, |(pair, place)| self.inside(*pair, *place));
        let inner = last.into_iter().chain(hit.focus.iter().rev().map(|(pair, _)| *pair));
        for pair in inner {
            let found = self.that_resize(pair);
            if !found.is_empty() {
                return found;
            }
        }
        self.of_struct(pair, &hit.path, &hit.value)
    }

    /// Returns the structs and enums in the type of a member.
    fn inside(&self, pair: Pair, place: Place) -> Vec<Pair> {
        let members = self.pairs.members(pair.0, pair.1);
        let is_meant = |(old, new): &&(usize, usize)| {
            self.direction.of(members.old[*old].place, members.new[*new].place).0 == place
        };
        let found = members.both.iter().find(is_meant);
        found.map_or_else(Vec::new, |(old, new)| self.pairs.named_in(members.old[*old].ty, members.new[*new].ty))
    }

    /// Returns the edits of a struct if even its smallest value breaks: those of the member at fault, or else those that
    /// add, remove or resize members.
    fn of_struct(&self, pair: Pair, path: &Path, value: &Value) -> Vec<usize> {
        let named = self.of_path(pair, path, value);
        if !named.is_empty() {
            return named;
        }
        let resizes = self.indices(|edit| owner(edit.subject) == Some(pair) && self.resizes(edit));
        if !resizes.is_empty() {
            return resizes;
        }
        let members = self.pairs.members(pair.0, pair.1);
        let inner =
            members.both.iter().flat_map(|(old, new)| self.pairs.named_in(members.old[*old].ty, members.new[*new].ty));
        let inner: Vec<Pair> = inner.filter(|inner| *inner != pair).collect();
        self.indices(|edit| owner(edit.subject).is_some_and(|it| inner.contains(&it)) && self.resizes(edit))
    }

    /// Returns the edits of the innermost member on a path that has any.
    fn of_path(&self, pair: Pair, path: &Path, value: &Value) -> Vec<usize> {
        let (mut pair, mut found) = (pair, Vec::new());
        for step in &path.steps {
            let PathStep::Name(name) = step else { continue };
            let members = self.pairs.members(pair.0, pair.1);
            let (writer, reader) = self.direction.of(&members.old, &members.new);
            let place = |members: &[Member<'_>]| members.iter().find(|it| it.name == name).map(|member| member.place);
            let here = match (place(writer), place(reader)) {
                (Some(place), _) => self.of_member(pair, place, value),
                (None, Some(place)) => self.indices(|edit| match edit.subject {
                    Subject::Member { owner, old, new } => {
                        owner == pair && self.direction.of(old, new).1 == Some(place)
                    }
                    _ => false,
                }),
                // The name of a union, which precedes that of its case.
                (None, None) => continue,
            };
            found = if here.is_empty() { found } else { here };
            let inner = place(writer).map_or_else(Vec::new, |place| self.inside(pair, place));
            let Some(inner) = inner.into_iter().find(|(old, _)| self.pairs.old.model.as_struct(*old).is_some()) else {
                break;
            };
            pair = inner;
        }
        found
    }

    /// Returns the edits of a member, given by the writer's place, and of the enums in its type.
    fn of_member(&self, pair: Pair, place: Place, value: &Value) -> Vec<usize> {
        let own = self.indices(|edit| match edit.subject {
            Subject::Member { owner, old, new } => owner == pair && self.direction.of(old, new).0 == Some(place),
            _ => false,
        });
        if !own.is_empty() {
            return own;
        }
        self.of_enums(&self.inside(pair, place), value)
    }

    /// Returns the edits of the enumerators in a value, or else those that affect all of an enum.
    fn of_enums(&self, enums: &[Pair], value: &Value) -> Vec<usize> {
        let mut numbers = Vec::new();
        numbers_in(value, &mut numbers);
        let exact = self.indices(|edit| match edit.subject {
            Subject::Enumerator { owner, old, new } => {
                let number = self.direction.of(old, new).0;
                enums.contains(&owner) && number.is_some_and(|it| numbers.contains(&it))
            }
            _ => false,
        });
        if !exact.is_empty() {
            return exact;
        }
        let whole = self.indices(|edit| {
            matches!(edit.subject, Subject::Enum(old, new) if enums.contains(&(old, new)))
                && edit.rule != Rule::EnumSameName
        });
        if !whole.is_empty() {
            return whole;
        }
        self.indices(|edit| matches!(edit.subject, Subject::Enumerator { owner, .. } if enums.contains(&owner)))
    }

    /// Returns the edits of a struct that can move other members.
    fn that_resize(&self, pair: Pair) -> Vec<usize> {
        self.indices(|edit| owner(edit.subject) == Some(pair) && self.resizes(edit))
    }

    fn resizes(&self, edit: &Edit) -> bool {
        match (edit.subject, edit.rule) {
            (Subject::Member { old, new, .. }, rule) => {
                old.is_none()
                    || new.is_none()
                    || matches!(rule, Rule::FieldSameLayout | Rule::FieldSameOneof | Rule::FieldSameCardinality)
                    || rule == Rule::FieldSameType && edit.without_messages == WithoutMessages::Code
            }
            (Subject::Struct(..), rule) => rule == Rule::MessageSameLayout,
            (Subject::Enum(..), rule) => rule == Rule::EnumSameLayout,
            (Subject::Enumerator { .. } | Subject::Other, _) => false,
        }
    }

    fn indices(&self, is_meant: impl Fn(&Edit) -> bool) -> Vec<usize> {
        self.edits.iter().enumerate().filter(|(_, edit)| is_meant(edit)).map(|(at, _)| at).collect()
    }
}

/// Collects the enumerators in a value.
fn numbers_in(value: &Value, found: &mut Vec<i64>) {
    match value {
        Value::Enum(number) => found.push(*number),
        Value::Struct(record) => record.fields.iter().for_each(|it| numbers_in(it, found)),
        Value::Union(held) => held.iter().for_each(|it| numbers_in(&it.value, found)),
        Value::List(list) => list.iter().for_each(|it| numbers_in(it, found)),
        Value::Map(map) => map.values().for_each(|it| numbers_in(it, found)),
        _ => {}
    }
}
