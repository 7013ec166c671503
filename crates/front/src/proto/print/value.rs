//! Values of options; messages are printed in the text format.

use super::Printer;
use crate::literal_text::{double_text, float_text, quoted, quoted_text};
use crate::proto::descriptor::{Field, FieldType, Tree, Value};
use crate::proto::wire;

impl Printer<'_, '_> {
    pub(super) fn value(&mut self, field: &Field, value: &Value) -> String {
        let Some(ty) = field.ty else { return String::new() };
        match value {
            Value::Varint(bits) => self.varint(field, ty, *bits),
            Value::Fixed32(bits) => match ty {
                FieldType::Float => {
                    signed_nan(f32::from_bits(*bits).is_sign_negative(), float_text(f32::from_bits(*bits)))
                }
                FieldType::Sfixed32 => (*bits as i32).to_string(),
                _ => bits.to_string(),
            },
            Value::Fixed64(bits) => match ty {
                FieldType::Double => {
                    signed_nan(f64::from_bits(*bits).is_sign_negative(), double_text(f64::from_bits(*bits)))
                }
                FieldType::Sfixed64 => (*bits as i64).to_string(),
                _ => bits.to_string(),
            },
            Value::Bytes(bytes) if ty == FieldType::String => quoted_text(bytes),
            Value::Bytes(bytes) => quoted(bytes),
            Value::Message(tree) | Value::Group(tree) => {
                let name = field.type_name.clone().unwrap_or_default();
                let fields = self.fields(&name, tree);
                if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(" ")) }
            }
        }
    }

    fn varint(&self, field: &Field, ty: FieldType, bits: u64) -> String {
        match ty {
            FieldType::Bool => (bits != 0).to_string(),
            FieldType::Sint32 | FieldType::Sint64 => ((bits >> 1) as i64 ^ -((bits & 1) as i64)).to_string(),
            FieldType::Uint32 | FieldType::Uint64 => bits.to_string(),
            FieldType::Enum => {
                let declared = self.index.enum_of(field);
                let value = declared.and_then(|it| it.it.values.iter().find(|value| value.number == bits as i32));
                value.map_or_else(|| (bits as i32).to_string(), |value| value.name.clone())
            }
            _ => (bits as i64).to_string(),
        }
    }

    /// Returns the fields of a message as `name: value`.
    fn fields(&mut self, message: &str, tree: &Tree) -> Vec<String> {
        if self.index.message(message).is_some_and(|it| it.it.is_message_set()) {
            return self.items(message, tree);
        }
        let mut fields = Vec::new();
        for (number, slot) in &tree.fields {
            let Some(field) = self.index.field(message, *number) else {
                self.lost.push(format!("field {number} of {}, which is not known", message.trim_start_matches('.')));
                continue;
            };
            let name = self.field_name(message, field);
            let colon = if field.is_message() { "" } else { ":" };
            let values = slot.values.iter().map(|value| format!("{name}{colon} {}", self.value(field, value)));
            fields.extend(values);
        }
        fields
    }

    /// In the text format, a group has the name of its message.
    fn field_name(&self, message: &str, field: &Field) -> String {
        let type_name = || field.type_name.as_deref().and_then(|name| name.rsplit('.').next()).map(str::to_owned);
        match self.index.extension_name(message, field.number) {
            Some(name) => format!("[{name}]"),
            None if field.ty == Some(FieldType::Group) => type_name().unwrap_or_default(),
            None => field.name.clone(),
        }
    }

    /// Returns the items of a MessageSet: groups of a number and the bytes of a message.
    fn items(&mut self, message: &str, tree: &Tree) -> Vec<String> {
        let mut items = Vec::new();
        for item in tree.values(1) {
            let Value::Group(item) = item else { continue };
            let number = item.varint(2).and_then(|number| u32::try_from(number).ok()).unwrap_or_default();
            let field = self.index.field(message, number);
            let content = item.value(3).cloned().map(|content| wire::opened(content, field, self.index));
            match (field, content) {
                (Some(field), Some(content)) => {
                    let name = self.field_name(message, field);
                    items.push(format!("{name} {}", self.value(field, &content)));
                }
                _ => self.lost.push(format!("item {number} of a MessageSet, which is not known")),
            }
        }
        items
    }
}

/// The text format has a negative NaN.
fn signed_nan(is_negative: bool, text: String) -> String {
    if is_negative && text == "nan" { "-nan".to_owned() } else { text }
}
