//! Keywords of scalar types.

use super::descriptor::{Edition, FieldType};

/// All keywords, for suggestions.
pub(super) const KEYWORDS: [&str; 15] = [
    "bool", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
    "float", "double", "string", "bytes",
];

/// Returns the type of a keyword. In the unstable edition, `int32` and the like mean fixed width, and varints have
/// other names.
pub(super) fn from_keyword(keyword: &str, edition: Edition) -> Option<FieldType> {
    if edition != Edition::UNSTABLE {
        return FieldType::from_keyword(keyword);
    }
    match keyword {
        "int32" => Some(FieldType::Sfixed32),
        "int64" => Some(FieldType::Sfixed64),
        "uint32" => Some(FieldType::Fixed32),
        "uint64" => Some(FieldType::Fixed64),
        "varint32" => Some(FieldType::Int32),
        "varint64" => Some(FieldType::Int64),
        "uvarint32" => Some(FieldType::Uint32),
        "uvarint64" => Some(FieldType::Uint64),
        "zigzag32" => Some(FieldType::Sint32),
        "zigzag64" => Some(FieldType::Sint64),
        "bool" | "float" | "double" | "string" | "bytes" => FieldType::from_keyword(keyword),
        _ => None,
    }
}

/// Returns the keyword of a scalar type.
pub(super) fn keyword(ty: FieldType, edition: Edition) -> &'static str {
    if edition != Edition::UNSTABLE {
        return ty.keyword();
    }
    match ty {
        FieldType::Sfixed32 => "int32",
        FieldType::Sfixed64 => "int64",
        FieldType::Fixed32 => "uint32",
        FieldType::Fixed64 => "uint64",
        FieldType::Int32 => "varint32",
        FieldType::Int64 => "varint64",
        FieldType::Uint32 => "uvarint32",
        FieldType::Uint64 => "uvarint64",
        FieldType::Sint32 => "zigzag32",
        FieldType::Sint64 => "zigzag64",
        other => other.keyword(),
    }
}
