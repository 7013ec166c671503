//! Documents of JSON that stand for messages, in which values of the schema are texts that nobody reads on the way.

use serde_json::{Value, json};

/// What each message begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The minor version of GIOP, from 0 to 2.
    pub minor: u8,
    /// The byte order.
    pub is_little_endian: bool,
}

/// Returns a message with a body.
pub(super) fn message(head: Head, body: &str) -> String {
    let Head { minor, is_little_endian } = head;
    with(&json!({"version": format!("V1_{minor}"), "littleEndian": is_little_endian}), "body", body)
}

/// Returns an object with one more member, which is a text of JSON already.
pub(super) fn with(object: &Value, name: &str, text: &str) -> String {
    let mut document = object.to_string();
    document.pop();
    let comma = if document.len() > 1 { "," } else { "" };
    format!("{document}{comma}{}:{text}}}", Value::from(name))
}
