//! Defaults.

use crate::fbs::schema::{Base, Default, Enum, Field, Scalar, Schema};
use crate::literal_text::double_text;

/// ` = value`, if absence means another value than zero.
pub(super) fn default(schema: &Schema, field: &Field) -> String {
    let value = match (&field.default, field.ty.base) {
        (Default::None, _) | (Default::Int(0), Base::Scalar(_) | Base::String | Base::Object(_) | Base::Union(_)) => {
            return String::new();
        }
        (Default::Null, _) => "null".to_owned(),
        (Default::Int(number), Base::Scalar(Scalar::Bool)) => (*number != 0).to_string(),
        (Default::Int(number), Base::Enum(id)) => match enum_value(schema.enumeration(id), *number) {
            Some(text) => text,
            None if *number == 0 => return String::new(),
            None => number.to_string(),
        },
        (Default::Int(number), _) => number.to_string(),
        (Default::Float(value), _) if value.to_bits() == 0 => return String::new(),
        (Default::Float(value), _) => double_text(*value),
        (Default::Text(text), _) => quoted(text),
        (Default::Empty, _) => "[]".to_owned(),
    };
    format!(" = {value}")
}

/// Text in quotes, with the escapes of this language.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if character.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

/// Returns the name of a value, or the names of several flags.
fn enum_value(it: &Enum, number: i128) -> Option<String> {
    let number = number as i64;
    if let Some(value) = it.values.iter().find(|value| value.number == number) {
        return Some(value.head.name.clone());
    }
    if !it.is_flags() || number == 0 {
        return None;
    }
    let flags = it.values.iter().filter(|value| value.number & number == value.number && value.number != 0);
    let (names, all) = flags.fold((Vec::new(), 0), |(mut names, all), value| {
        names.push(value.head.name.as_str());
        (names, all | value.number)
    });
    (all == number).then(|| format!("\"{}\"", names.join(" ")))
}
