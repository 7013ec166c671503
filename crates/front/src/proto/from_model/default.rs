use crate::literal_text::{c_escape, double_text, float_text};
use polywire_model::{Literal, Type};

/// Returns a default in descriptor form; that of an enum is the name of its member.
pub(super) fn default_text(ty: &Type, default: &Literal, member: impl Fn(i128) -> Option<String>) -> Option<Vec<u8>> {
    Some(match (ty, default) {
        (_, Literal::Bool(it)) => it.to_string().into(),
        (Type::Named(_), Literal::Int(number)) => member(*number)?.into(),
        (_, Literal::Int(it)) => it.to_string().into(),
        (Type::Float { bits: 32 }, Literal::Float(bits)) => float_text(f64::from_bits(*bits) as f32).into(),
        (_, Literal::Float(bits)) => double_text(f64::from_bits(*bits)).into(),
        (_, Literal::Text(it)) => it.clone().into(),
        (_, Literal::Bytes(it)) => c_escape(it),
    })
}
