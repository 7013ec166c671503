use super::height::Shapes;
use super::well_known::well_known;
use super::{Random, bytes, decimal, float, integer, text};
use polywire_model::{
    BytesMeaning, Case, DeclId, DeclKind, Field, Literal, Model, Presence, Struct, Text, Type, Union,
};
use serde_json::{Map, Value};

/// Makes values of a type in plain JSON: every field except some optional ones, a case of every union, short lists, floats with few
/// digits in base 2 and in base 10.
pub struct Values<'m> {
    shapes: Shapes<'m>,
    id: DeclId,
}

impl<'m> Values<'m> {
    /// Makes values of a declaration.
    pub fn of(model: &'m Model, id: DeclId) -> Self {
        Self { shapes: Shapes::of(model), id }
    }

    /// Returns the next value.
    pub fn next(&self, random: &mut Random) -> Value {
        named(&self.shapes, self.id, random, 0)
    }
}

fn named(model: &Shapes<'_>, id: DeclId, random: &mut Random, depth: usize) -> Value {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => match it.attrs.well_known {
            Some(mark) => well_known(model, (mark, it), random, depth),
            None => Value::Object(members(model, it, random, depth)),
        },
        DeclKind::Union(it) => Value::Object(case(model, it, random, depth).into_iter().collect()),
        DeclKind::Constant(_) => Value::Null,
        DeclKind::Enum(it) if it.attrs.well_known.is_some() => Value::Null,
        DeclKind::Enum(it) => it.members.get(random.below(it.members.len())).map_or(Value::Null, |it| it.number.into()),
    }
}

pub(super) fn members(model: &Shapes<'_>, record: &Struct, random: &mut Random, depth: usize) -> Map<String, Value> {
    // Wide recursive structs would grow without end.
    let fields = record.fields.len();
    let is_chosen = |random: &mut Random| depth == 0 || fields < WIDE || random.below(fields) < FEW;
    let is_present = |field: &Field, random: &mut Random| match field.presence {
        Presence::Optional => random.below(3) > depth / 3 && is_chosen(random),
        Presence::Implicit => is_chosen(random),
        Presence::Required => true,
    };
    let mut members = Map::new();
    for field in &record.fields {
        if is_present(field, random) {
            members.extend(member(model, field, random, depth));
        }
    }
    members
}

/// A union that is always present has no member of its own in JSON; its case has. One with a discriminator has one.
fn member(model: &Shapes<'_>, field: &Field, random: &mut Random, depth: usize) -> Option<(String, Value)> {
    if let Type::Named(id) = field.ty
        && field.presence == Presence::Implicit
        && let Some(union) = model.as_union(id).filter(|it| it.discriminator.is_none())
    {
        return case(model, union, random, depth);
    }
    Some((field.name.clone(), within(field, value(model, &field.ty, random, depth))))
}

/// Returns a number that its field allows: in its range, and not the one that means absence.
pub fn within(field: &Field, value: Value) -> Value {
    let value = match (&field.range.min, &field.range.max) {
        (None, None) => value,
        (min, max) => match (whole_of(&value), value.as_f64()) {
            (Some(number), _) if !is_float(min) && !is_float(max) => whole(number, (min, max)),
            (_, Some(number)) => {
                let at_least = min.as_ref().map_or(number, |min| number.max(real_of(min)));
                max.as_ref().map_or(at_least, |max| at_least.min(real_of(max))).into()
            }
            (_, None) => value,
        },
    };
    let is_null = field.null.as_ref().is_some_and(|null| value.as_f64() == Some(real_of(null)));
    if is_null { 1.into() } else { value }
}

fn whole(number: i128, (min, max): (&Option<Literal>, &Option<Literal>)) -> Value {
    let bound = |literal: &Option<Literal>| match literal {
        Some(Literal::Int(bound)) => Some(*bound),
        _ => None,
    };
    let number = match (bound(min), bound(max)) {
        (Some(min), Some(max)) => min + (number - min).rem_euclid(max - min + 1),
        (min, max) => number.max(min.unwrap_or(number)).min(max.unwrap_or(i128::MAX)),
    };
    i64::try_from(number).map_or_else(|_| (number as u64).into(), Value::from)
}

fn whole_of(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or(value.as_u64().map(i128::from))
}

fn is_float(literal: &Option<Literal>) -> bool {
    matches!(literal, Some(Literal::Float(_)))
}

fn real_of(literal: &Literal) -> f64 {
    match literal {
        Literal::Int(number) => *number as f64,
        Literal::Float(bits) => f64::from_bits(*bits),
        _ => f64::NAN,
    }
}

/// Returns a case with its name; none for a union without cases.
fn case(model: &Shapes<'_>, union: &Union, random: &mut Random, depth: usize) -> Option<(String, Value)> {
    let ends = || union.cases.iter().find(|case| !matches!(case.ty, Some(Type::Named(_) | Type::List(_))));
    let case = match depth > DEEP {
        true => ends().or_else(|| model.flattest(union)),
        false => union.cases.get(random.below(union.cases.len())),
    }?;
    let mut value = case.ty.as_ref().map_or(Value::Bool(true), |ty| value(model, ty, random, depth));
    if let (Some(name), Value::Object(members)) = (model.label_field(case), &mut value) {
        members.insert(name.to_owned(), label(model, (union, case), random));
    }
    Some((case.name.clone(), value))
}

/// Returns a label that selects a case.
fn label(model: &Shapes<'_>, (union, selected): (&Union, &Case), random: &mut Random) -> Value {
    let ty = union.discriminator.as_ref().unwrap_or(&Type::Bool);
    if !selected.is_default {
        let number = selected.labels.get(random.below(selected.labels.len())).copied().unwrap_or_default();
        return match i64::try_from(number) {
            Ok(number) if *ty == Type::Bool => (number != 0).into(),
            Ok(number) => number.into(),
            Err(_) => (number as u64).into(),
        };
    }
    let number = |value: &Value| whole_of(value).or(value.as_bool().map(i128::from)).unwrap_or_default();
    let is_taken = |value: &Value| union.cases.iter().any(|it| !it.is_default && it.labels.contains(&number(value)));
    let mut candidates = (0..).map(|_| value(model, ty, random, 0));
    candidates.find(|value| !is_taken(value)).unwrap_or_default()
}

pub(super) fn value(model: &Shapes<'_>, ty: &Type, random: &mut Random, depth: usize) -> Value {
    match ty {
        Type::Bool => (random.below(2) == 0).into(),
        Type::Int { bits, signed: true, .. } => integer(random, *bits).into(),
        Type::Int { bits, signed: false, .. } => (integer(random, *bits) as u64 & u64::MAX >> (64 - bits)).into(),
        Type::Float { .. } => float(random).into(),
        Type::Text(Text { decimal: Some(it), .. }) => decimal(random, *it).into(),
        Type::Text(it) => text(random, it.max_len.map_or(30, |len| len as usize)).into(),
        Type::Bytes => {
            let len = random.below(10);
            bytes(random, len).into()
        }
        Type::FixedBytes(_, BytesMeaning::Uuid) => uuid(|_| random.bits() as u8).into(),
        Type::FixedBytes(len, _) => bytes(random, *len as usize).into(),
        Type::Named(id) => match model.nullable(*id) {
            Some(_) if random.below(3) == 0 => Value::Null,
            Some(inner) => value(model, &inner.ty, random, depth),
            None => named(model, *id, random, depth + 1),
        },
        Type::List(element) => (0..count(random, depth)).map(|_| value(model, element, random, depth + 1)).collect(),
        Type::Array(element, len) => (0..*len).map(|_| value(model, element, random, depth + 1)).collect(),
        Type::Map(_) if model.set_element(ty).is_some() => elements(model, ty, random, depth),
        Type::Map(entry) => entries(model, *entry, random, depth).into(),
    }
}

/// Elements of a set may come twice.
fn elements(model: &Shapes<'_>, ty: &Type, random: &mut Random, depth: usize) -> Value {
    let count = count(random, depth);
    let elements = model.set_element(ty).into_iter().flat_map(|element| std::iter::repeat_n(element, count));
    elements.map(|element| value(model, element, random, depth)).collect()
}

fn entries(model: &Shapes<'_>, id: DeclId, random: &mut Random, depth: usize) -> Map<String, Value> {
    let parts = model.as_struct(id).map_or(&[][..], |entry| &entry.fields);
    let [key, element] = parts else { return Map::new() };
    let count = count(random, depth);
    let mut entry = |_| {
        let key = member_name(value(model, &key.ty, random, depth));
        (key, value(model, &element.ty, random, depth + 1))
    };
    (0..count).map(&mut entry).collect()
}

/// Nested lists are short, so that values of recursive types are finite.
fn count(random: &mut Random, depth: usize) -> usize {
    random.below(5usize.saturating_sub(depth).max(1))
}

/// From this depth on, values of unions end where possible.
pub(super) const DEEP: usize = 4;

/// Nested structs with at least this many fields have few members.
const WIDE: usize = 40;
const FEW: usize = 3;

/// Returns a key as a member name.
fn member_name(key: Value) -> String {
    match key {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Returns the text of a UUID, given its bytes by their indices.
pub fn uuid(mut byte: impl FnMut(usize) -> u8) -> String {
    let hyphen = |index| if matches!(index, 4 | 6 | 8 | 10) { "-" } else { "" };
    (0..16).map(|index| format!("{}{:02x}", hyphen(index), byte(index))).collect()
}
