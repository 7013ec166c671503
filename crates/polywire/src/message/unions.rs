//! Unions and unknown fields of messages.

use super::Message;
use polywire_vm::{Held, Value};

impl<const N: usize> Message<N> {
    /// Returns the index of a union case by name, given the position of the field that holds the union.
    pub fn case(&self, field: usize, name: &str) -> Option<u32> {
        self.codec.case(*self.fields.get(field)?, name)
    }
}

/// Returns a union value.
pub(crate) fn held(case: u32, value: Value) -> Value {
    Value::Union(Some(Box::new(Held { case, value })))
}

/// Returns the case of a union value.
pub(crate) fn holds(union: &Value) -> Option<(u32, &Value)> {
    match union {
        Value::Union(Some(held)) => Some((held.case, &held.value)),
        _ => None,
    }
}

/// Returns true if a message has unknown fields.
pub(crate) fn has_unknown(message: &Value) -> bool {
    matches!(message, Value::Struct(record) if record.unknown.is_some())
}
