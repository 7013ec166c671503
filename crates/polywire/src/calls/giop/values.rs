//! Parts of messages that were decoded.

use polywire_vm::{Held, Record, Value};

pub(super) fn fields<const N: usize>(value: Value) -> Result<[Value; N], String> {
    let unexpected = || "the message has another form than expected".to_owned();
    let Value::Struct(Record { fields, .. }) = value else { return Err(unexpected()) };
    fields.try_into().map_err(|_| unexpected())
}

pub(super) fn held(value: Value) -> Result<Held, String> {
    match value {
        Value::Union(Some(held)) => Ok(*held),
        _ => Err("the message lacks its body".to_owned()),
    }
}

pub(super) fn text(value: Value) -> Result<String, String> {
    match value {
        Value::Text(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
        _ => Err("the message lacks a text".to_owned()),
    }
}

/// Returns an unsigned number of at most 32 bits.
pub(super) fn number(value: &Value) -> u32 {
    if let Value::Uint(number) = value { u32::try_from(*number).unwrap_or_default() } else { 0 }
}
