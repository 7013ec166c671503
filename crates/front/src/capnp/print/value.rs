use super::{At, Printer};
use crate::capnp::nodes::{Brand, Elements, Field, FieldKind, NodeKind, Object, Record, Type, Value, integers};
use crate::capnp::scope::substituted;
use crate::literal_text::{double_text, float_text, quoted_text};

impl<'n> Printer<'n> {
    /// Returns a value of a type as text; `None` if no literal can express it.
    pub(super) fn value(&mut self, at: At<'n>, ty: &Type, value: &Value) -> Option<String> {
        Some(match (value, ty) {
            (Value::Void, _) => "void".to_owned(),
            (Value::Bool(it), _) => it.to_string(),
            (Value::Int(it), _) => it.to_string(),
            (Value::Float32(bits), _) => with_sign(float_text(f32::from_bits(*bits))),
            (Value::Float64(bits), _) => with_sign(double_text(f64::from_bits(*bits))),
            (Value::Text(text), _) => quoted_text(text),
            (Value::Data(data), _) => hexadecimal(data),
            (Value::Enum(number), Type::Enum(id, _)) => match self.node(*id).map(|node| &node.kind) {
                Some(NodeKind::Enum(members)) => members.get(usize::from(*number))?.name.clone(),
                _ => return None,
            },
            (Value::AnyPointer(Object::Null) | Value::Interface, _) => "null".to_owned(),
            (Value::List(object) | Value::Struct(object), ty) => return self.object(at, ty, object),
            (Value::Enum(_) | Value::AnyPointer(_), _) => return None,
        })
    }

    /// Returns the target of a pointer as text.
    fn object(&mut self, at: At<'n>, ty: &Type, object: &Object) -> Option<String> {
        match (ty, object) {
            (Type::Text, _) => {
                let bytes = object.bytes();
                Some(quoted_text(bytes.strip_suffix(&[0]).unwrap_or(bytes)))
            }
            (Type::Data, _) => Some(hexadecimal(object.bytes())),
            (Type::Struct(id, brand), Object::Null) => self.record(at, (*id, brand), &Record::default()),
            (Type::Struct(id, brand), Object::Struct(record)) => self.record(at, (*id, brand), record),
            (Type::List(_), Object::Null) => Some("[]".to_owned()),
            (Type::List(element), Object::List(elements)) => {
                let items = self.items(at, element, elements)?;
                Some(format!("[{}]", items.join(", ")))
            }
            _ => None,
        }
    }

    fn items(&mut self, at: At<'n>, element: &Type, elements: &Elements) -> Option<Vec<String>> {
        match elements {
            Elements::Void(count) => Some(vec!["void".to_owned(); usize::try_from(*count).ok()?.min(MOST_VOIDS)]),
            Elements::Bits(bits) => Some(bits.iter().map(bool::to_string).collect()),
            Elements::Bytes { width, bytes } => {
                let values =
                    integers(bytes, *width).map(|bits| self.value(at, element, &Value::of_bits(element, bits)?));
                values.collect()
            }
            Elements::Pointers(items) => items.iter().map(|it| self.object(at, element, it)).collect(),
            Elements::Structs(items) => {
                let Type::Struct(id, brand) = element else { return None };
                items.iter().map(|it| self.record(at, (*id, brand), it)).collect()
            }
        }
    }

    /// Returns the fields that differ from those of a struct of zeros.
    fn record(&mut self, at: At<'n>, (id, brand): (u64, &Brand), record: &Record) -> Option<String> {
        let NodeKind::Struct(it) = &self.node(id)?.kind else { return None };
        let active = record.int(2 * it.discriminant_offset as usize, 2) as u16;
        let mut parts = Vec::new();
        for field in it.fields.iter().filter(|field| field.discriminant.is_none_or(|number| number == active)) {
            let is_chosen = field.discriminant.is_some_and(|number| number != 0);
            if let Some(value) = self.field(at, (field, is_chosen), brand, record)? {
                parts.push(format!("{} = {value}", field.name));
            }
        }
        Some(format!("({})", parts.join(", ")))
    }

    /// Returns the value of a field; `Some(None)` if it can be left out.
    fn field(
        &mut self,
        at: At<'n>,
        (field, is_chosen): (&Field, bool),
        brand: &Brand,
        record: &Record,
    ) -> Option<Option<String>> {
        let (ty, offset, default) = match &field.kind {
            FieldKind::Group(id) => {
                let group = self.record(at, (*id, brand), record)?;
                return Some(Some(group).filter(|group| is_chosen || group != "()"));
            }
            FieldKind::Slot { ty, offset, default, .. } => (substituted(ty, brand), *offset as usize, default),
        };
        let Some(size) = ty.data_size() else {
            return match record.pointer(offset) {
                _ if ty == Type::Void => Some(is_chosen.then(|| "void".to_owned())),
                Object::Null if !is_chosen => Some(None),
                object => {
                    let value = self.object(at, &ty, object);
                    if value.is_none() {
                        self.lost.push(format!("the value of `{}`", field.name));
                    }
                    Some(value)
                }
            };
        };
        let bits = record.bits(size, offset);
        if bits == 0 && !is_chosen {
            return Some(None);
        }
        let value = Value::of_bits(&ty, bits ^ default.bits_of(size))?;
        self.value(at, &ty, &value).map(Some)
    }
}

/// Limit on the printed elements of a `List(Void)`, whose length costs no input.
const MOST_VOIDS: usize = 100_000;

/// An integer zero has no sign.
fn with_sign(text: String) -> String {
    if text == "-0" { "-0.0".to_owned() } else { text }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x\"{}\"", digits.join(" "))
}
