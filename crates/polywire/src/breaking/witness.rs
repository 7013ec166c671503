//! The values that are written to see whether another version reads them.

use super::side::{Member, Place, Side};
use polywire_model::{DeclId, DeclKind, Presence, Type};
use polywire_vm::{Held, Record, Value};
use std::collections::BTreeMap;

/// Nested values of recursive types end at this depth.
const DEEPEST: usize = 2;

/// A text or bytes of this length do not fit where lengths take one byte.
const LONG: usize = 300;

/// Makes values of one version of a schema.
#[derive(Clone, Copy)]
pub(super) struct Values<'p, 'm> {
    pub side: &'p Side<'m>,
    /// Unions hold their first case, for formats in which they cannot be empty.
    pub fills_unions: bool,
}

impl Values<'_, '_> {
    /// Returns the smallest complete value of a struct.
    pub fn least_record(self, id: DeclId, depth: usize) -> Record {
        let types = &self.side.types;
        let Some(it) = self.side.model.as_struct(id) else { return Record { fields: Vec::new(), unknown: None } };
        let native = types.struct_of(id).map(|id| &types.record(id).fields);
        let fields = it.fields.iter().zip(native.into_iter().flatten()).map(|(field, native)| {
            let new = Value::of_field(types, native);
            match (&field.ty, field.presence) {
                (_, Presence::Optional) => Value::Absent,
                (Type::Named(id), _) if self.side.model.as_union(*id).is_some() => self.least(&field.ty, depth),
                (ty, Presence::Required) => match &native.default {
                    Some(literal) => Value::new_or(types, &native.ty, Some(literal)),
                    None => self.least(ty, depth + 1),
                },
                (Type::Named(_), Presence::Implicit) if matches!(new, Value::Struct(_)) => {
                    self.least(&field.ty, depth + 1)
                }
                (_, Presence::Implicit) => new,
            }
        });
        Record { fields: fields.collect(), unknown: None }
    }

    /// Returns the smallest value of a type.
    pub fn least(self, ty: &Type, depth: usize) -> Value {
        match ty {
            Type::Named(id) => match &self.side.model.decl(*id).kind {
                DeclKind::Struct(_) if depth > MOST_NESTED => Value::Absent,
                DeclKind::Struct(_) => Value::Struct(self.least_record(*id, depth)),
                DeclKind::Union(it) => match it.cases.first() {
                    Some(case) if self.fills_unions => {
                        let value = case.ty.as_ref().map_or(Value::Bytes(Vec::new()), |ty| self.least(ty, depth + 1));
                        Value::Union(Some(Box::new(Held { case: 0, value })))
                    }
                    _ => Value::Union(None),
                },
                DeclKind::Enum(_) | DeclKind::Constant(_) => Value::new(&self.side.types, &self.side.types.of(ty)),
            },
            Type::Array(element, len) => Value::List(vec![self.least(element, depth + 1); *len as usize]),
            _ => Value::new(&self.side.types, &self.side.types.of(ty)),
        }
    }

    /// Returns the values of a member that tell most about it, the simplest first.
    pub fn of_member(self, member: &Member<'_>) -> Vec<Value> {
        let mut values = self.of_type(member.ty, 0);
        if member.has_presence() && member.union.is_none() && !member.is_required() {
            values.push(self.least(member.ty, 1));
        }
        if member.union.is_some() {
            values.push(self.least(member.ty, 1));
        }
        values
    }

    /// Returns values of a type: those at the limits of its own range, and of ranges that other types have.
    fn of_type(self, ty: &Type, depth: usize) -> Vec<Value> {
        match ty {
            Type::Bool => vec![Value::Bool(true), Value::Bool(false)],
            Type::Int { bits, signed: true, .. } => signed(*bits).into_iter().map(Value::Int).collect(),
            Type::Int { bits, signed: false, .. } => unsigned(*bits).into_iter().map(Value::Uint).collect(),
            Type::Float { bits: 32 } => FLOATS.map(|it| Value::Float(u64::from((it as f32).to_bits()))).to_vec(),
            Type::Float { .. } => FLOATS.map(|it| Value::Float(it.to_bits())).to_vec(),
            Type::Text(text) => {
                let longest = text.max_len.map_or(LONG, |len| (len as usize).min(LONG));
                let odd: &[&[u8]] = if text.unverified { &[b"a\xff"] } else { &[] };
                let texts = ["a", "1", "é", ""].iter().map(|it| it.as_bytes()).chain(odd.iter().copied());
                let mut texts: Vec<Value> =
                    texts.filter(|it| it.len() <= longest).map(|it| Value::Text(it.to_vec())).collect();
                texts.push(Value::Text(vec![b'b'; longest]));
                texts
            }
            Type::Bytes => [&b"a"[..], b"\xff", b"", &[7; LONG]].map(|it| Value::Bytes(it.to_vec())).to_vec(),
            Type::FixedBytes(len, _) => [0x61, 0xff].map(|byte| Value::Bytes(vec![byte; *len as usize])).to_vec(),
            Type::Named(id) => self.of_named(*id, depth),
            Type::List(element) => self.lists(element, depth),
            Type::Array(element, len) => {
                self.of_type(element, depth + 1).into_iter().map(|it| Value::List(vec![it; *len as usize])).collect()
            }
            Type::Map(entry) => self.maps(*entry, depth),
        }
    }

    fn of_named(self, id: DeclId, depth: usize) -> Vec<Value> {
        match &self.side.model.decl(id).kind {
            DeclKind::Enum(it) => {
                let mut numbers: Vec<i64> = it.members.iter().map(|it| it.number).rev().collect();
                // A number without a name.
                numbers.extend(numbers.iter().max().filter(|_| it.open).map(|number| number.saturating_add(1)));
                numbers.into_iter().map(Value::Enum).collect()
            }
            DeclKind::Struct(_) if depth >= DEEPEST => vec![Value::Struct(self.least_record(id, depth))],
            DeclKind::Struct(_) => {
                let full = (0..2).map(|pick| Value::Struct(self.full_record(id, depth + 1, &mut |_| pick)));
                std::iter::once(Value::Struct(self.least_record(id, depth))).chain(full).collect()
            }
            DeclKind::Constant(_) => Vec::new(),
            DeclKind::Union(it) => {
                let cases = it.cases.iter().zip(0..).flat_map(|(case, at)| {
                    let values = match &case.ty {
                        Some(ty) => self.of_type(ty, depth + 1),
                        None => vec![Value::Bytes(Vec::new())],
                    };
                    values.into_iter().map(move |value| Value::Union(Some(Box::new(Held { case: at, value }))))
                });
                cases.collect()
            }
        }
    }

    fn lists(self, element: &Type, depth: usize) -> Vec<Value> {
        let elements = self.of_type(element, depth + 1);
        let mut lists: Vec<Value> = elements.iter().map(|it| Value::List(vec![it.clone()])).collect();
        lists.push(Value::List(elements.into_iter().take(5).collect()));
        lists.push(Value::List(Vec::new()));
        lists
    }

    fn maps(self, entry: DeclId, depth: usize) -> Vec<Value> {
        let Some((key, value)) = self.side.entry(entry) else { return Vec::new() };
        let (keys, values) = (self.of_type(&key.ty, depth + 1), self.of_type(&value.ty, depth + 1));
        let (Some(first_key), Some(first_value)) = (keys.first(), values.first()) else { return Vec::new() };
        let map = |key: &Value, value: &Value| Value::Map(BTreeMap::from([(key.clone(), value.clone())]));
        let by_value = values.iter().map(|value| map(first_key, value));
        let by_key = keys.iter().skip(1).map(|key| map(key, first_value));
        let all = keys.iter().map(|key| (key.clone(), first_value.clone())).collect();
        by_value.chain(by_key).chain([Value::Map(all), Value::Map(BTreeMap::new())]).collect()
    }

    /// Returns a value with all members set; `pick` chooses among the values of a member, given their number.
    pub fn full_record(self, id: DeclId, depth: usize, pick: &mut dyn FnMut(usize) -> usize) -> Record {
        let mut record = self.least_record(id, depth);
        let members = self.side.members(id);
        let mut places: Vec<Vec<&Member<'_>>> = Vec::new();
        for member in &members {
            match places.last_mut() {
                Some(last) if last.iter().any(|it| it.place.field == member.place.field) => last.push(member),
                _ => places.push(vec![member]),
            }
        }
        for cases in places {
            let member = cases[pick(cases.len()) % cases.len()];
            if depth >= DEEPEST && !self.side.is_scalar(member.ty) {
                continue;
            }
            let values = self.of_type(member.ty, depth);
            if let Some(value) = values.get(pick(values.len()) % values.len().max(1)) {
                member.place.set(&mut record, value.clone());
            }
        }
        record
    }

    /// Returns a value of a type that contains this struct: as itself, as an element, or as an entry.
    pub fn around(self, ty: &Type, inner: &Value) -> Option<Value> {
        match ty {
            Type::Named(_) => Some(inner.clone()),
            Type::List(element) => Some(Value::List(vec![self.around(element, inner)?])),
            Type::Array(element, len) => Some(Value::List(vec![self.around(element, inner)?; *len as usize])),
            Type::Map(entry) => {
                let (key, value) = self.side.entry(*entry)?;
                let key = self.of_type(&key.ty, DEEPEST).into_iter().next()?;
                Some(Value::Map(BTreeMap::from([(key, self.around(&value.ty, inner)?)])))
            }
            _ => None,
        }
    }

    /// Returns the smallest value of a struct with one member set.
    pub fn with(self, id: DeclId, place: Place, value: Value) -> Record {
        let mut record = self.least_record(id, 0);
        place.set(&mut record, value);
        record
    }
}

/// No message nests required structs deeper.
const MOST_NESTED: usize = 50;

/// Numbers of one bit, with a fraction, without an exact form in base 2, large, and special ones.
const FLOATS: [f64; 8] = [1.0, 0.5, 0.1, -2.0, 1e300, 16_777_217.0, f64::INFINITY, f64::NAN];

/// The limits of all widths.
fn signed(bits: u8) -> Vec<i64> {
    let limit = i64::MAX >> (64 - bits);
    let limits = [8, 16, 32].iter().flat_map(|bits| [1i64 << (bits - 1), 1 << bits, -(1 << (bits - 1)) - 1]);
    let numbers = [1, 2, -1].into_iter().chain(limits).chain([(1 << 53) + 1, limit, -limit - 1, 0]);
    numbers.filter(|it| (-limit - 1..=limit).contains(it)).collect()
}

fn unsigned(bits: u8) -> Vec<u64> {
    let limit = u64::MAX >> (64 - bits);
    let limits = [8, 16, 32].iter().flat_map(|bits| [1u64 << (bits - 1), 1 << bits]);
    let numbers = [1, 2].into_iter().chain(limits).chain([(1 << 53) + 1, limit, 0]);
    numbers.filter(|it| *it <= limit).collect()
}
