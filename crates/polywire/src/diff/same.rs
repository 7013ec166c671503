use super::Options;
use super::align::SAME;
use crate::value_text::{case_type, entry_type};
use polywire_ir::types::{Type, Types};
use polywire_vm::{Record, Value};
use std::collections::BTreeMap;

/// Returns true if two values of a type do not differ.
pub(super) fn is_same(types: &Types, options: Options<'_>, ty: &Type, a: &Value, b: &Value) -> bool {
    let same = |ty: &Type, a: &Value, b: &Value| is_same(types, options, ty, a, b);
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => is_same_float(ty, options, *a, *b),
        (Value::Struct(a), Value::Struct(b)) => a.unknown == b.unknown && same_fields(types, options, ty, a, b),
        (Value::Union(Some(a)), Value::Union(Some(b))) => {
            a.case == b.case && same(&case_type(types, ty, a.case), &a.value, &b.value)
        }
        (Value::List(a), Value::List(b)) => {
            let element = ty.element().unwrap_or(Type::Bytes);
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&element, a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            let value = entry_type(types, ty);
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&value, a.1, b.1))
        }
        _ => a == b,
    }
}

fn same_fields(types: &Types, options: Options<'_>, ty: &Type, a: &Record, b: &Record) -> bool {
    let Type::Struct(id) = ty else { return a == b };
    let pairs = a.fields.iter().zip(&b.fields);
    types.record(*id).fields.iter().zip(pairs).all(|(field, (a, b))| is_same(types, options, &field.ty, a, b))
}

/// Returns the likeness of two list elements: [`SAME`], or else the percentage of equal fields or entries if it is at least 50.
/// Fields absent in both do not count.
pub(super) fn likeness(types: &Types, options: Options<'_>, ty: &Type, a: &Value, b: &Value) -> u32 {
    if is_same(types, options, ty, a, b) {
        return SAME;
    }
    if let (Value::Map(a), Value::Map(b)) = (a, b) {
        return likeness_of_maps(types, options, &entry_type(types, ty), (a, b));
    }
    let (Type::Struct(id), Value::Struct(a), Value::Struct(b)) = (ty, a, b) else { return 0 };
    let (mut counted, mut same) = (0, 0);
    for (field, (a, b)) in types.record(*id).fields.iter().zip(a.fields.iter().zip(&b.fields)) {
        let new = Value::of_field(types, field);
        if *a != new || *b != new {
            counted += 1;
            same += u32::from(is_same(types, options, &field.ty, a, b));
        }
    }
    percentage(same, counted)
}

fn likeness_of_maps(
    types: &Types,
    options: Options<'_>,
    ty: &Type,
    (a, b): (&BTreeMap<Value, Value>, &BTreeMap<Value, Value>),
) -> u32 {
    let common: Vec<bool> = a.iter().filter_map(|(key, a)| Some(is_same(types, options, ty, a, b.get(key)?))).collect();
    let same = common.iter().filter(|is_same| **is_same).count();
    percentage(same as u32, (a.len() + b.len() - common.len()) as u32)
}

fn percentage(same: u32, counted: u32) -> u32 {
    let percentage = same * 100 / counted.max(1);
    if percentage >= 50 { percentage } else { 0 }
}

fn is_same_float(ty: &Type, options: Options<'_>, a: u64, b: u64) -> bool {
    let (x, y) = (float(ty, a), float(ty, b));
    let is_near = options.tolerance.is_some_and(|tolerance| (x - y).abs() <= tolerance);
    a == b || x.is_nan() && y.is_nan() || is_near
}

/// Returns the float of a bit pattern.
fn float(ty: &Type, bits: u64) -> f64 {
    match ty {
        Type::Float { bits: 32 } => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}
