use super::name::Names;
use crate::ValueType;
use crate::types::{BytesMeaning, Literal, Meaning, Type};

/// Prints a native type.
pub(super) fn native(ty: &Type, names: &Names<'_>) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, meaning } => integer(*bits, *signed, *meaning, names),
        Type::Float { bits } => format!("f{bits}"),
        Type::Text { verified: true } => "text".to_owned(),
        Type::Text { verified: false } => "text_unverified".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::FixedBytes(len, BytesMeaning::Bytes) => format!("bytes[{len}]"),
        Type::FixedBytes(len, meaning) => format!("bytes[{len}]<{meaning}>"),
        Type::Enum(id) => names.enumeration(*id),
        Type::Struct(id) => names.record(*id),
        Type::Union(id) => names.union(*id),
        Type::List(element) => format!("list<{}>", native(element, names)),
        Type::Array(element, len) => format!("array<{}, {len}>", native(element, names)),
        Type::Map(entry) => format!("map<{}>", names.record(*entry)),
    }
}

fn integer(bits: u8, signed: bool, meaning: Meaning, names: &Names<'_>) -> String {
    let sign = if signed { 'i' } else { 'u' };
    match meaning {
        Meaning::Number => format!("{sign}{bits}"),
        Meaning::Flags(id) => format!("{sign}{bits}<flags({})>", names.enumeration(id)),
        _ => format!("{sign}{bits}<{meaning}>"),
    }
}

/// Prints a type of the IR.
pub(super) fn value_type(ty: &ValueType, names: &Names<'_>) -> String {
    match ty {
        ValueType::Bool => "bool".to_owned(),
        ValueType::U64 => "u64".to_owned(),
        ValueType::I64 => "i64".to_owned(),
        ValueType::Bytes => "bytes".to_owned(),
        ValueType::Section(len) => format!("section({len})"),
        ValueType::Ref(ty) => format!("&{}", native(ty, names)),
    }
}

/// Prints a default value; floats as their bits, which preserves every NaN.
pub(super) fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(bits) => format!("float({bits:#x})"),
        Literal::Text(text) => format!("text({})", crate::text::syntax::bytes(text.as_bytes())),
        Literal::Bytes(bytes) => crate::text::syntax::bytes(bytes),
    }
}
