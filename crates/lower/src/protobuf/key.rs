//! Tags in words.

use crate::term::{Term, Told};

/// The words of Protocol Buffers' encoding.
pub const TERMS: &[Term] = &[Term::of("key", |key| Told::text("tag", key, key_text))];

/// The field and the wire type of a key, with the names of the specification.
pub fn key_text(key: u64) -> String {
    let wire_type = ["VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"].get((key & 7) as usize);
    format!("field {}, {}", key >> 3, wire_type.unwrap_or(&"no wire type"))
}
