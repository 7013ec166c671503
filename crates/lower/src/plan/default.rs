use polywire_ir::types::{Literal, Type, Types};
use polywire_ir::{Const, Expr, Place};

/// Returns the initial value of a field or case of a scalar, text or bytes type, as an IR constant.
pub(crate) fn default_const(types: &Types, ty: &Type, default: Option<&Literal>) -> Const {
    match ty {
        Type::Bool => Const::Bool(matches!(default, Some(Literal::Bool(true)))),
        Type::Int { signed, .. } => int_const(default_int(default).unwrap_or(0), *signed),
        Type::Float { bits } => Const::U64(float_bits(default, *bits)),
        Type::Enum(id) => {
            let first = types.enumeration(*id).members.first().map_or(0, |member| i128::from(member.number));
            int_const(default_int(default).unwrap_or(first), true)
        }
        Type::FixedBytes(len, _) => Const::Bytes(bytes_of(default).unwrap_or_else(|| vec![0; *len as usize])),
        Type::Text { .. }
        | Type::Bytes
        | Type::Struct(_)
        | Type::Union(_)
        | Type::List(_)
        | Type::Array(..)
        | Type::Map(_) => Const::Bytes(bytes_of(default).unwrap_or_default()),
    }
}

/// Tests whether the scalar, text or bytes at a place equals its field's default; floats are compared by bits, so that
/// −0.0 differs from 0.0.
pub(crate) fn is_default(types: &Types, ty: &Type, default: Option<&Literal>, place: &Place) -> Expr {
    let empty = matches!(ty, Type::Text { .. } | Type::Bytes) && default.is_none();
    if empty {
        return Expr::Len(place.clone()).is(0u64);
    }
    Expr::Get(place.clone()).is(Expr::Const(default_const(types, ty, default)))
}

fn int_const(value: i128, signed: bool) -> Const {
    if signed { Const::I64(value as i64) } else { Const::U64(value as u64) }
}

fn default_int(default: Option<&Literal>) -> Option<i128> {
    match default {
        Some(Literal::Int(value)) => Some(*value),
        Some(Literal::Bool(_) | Literal::Float(_) | Literal::Text(_) | Literal::Bytes(_)) | None => None,
    }
}

/// A literal is a binary64; a binary32 is the nearest one. The payload of a NaN is truncated manually, because a
/// conversion need not preserve it.
fn float_bits(default: Option<&Literal>, bits: u8) -> u64 {
    let Some(Literal::Float(wide)) = default else { return 0 };
    let value = f64::from_bits(*wide);
    match bits {
        64 => *wide,
        _ if value.is_nan() => (wide >> 32 & 0x8000_0000) | 0x7fc0_0000 | (wide >> 29 & 0x003f_ffff),
        _ => u64::from((value as f32).to_bits()),
    }
}

fn bytes_of(default: Option<&Literal>) -> Option<Vec<u8>> {
    match default {
        Some(Literal::Text(text)) => Some(text.as_bytes().to_vec()),
        Some(Literal::Bytes(bytes)) => Some(bytes.clone()),
        Some(Literal::Bool(_) | Literal::Int(_) | Literal::Float(_)) | None => None,
    }
}
