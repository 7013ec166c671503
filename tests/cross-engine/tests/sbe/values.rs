//! What was put into a message, as plain JSON.

use polywire::Model;
use polywire_model::attr::TextEncoding;
use polywire_model::{DeclId, DeclKind, Enum, Field, Literal, Meaning, Presence, Type};
use serde_json::{Map, Value};

/// The values of a message for a reader's model.
pub struct Values<'m> {
    pub reader: &'m Model,
    /// Its enums have the names that occur.
    pub writer: &'m Model,
}

impl Values<'_> {
    /// Returns a struct's members. Those that the reader does not know are left out.
    pub fn members(&self, id: DeclId, put: &Value) -> Value {
        let fields = &self.reader.as_struct(id).expect("a struct").fields;
        let members = fields.iter().filter_map(|field| {
            let value = put.get(&field.name).and_then(|put| self.member(field, put))?;
            Some((field.name.clone(), value))
        });
        Value::Object(members.collect::<Map<String, Value>>())
    }

    /// Returns the value of a member, unless it is absent.
    fn member(&self, field: &Field, put: &Value) -> Option<Value> {
        let value = self.value(&field.ty, field, put);
        let is_absent = field.presence == Presence::Optional && self.is_null(&field.ty, field, &value);
        (!is_absent).then_some(value)
    }

    fn value(&self, ty: &Type, field: &Field, put: &Value) -> Value {
        match ty {
            Type::Int { meaning: Meaning::Flags(id), .. } => {
                let names = put.as_array().expect("names").iter().filter_map(Value::as_str);
                names.map(|name| self.number_of(*id, name) as u64).fold(0, |all, one| all | one).into()
            }
            Type::Int { .. } => integer(put),
            Type::Float { bits } => {
                let digits = put[if *bits == 32 { "f32_hex" } else { "f64_hex" }].as_str().expect("digits");
                let found = u64::from_str_radix(digits, 16).expect("hexadecimal");
                let number = if *bits == 32 { f64::from(f32::from_bits(found as u32)) } else { f64::from_bits(found) };
                match number {
                    _ if number.is_nan() => "NaN".into(),
                    f64::INFINITY => "Infinity".into(),
                    f64::NEG_INFINITY => "-Infinity".into(),
                    number => number.into(),
                }
            }
            Type::Named(id) if self.reader.as_enum(*id).is_some() => self.enumerator(*id, field, put).into(),
            Type::Named(id) => self.members(*id, put),
            Type::List(element) | Type::Array(element, _) => {
                put.as_array().expect("elements").iter().map(|put| self.value(element, field, put)).collect()
            }
            Type::Text(_) => text(&bytes(put), field.attrs.sbe_length.is_some(), field.attrs.text_encoding).into(),
            Type::Bytes => base64(&bytes(put)).into(),
            Type::Bool | Type::FixedBytes(..) | Type::Map(_) => panic!("{ty:?} does not occur"),
        }
    }

    fn enumerator(&self, id: DeclId, field: &Field, put: &Value) -> i64 {
        match put.as_str().expect("a name") {
            "NULL_VAL" => null_number(self.enumeration(id), field),
            name => self.number_of(id, name),
        }
    }

    /// Returns the number of a name in the writer's model.
    fn number_of(&self, id: DeclId, name: &str) -> i64 {
        let own = self.reader.decl(id);
        let same = self.writer.decls.iter().filter(|it| it.name == own.name);
        let mut enums = same.filter_map(|it| if let DeclKind::Enum(it) = &it.kind { Some(it) } else { None });
        let mut members = enums.next().expect("an enum").members.iter();
        members.find(|it| it.name == name).unwrap_or_else(|| panic!("{name} in {}", own.path())).number
    }

    fn enumeration(&self, id: DeclId) -> &Enum {
        self.reader.as_enum(id).expect("an enum")
    }

    fn is_null(&self, ty: &Type, field: &Field, value: &Value) -> bool {
        let stated = field.null.as_ref();
        match ty {
            Type::Int { meaning: Meaning::Flags(_), .. } => value.as_u64() == Some(0),
            Type::Int { bits, signed, meaning } => {
                let usual = match (meaning, signed) {
                    (Meaning::Character, _) => 0,
                    (_, true) => -1i128 << (bits - 1),
                    (_, false) => (1i128 << bits) - 1,
                };
                let null = if let Some(Literal::Int(null)) = stated { *null } else { usual };
                let number = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
                number == Some(null)
            }
            Type::Float { .. } => match stated {
                Some(Literal::Float(bits)) => value.as_f64() == Some(f64::from_bits(*bits)),
                _ => *value == "NaN",
            },
            Type::Named(id) => match self.reader.as_struct(*id) {
                Some(it) => it
                    .fields
                    .iter()
                    .all(|inner| value.get(&inner.name).is_none_or(|value| self.is_null(&inner.ty, inner, value))),
                None => value.as_i64() == Some(null_number(self.enumeration(*id), field)),
            },
            Type::Array(element, _) => {
                value.as_array().is_some_and(|all| all.iter().all(|value| self.is_null(element, field, value)))
            }
            Type::Text(_) | Type::Bytes => *value == "",
            Type::Bool | Type::List(_) | Type::FixedBytes(..) | Type::Map(_) => false,
        }
    }
}

/// The number of an enum that is absent. Those of characters are 0; their enumerators are characters.
fn null_number(it: &Enum, field: &Field) -> i64 {
    let is_printable = |number: i64| (0x20..0x7f).contains(&number);
    let is_character = it.bits == 8 && !it.signed && it.members.iter().all(|member| is_printable(member.number));
    match (&field.null, it.signed) {
        (Some(Literal::Int(null)), _) => *null as i64,
        _ if is_character => 0,
        (_, true) => -1 << (it.bits - 1),
        (_, false) => (u64::MAX >> (64 - it.bits)) as i64,
    }
}

/// Integers are in strings, characters are numbers.
fn integer(put: &Value) -> Value {
    match put.as_str() {
        Some(digits) => serde_json::from_str(digits).expect("an integer"),
        None => put.clone(),
    }
}

pub fn bytes(put: &Value) -> Vec<u8> {
    match put {
        Value::Array(numbers) => numbers.iter().map(|it| it.as_i64().expect("a byte") as u8).collect(),
        _ => polywire_cross_engine::from_hex(put["hex"].as_str().expect("hexadecimal digits")),
    }
}

fn text(bytes: &[u8], is_fixed: bool, encoding: Option<TextEncoding>) -> String {
    let len = bytes.iter().position(|byte| *byte == 0 && is_fixed).unwrap_or(bytes.len());
    match encoding {
        Some(TextEncoding::Latin1) => bytes[..len].iter().map(|byte| char::from(*byte)).collect(),
        None | Some(TextEncoding::Ascii | TextEncoding::Utf16(_)) => {
            String::from_utf8_lossy(&bytes[..len]).into_owned()
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        let digit = |place: usize| {
            if place <= three.len() { char::from(DIGITS[(word >> (18 - 6 * place) & 63) as usize]) } else { '=' }
        };
        text.extend((0..4).map(digit));
    }
    text
}
