//! Keys in words.

/// The field and the wire type of a key, with the names of the specification.
pub fn key_text(key: u64) -> String {
    let wire_type = ["VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"].get((key & 7) as usize);
    format!("field {}, {}", key >> 3, wire_type.unwrap_or(&"no wire type"))
}
