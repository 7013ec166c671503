use polywire_vm::Value;

/// Whether a value holds unknown fields that only another format than `format` could write back.
pub(super) fn drops_unknown(value: &Value, format: &str) -> bool {
    let here = |value: &Value| drops_unknown(value, format);
    match value {
        Value::Struct(record) => {
            record.unknown.as_ref().is_some_and(|unknown| unknown.format != format) || record.fields.iter().any(here)
        }
        Value::Union(held) => held.as_ref().is_some_and(|held| here(&held.value)),
        Value::List(elements) => elements.iter().any(here),
        Value::Absent
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Enum(_) => false,
    }
}
