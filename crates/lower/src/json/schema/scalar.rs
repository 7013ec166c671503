use super::text::Json;
use polywire_ir::types::{BytesMeaning, Type};

const SIGNED: &str = "^(0|-?[1-9][0-9]*)$";
const UNSIGNED: &str = "^(0|[1-9][0-9]*)$";
const UUID: &str = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/// The least and the greatest number of a width.
pub fn range(bits: u8, signed: bool) -> (i128, i128) {
    match signed {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}

/// Integers of 64 bits are texts.
pub fn integer(bits: u8, signed: bool) -> Json {
    if bits == 64 {
        return string().and("pattern", Json::text(if signed { SIGNED } else { UNSIGNED }));
    }
    let (least, most) = range(bits, signed);
    let ty = ("type", Json::text("integer"));
    Json::object([ty, ("minimum", Json::number(least)), ("maximum", Json::number(most))])
}

/// Floats that are not finite are texts.
pub fn float() -> Json {
    let names = ["NaN", "Infinity", "-Infinity"].map(Json::text);
    let special = Json::object([("enum", Json::List(names.into()))]);
    Json::object([("anyOf", Json::List(vec![Json::object([("type", Json::text("number"))]), special]))])
}

pub fn string() -> Json {
    Json::object([("type", Json::text("string"))])
}

pub fn bytes() -> Json {
    string().and("contentEncoding", Json::text("base64"))
}

pub fn fixed_bytes(len: u32, meaning: BytesMeaning) -> Json {
    if meaning == BytesMeaning::Uuid {
        return string().and("pattern", Json::text(UUID));
    }
    let characters = || Json::number(u64::from(len).div_ceil(3) * 4);
    bytes().and("minLength", characters()).and("maxLength", characters())
}

/// The form of the keys of a map, which are names of members; `None` for texts.
pub fn key_pattern(key: &Type) -> Option<&'static str> {
    match key {
        Type::Bool => Some("^(true|false)$"),
        Type::Int { signed: true, .. } => Some(SIGNED),
        Type::Int { .. } => Some(UNSIGNED),
        _ => None,
    }
}
