//! Annotations that have a meaning in the model (IDL 4.2, clause 8.3).

use crate::idl::tree::{Annotation, Value};
use polywire_model::{Field, Literal, NumberRange, Presence, Type};

/// Returns the annotation of this name.
pub(super) fn find<'a>(all: &'a [Annotation], name: &str) -> Option<&'a Annotation> {
    all.iter().find(|it| it.name == name)
}

/// Returns the value of a parameter.
pub(super) fn parameter<'a>(it: &'a Annotation, name: &str) -> Option<&'a Value> {
    it.parameters.iter().find(|(it, _)| it == name).map(|(_, value)| value)
}

/// Returns true if an annotation of this name is there and says nothing else.
pub(super) fn is_set(all: &[Annotation], name: &str) -> bool {
    find(all, name).is_some_and(|it| parameter(it, "value") != Some(&Value::Boolean(false)))
}

/// Gives a field what its annotations say.
pub(super) fn apply(field: &mut Field, all: &[Annotation]) {
    if is_set(all, "optional") {
        field.presence = Presence::Optional;
    }
    let value = |name: &str, parameter_name: &str| {
        find(all, name).and_then(|it| parameter(it, parameter_name)).and_then(|value| literal(&field.ty, value))
    };
    let min = value("range", "min").or_else(|| value("min", "value"));
    let max = value("range", "max").or_else(|| value("max", "value"));
    let default = value("default", "value").filter(|it| field.presence == Presence::Implicit && !it.is_zero());
    if is_number(&field.ty) {
        field.range = NumberRange { min, max };
    }
    field.default = default;
}

/// Returns the value as one of a type.
pub(super) fn literal(ty: &Type, value: &Value) -> Option<Literal> {
    Some(match (ty, value) {
        (Type::Bool, Value::Boolean(it)) => Literal::Bool(*it),
        (Type::Int { .. }, Value::Integer(it)) => Literal::Int(*it),
        (Type::Int { .. }, Value::Char(it)) => Literal::Int((*it).into()),
        (Type::Int { .. }, Value::WChar(it)) => Literal::Int((*it).into()),
        (Type::Float { .. }, Value::Float(it)) => Literal::Float(it.to_bits()),
        (Type::Float { .. }, Value::Integer(it)) => Literal::Float((*it as f64).to_bits()),
        (Type::Text(_), Value::String(it)) => Literal::Text(it.iter().copied().map(char::from).collect()),
        (Type::Text(_), Value::WString(it)) => Literal::Text(String::from_utf16_lossy(it)),
        _ => return None,
    })
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int { .. } | Type::Float { .. })
}
