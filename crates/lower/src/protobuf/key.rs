//! Descriptions of tags.

use crate::term::{Term, Told};

/// The terms of Protocol Buffers' encoding.
pub const TERMS: &[Term] = &[Term::of("key", |key| Told::text("tag", key, key_text))];

/// Describes the field and the wire type of a key, in the specification's terms.
pub fn key_text(key: u64) -> String {
    let wire_type = ["VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"].get((key & 7) as usize);
    format!("field {}, {}", key >> 3, wire_type.unwrap_or(&"no wire type"))
}
