//! Defaults of fields that are not zero, empty or the first enumerant.

use super::Maker;
use crate::capnp::nodes::{Type, Value};
use polywire_model::Literal;

impl Maker<'_, '_> {
    pub(super) fn literal(&self, ty: &Type, value: &Value) -> Option<Literal> {
        if *value == Value::zero(ty) { None } else { literal(value) }
    }
}

/// Returns the value of a scalar, an enum, a text or bytes.
pub(super) fn literal(value: &Value) -> Option<Literal> {
    match value {
        Value::Bool(it) => Some(Literal::Bool(*it)),
        Value::Int(it) => Some(Literal::Int(*it)),
        Value::Enum(number) => Some(Literal::Int((*number).into())),
        Value::Float32(bits) => Some(Literal::Float(f64::from(f32::from_bits(*bits)).to_bits())),
        Value::Float64(bits) => Some(Literal::Float(*bits)),
        Value::Text(text) => Some(Literal::Text(String::from_utf8_lossy(text).into_owned())),
        Value::Data(data) => Some(Literal::Bytes(data.clone())),
        Value::Void | Value::List(_) | Value::Struct(_) | Value::Interface | Value::AnyPointer(_) => None,
    }
}
