//! Descriptions of types and facts.

use crate::breaking::side::{Member, Side};
use crate::schema::type_text;
use polywire_model::attr::ProtobufInt;
use polywire_model::{Literal, Presence, Struct, Type};

/// Describes the type of a member, with the encoding of its integers if that is what differs.
pub(super) fn type_of(side: &Side<'_>, member: &Member<'_>, with_encoding: bool) -> String {
    let text = match member.ty {
        Type::FixedBytes(0, _) if member.union.is_some() => "a case without a value".to_owned(),
        ty => type_text(side.model, ty),
    };
    match encoding(member).filter(|_| with_encoding) {
        Some(ProtobufInt::Varint) => format!("{text} (varint)"),
        Some(ProtobufInt::ZigZag) => format!("{text} (zigzag)"),
        Some(ProtobufInt::Fixed) => format!("{text} (fixed width)"),
        None => text,
    }
}

/// Returns the encoding of a member's integers in Protocol Buffers, as far as it has any.
pub(super) fn encoding(member: &Member<'_>) -> Option<ProtobufInt> {
    member.protobuf().map(|it| it.encoding)
}

pub(super) fn cardinality(member: &Member<'_>) -> &'static str {
    match (member.ty, member.presence) {
        (Type::List(_) | Type::Array(..), _) => "repeated",
        (Type::Map(_), _) => "a map",
        (_, Presence::Required) => "required",
        (_, Presence::Optional) => "optional",
        (_, Presence::Implicit) => "without presence",
    }
}

pub(super) fn default(default: Option<&Literal>) -> String {
    match default {
        None => "none".to_owned(),
        Some(Literal::Bool(value)) => value.to_string(),
        Some(Literal::Int(value)) => value.to_string(),
        Some(Literal::Float(bits)) => f64::from_bits(*bits).to_string(),
        Some(Literal::Text(text)) => format!("{text:?}"),
        Some(Literal::Bytes(bytes)) => format!("{:?}", bytes.escape_ascii().to_string()),
    }
}

/// Describes the facts of two structs that differ.
pub(super) fn layouts(one: &Struct, other: &Struct) -> String {
    let mut parts = Vec::new();
    if let (Some(was), Some(is)) = (one.attrs.sbe_message, other.attrs.sbe_message) {
        if was.template_id != is.template_id {
            parts.push(format!("the template id was {} and is {}", was.template_id, is.template_id));
        }
        if was.schema_id != is.schema_id {
            parts.push(format!("the schema id was {} and is {}", was.schema_id, is.schema_id));
        }
    }
    if one.attrs.capnp != other.attrs.capnp {
        let size = |it: &Struct| {
            it.attrs.capnp.as_ref().map_or_else(
                || "no fixed size".to_owned(),
                |it| format!("{} words of data and {} pointers", it.data_words, it.pointers),
            )
        };
        parts.push(format!("it had {} and has {}", size(one), size(other)));
    }
    if one.attrs.message_set != other.attrs.message_set {
        parts.push("it became a MessageSet, or no longer is one".to_owned());
    }
    if parts.is_empty() {
        parts.push("its numbers or its special meaning".to_owned());
    }
    parts.join(", ")
}
