//! Compares a value that one version of a schema wrote with the one that the other version reads.
//!
//! Only members that both versions have are compared. What the reader's version adds must be as in a new value; what it
//! lacks is ignored, because a program that does not know a member cannot miss it.

mod single;

use super::pair::Pairs;
use super::scalar::{
    element, enumeration, flags, float, has_name, integer, is_empty, is_flags, is_integer, is_map_of, is_same_float,
};
use super::side::{Member, Side};
use super::{Direction, Effect};
use crate::value_text::text;
use polywire_model::{DeclId, Type};
use polywire_vm::{Held, Path, PathStep, Record, Value};
use std::collections::BTreeMap;
use std::mem::discriminant;

/// A difference between what was written and what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// The member, by the writer's names; by the reader's, if only that has it.
    pub path: Path,
    pub effect: Effect,
    /// The writer's value.
    pub written: String,
    /// The reader's value.
    pub read: String,
}

/// A comparison in one direction.
pub(super) struct Comparison<'p, 'm> {
    pairs: &'p Pairs<'m>,
    direction: Direction,
    writer: &'p Side<'m>,
    reader: &'p Side<'m>,
    path: Vec<PathStep>,
}

impl<'p, 'm> Comparison<'p, 'm> {
    pub fn new(pairs: &'p Pairs<'m>, direction: Direction) -> Self {
        let (writer, reader) = pairs.sides(direction);
        Self { pairs, direction, writer, reader, path: Vec::new() }
    }

    /// Returns the first difference between two values of structs.
    pub fn structs(&mut self, (writer, reader): (DeclId, DeclId), written: &Value, read: &Value) -> Option<Mismatch> {
        self.value((&Type::Named(writer), &Type::Named(reader)), written, read)
    }

    fn value(&mut self, (from, to): (&Type, &Type), written: &Value, read: &Value) -> Option<Mismatch> {
        match (written, read) {
            (Value::Struct(one), Value::Struct(other)) => {
                let (Type::Named(one_id), Type::Named(other_id)) = (from, to) else {
                    return self.differ(from, to, written, read);
                };
                self.record((*one_id, *other_id), one, other)
            }
            (Value::Union(one), Value::Union(other)) => {
                self.union((from, to), (one.as_deref(), other.as_deref()), (written, read))
            }
            (Value::List(one), Value::List(other)) => {
                let (Some(one_ty), Some(other_ty)) = (element(from), element(to)) else {
                    return self.differ(from, to, written, read);
                };
                if one.len() != other.len() {
                    return self.differ(from, to, written, read);
                }
                one.iter().zip(other).enumerate().find_map(|(index, (one, other))| {
                    self.inside(PathStep::Index(index), |it| it.value((one_ty, other_ty), one, other))
                })
            }
            (Value::Map(one), Value::Map(other)) => self.maps((from, to), (one, other), (written, read)),
            (Value::Map(map), Value::List(list)) | (Value::List(list), Value::Map(map)) => {
                if is_map_of(map, list) {
                    None
                } else {
                    self.differ(from, to, written, read)
                }
            }
            (Value::List(list), other) | (other, Value::List(list)) => {
                self.list_and_single((from, to), (list, other), (written, read))
            }
            (Value::Struct(record), single) | (single, Value::Struct(record)) if self.is_single((from, to), single) => {
                self.struct_and_single((from, to), record, (written, read))
            }
            _ if self.is_same_scalar((from, to), written, read) => None,
            // Values of other kinds: neither has anything that could get lost.
            _ if discriminant(written) != discriminant(read) && is_empty(written) && is_empty(read) => None,
            _ => self.differ(from, to, written, read),
        }
    }

    fn record(&mut self, (from, to): (DeclId, DeclId), one: &Record, other: &Record) -> Option<Mismatch> {
        let pairs = self.pairs;
        let members = match self.direction {
            Direction::Backward => pairs.members(from, to),
            Direction::Forward => pairs.members(to, from),
        };
        for (old, new) in &members.both {
            let (old, new) = (&members.old[*old], &members.new[*new]);
            let (writer, reader) = self.direction.of(old, new);
            let found = self.inside(PathStep::Name(writer.name.to_owned()), |it| {
                it.member((writer, reader), writer.place.get(one), reader.place.get(other))
            });
            if found.is_some() {
                return found;
            }
        }
        let added = self.direction.of(
            members.only_old.iter().map(|at| &members.old[*at]).collect::<Vec<_>>(),
            members.only_new.iter().map(|at| &members.new[*at]).collect::<Vec<_>>(),
        );
        added.1.into_iter().find_map(|member| self.new_member(to, member, other))
    }

    /// Returns a difference if a member that the writer lacks is not as in a new value.
    fn new_member(&mut self, id: DeclId, member: &Member<'m>, record: &Record) -> Option<Mismatch> {
        let field = self.reader.model.as_struct(id)?.fields.get(member.place.field)?;
        let value = member.place.get(record);
        let is_new = match self.reader.is_scalar(member.ty) {
            true if *value == Value::Absent => true,
            true => *value == self.reader.default_of(member) && !(member.has_presence() && member.union.is_some()),
            false => {
                // Defaults of lists and structs, which some schema languages have, are not part of the type.
                let has_default = !field.default_elements.is_empty() || field.attrs.capnp_default.is_some();
                has_default || *value == Value::Absent || is_empty(value) || self.is_new_struct(member, value)
            }
        };
        (!is_new).then(|| {
            self.path.push(PathStep::Name(member.name.to_owned()));
            let (path, read) = (Path { steps: self.path.clone() }, shown(self.reader, member.ty, value));
            self.path.pop();
            Mismatch { path, effect: Effect::Changed, written: "nothing".to_owned(), read }
        })
    }

    fn is_new_struct(&self, member: &Member<'m>, value: &Value) -> bool {
        let (Value::Struct(record), Value::Struct(new)) = (value, self.reader.default_of(member)) else { return false };
        record.fields == new.fields
    }

    fn member(
        &mut self,
        (writer, reader): (&Member<'m>, &Member<'m>),
        written: &Value,
        read: &Value,
    ) -> Option<Mismatch> {
        let types = (writer.ty, reader.ty);
        match (written, read) {
            (Value::Absent, Value::Absent) if !self.are_scalars(types) => None,
            (Value::Absent, Value::Absent) if writer.union.is_some() || reader.union.is_some() => None,
            (Value::Absent, Value::Absent) => {
                self.value(types, &self.writer.default_of(writer), &self.reader.default_of(reader))
            }
            (Value::Absent, other) | (other, Value::Absent) if is_empty(other) && !self.are_scalars(types) => None,
            (Value::Absent, _) | (_, Value::Absent) if writer.has_presence() && reader.has_presence() => {
                self.differ(types.0, types.1, written, read)
            }
            // One of them does not tell absence from the default.
            (Value::Absent, read) => self.value(types, &self.writer.default_of(writer), read),
            (written, Value::Absent) => self.value(types, written, &self.reader.default_of(reader)),
            (written, read) => self.value(types, written, read),
        }
    }

    fn are_scalars(&self, (from, to): (&Type, &Type)) -> bool {
        self.writer.is_scalar(from) && self.reader.is_scalar(to)
    }

    /// Compares unions that are elements: their cases are identified by name, then by number.
    fn union(
        &mut self,
        (from, to): (&Type, &Type),
        (one, other): (Option<&Held>, Option<&Held>),
        (written, read): (&Value, &Value),
    ) -> Option<Mismatch> {
        let (Type::Named(from_id), Type::Named(to_id)) = (from, to) else {
            return self.differ(from, to, written, read);
        };
        let (Some(from_union), Some(to_union)) =
            (self.writer.model.as_union(*from_id), self.reader.model.as_union(*to_id))
        else {
            return self.differ(from, to, written, read);
        };
        let Some(one) = one else { return other.and_then(|_| self.differ(from, to, written, read)) };
        let case = from_union.cases.get(one.case as usize)?;
        let number = self.writer.model.number_of_case(case);
        let same_name = to_union.cases.iter().position(|it| it.name == case.name);
        let same_number =
            || to_union.cases.iter().position(|it| number.is_some() && self.reader.model.number_of_case(it) == number);
        let partner = same_name.or_else(same_number);
        match (partner, other) {
            (None, None) => None,
            (Some(at), Some(other)) if other.case as usize == at => match (&case.ty, &to_union.cases[at].ty) {
                (Some(from), Some(to)) => {
                    self.inside(PathStep::Name(case.name.clone()), |it| it.value((from, to), &one.value, &other.value))
                }
                _ => None,
            },
            _ => self.differ(from, to, written, read),
        }
    }

    fn maps(
        &mut self,
        (from, to): (&Type, &Type),
        (one, other): (&BTreeMap<Value, Value>, &BTreeMap<Value, Value>),
        (written, read): (&Value, &Value),
    ) -> Option<Mismatch> {
        let (Type::Map(from_id), Type::Map(to_id)) = (from, to) else { return self.differ(from, to, written, read) };
        let (from_entry, to_entry) = (self.writer.entry(*from_id), self.reader.entry(*to_id));
        let (Some((from_key, from_value)), Some((to_key, to_value))) = (from_entry, to_entry) else { return None };
        if one.len() != other.len() {
            return self.differ(from, to, written, read);
        }
        let keys = (&from_key.ty, &to_key.ty);
        for (key, value) in one {
            let found = other.iter().find(|(it, _)| self.is_same_scalar(keys, key, it));
            let Some((_, read_value)) = found else { return self.differ(from, to, written, read) };
            let types = (&from_value.ty, &to_value.ty);
            let mismatch = self.inside(PathStep::of_key(key), |it| it.value(types, value, read_value));
            if mismatch.is_some() {
                return mismatch;
            }
        }
        None
    }

    fn is_same_scalar(&self, (from, to): (&Type, &Type), written: &Value, read: &Value) -> bool {
        match (written, read) {
            (Value::Enum(one), Value::Enum(other)) => self.is_same_enumerator((from, to), (*one, *other)),
            (Value::Enum(number), Value::Text(text) | Value::Bytes(text)) => has_name(self.writer, from, *number, text),
            (Value::Text(text) | Value::Bytes(text), Value::Enum(number)) => has_name(self.reader, to, *number, text),
            (Value::Float(one), Value::Float(other)) => is_same_float((from, *one), (to, *other)),
            (Value::Float(bits), other) | (other, Value::Float(bits)) => {
                let ty = if matches!(written, Value::Float(_)) { from } else { to };
                integer(other).is_some_and(|number| is_integer(float(ty, *bits), number))
            }
            (Value::Text(one) | Value::Bytes(one), Value::Text(other) | Value::Bytes(other)) => one == other,
            (Value::Absent, Value::Absent) => true,
            (Value::Uint(one), Value::Uint(other)) if is_flags(from) && is_flags(to) => {
                self.is_same_flags((from, to), (*one, *other))
            }
            (one, other) => integer(one).is_some() && integer(one) == integer(other),
        }
    }

    /// Flags are compared by name; what has none, or one that the reader lacks, by its bit.
    fn is_same_flags(&self, (from, to): (&Type, &Type), (one, other): (u64, u64)) -> bool {
        let (Some(writer), Some(reader)) = (flags(self.writer, from), flags(self.reader, to)) else {
            return one == other;
        };
        let (mut rest, mut expected) = (one, 0);
        for flag in &writer.members {
            let bit = flag.number as u64;
            if bit.is_power_of_two() && rest & bit != 0 {
                rest &= !bit;
                let partner = reader.members.iter().find(|it| it.name == flag.name);
                expected |= partner.map_or(bit, |it| it.number as u64);
            }
        }
        expected | rest == other
    }

    fn is_same_enumerator(&self, (from, to): (&Type, &Type), (one, other): (i64, i64)) -> bool {
        let (Some(writer), Some(reader)) = (enumeration(self.writer, from), enumeration(self.reader, to)) else {
            return one == other;
        };
        let names = writer.members.iter().filter(|it| it.number == one).map(|it| it.name.as_str());
        let known = names.filter_map(|name| reader.members.iter().find(|it| it.name == name));
        let mut numbers = known.map(|it| it.number).peekable();
        if numbers.peek().is_some() {
            return numbers.any(|it| it == other);
        }
        // A name that the reader lacks was removed or renamed; its number may belong to another enumerator now. A number
        // without a name means whatever it means to the reader.
        let has_name = writer.members.iter().any(|it| it.number == one);
        let is_another = |name: &str| writer.members.iter().any(|it| it.name == name && it.number != one);
        one == other && !(has_name && reader.members.iter().any(|it| it.number == other && is_another(&it.name)))
    }

    fn differ(&self, from: &Type, to: &Type, written: &Value, read: &Value) -> Option<Mismatch> {
        let effect = if *read == Value::Absent || is_empty(read) { Effect::Lost } else { Effect::Changed };
        let (written, read) = (shown(self.writer, from, written), shown(self.reader, to, read));
        Some(Mismatch { path: Path { steps: self.path.clone() }, effect, written, read })
    }

    fn inside<T>(&mut self, step: PathStep, compare: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let found = compare(self);
        self.path.pop();
        found
    }
}

/// Returns a value as JSON; `nothing` if it is absent.
pub(super) fn shown(side: &Side<'_>, ty: &Type, value: &Value) -> String {
    match value {
        Value::Absent => "nothing".to_owned(),
        value => text(&side.types, &side.types.of(ty), value),
    }
}
