//! Scalars and simple properties of values of two versions.

use super::side::Side;
use polywire_model::{Enum, Meaning, Type};
use polywire_vm::Value;
use std::collections::BTreeMap;

pub(super) fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(element) | Type::Array(element, _) => Some(element),
        _ => None,
    }
}

/// Returns the enum that names the bits of an integer.
pub(super) fn flags<'m>(side: &Side<'m>, ty: &Type) -> Option<&'m Enum> {
    match ty {
        Type::Int { meaning: Meaning::Flags(id), .. } => side.model.as_enum(*id),
        _ => None,
    }
}

pub(super) fn is_flags(ty: &Type) -> bool {
    matches!(ty, Type::Int { meaning: Meaning::Flags(_), .. })
}

pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Absent | Value::Union(None) => true,
        Value::Bool(value) => !value,
        Value::Int(value) | Value::Enum(value) => *value == 0,
        Value::Uint(value) | Value::Float(value) => *value == 0,
        Value::Text(bytes) | Value::Bytes(bytes) => bytes.is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        Value::Struct(_) | Value::Union(Some(_)) => false,
    }
}

/// Returns true if a list has the entries of a map, in any order.
pub(super) fn is_map_of(map: &BTreeMap<Value, Value>, list: &[Value]) -> bool {
    let entry = |value: &Value| match value {
        Value::Struct(record) => match record.fields.as_slice() {
            [key, value] => map.get(key) == Some(value),
            _ => false,
        },
        _ => false,
    };
    map.len() == list.len() && list.iter().all(entry)
}

pub(super) fn has_name(side: &Side<'_>, ty: &Type, number: i64, text: &[u8]) -> bool {
    enumeration(side, ty)
        .is_some_and(|it| it.members.iter().any(|member| member.number == number && member.name.as_bytes() == text))
}

pub(super) fn enumeration<'m>(side: &Side<'m>, ty: &Type) -> Option<&'m Enum> {
    match ty {
        Type::Named(id) => side.model.as_enum(*id),
        _ => None,
    }
}

/// Returns the number that a boolean, an integer or an enumerator is.
pub(super) fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Bool(value) => Some(i128::from(*value)),
        Value::Int(value) | Value::Enum(value) => Some(i128::from(*value)),
        Value::Uint(value) => Some(i128::from(*value)),
        _ => None,
    }
}

pub(super) fn is_integer(float: f64, number: i128) -> bool {
    float.fract() == 0.0 && float.abs() < 1e30 && float as i128 == number
}

/// A reader with more precision has the same value if it is the nearest one of the writer's type.
pub(super) fn is_same_float((from, one): (&Type, u64), (to, other): (&Type, u64)) -> bool {
    if from == to {
        return one == other || float(from, one).is_nan() && float(to, other).is_nan();
    }
    let (one_value, other_value) = (float(from, one), float(to, other));
    let read = if *from == (Type::Float { bits: 32 }) { f64::from(other_value as f32) } else { other_value };
    read.to_bits() == one_value.to_bits() || read.is_nan() && one_value.is_nan()
}

/// Returns the float of a bit pattern.
pub(super) fn float(ty: &Type, bits: u64) -> f64 {
    match ty {
        Type::Float { bits: 32 } => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}
