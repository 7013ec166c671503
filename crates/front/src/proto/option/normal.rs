//! Normalises options to what a typed implementation writes: zeros of implicit presence are left out, and map entries
//! have both key and value.

use super::Interpreter;
use crate::proto::descriptor::{Field, FieldType, Message, Tree, Value};
use crate::proto::features::FieldPresence;

impl Interpreter<'_, '_> {
    pub(super) fn normalize(&self, tree: &mut Tree, message: &str) {
        tree.fields.retain(|number, slot| {
            let Some(field) = self.index.field(message, *number) else { return true };
            slot.values.iter_mut().for_each(|value| self.normalize_value(value, field));
            !(self.is_implicit(field) && slot.values.iter().all(is_zero))
        });
        if let Some(entry) = self.index.message(message).filter(|it| it.it.is_map_entry()) {
            self.complete_entry(tree, entry.it);
        }
    }

    pub(super) fn normalize_value(&self, value: &mut Value, field: &Field) {
        if let (Value::Message(inner) | Value::Group(inner), Some(name)) = (value, &field.type_name) {
            self.normalize(inner, name);
        }
    }

    fn is_implicit(&self, field: &Field) -> bool {
        let is_plain = field.extendee.is_none() && field.oneof.is_none() && !field.is_repeated() && !field.is_message();
        is_plain && self.features.of(field.node).presence == FieldPresence::Implicit
    }

    fn complete_entry(&self, tree: &mut Tree, entry: &Message) {
        for field in &entry.fields {
            let number = field.number.unsigned_abs();
            if tree.values(number).is_empty() {
                tree.set(number, self.zero(field));
            }
        }
    }

    fn zero(&self, field: &Field) -> Value {
        match field.ty {
            Some(FieldType::String | FieldType::Bytes) => Value::Bytes(Vec::new()),
            Some(FieldType::Fixed32 | FieldType::Sfixed32 | FieldType::Float) => Value::Fixed32(0),
            Some(FieldType::Fixed64 | FieldType::Sfixed64 | FieldType::Double) => Value::Fixed64(0),
            Some(FieldType::Message | FieldType::Group) => Value::Message(Tree::default()),
            Some(FieldType::Enum) => {
                let first = self.index.enum_of(field).and_then(|it| it.it.values.first());
                Value::Varint(first.map_or(0, |value| i64::from(value.number) as u64))
            }
            _ => Value::Varint(0),
        }
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Varint(bits) | Value::Fixed64(bits) => *bits == 0,
        Value::Fixed32(bits) => *bits == 0,
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Message(_) | Value::Group(_) => false,
    }
}
