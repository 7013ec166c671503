//! Values of options that are not written in the text format.

use super::{Interpreted, Interpreter};
use crate::proto::ast::{OptionValue, ValueKind};
use crate::proto::codes;
use crate::proto::descriptor::{Field, FieldType, Value};
use polywire_source::closest;
use polywire_source::{Diagnostic, Span};

impl<'a> Interpreter<'a, '_> {
    /// Interprets the value of a field.
    pub(super) fn value(&mut self, field: &'a Field, value: &OptionValue) -> Interpreted<Value> {
        let Some(ty) = field.ty else { return Err(super::Reported) };
        let word = value.kind.word();
        match ty {
            FieldType::Bool => match word {
                Some("true") => Ok(Value::Varint(1)),
                Some("false") => Ok(Value::Varint(0)),
                _ => Err(self.unfit(value.span, "write `true` or `false`")),
            },
            FieldType::String | FieldType::Bytes => match &value.kind {
                ValueKind::Text(text) => Ok(Value::Bytes(text.clone())),
                _ => Err(self.unfit(value.span, "put it in quotes")),
            },
            FieldType::Float | FieldType::Double => match number(&value.kind) {
                Some(number) => Ok(float_value(ty, number)),
                None => Err(self.unfit(value.span, "write a number, `inf`, `-inf` or `nan`")),
            },
            FieldType::Enum => match word {
                Some(word) => self.enum_value(field, word, value.span),
                None => Err(self.unfit(value.span, "write the name of one of the enum's values")),
            },
            FieldType::Message | FieldType::Group => match &value.kind {
                ValueKind::Aggregate(tokens) => self.aggregate(field, tokens, value.span),
                _ => Err(self.unfit(value.span, "it is a message; write `{ field: value }`, or set one of its fields")),
            },
            integer => match &value.kind {
                ValueKind::Int { negative, magnitude } => {
                    self.integer(integer, signed(*negative, *magnitude), value.span)
                }
                _ => Err(self.unfit(value.span, "write an integer")),
            },
        }
    }

    pub(super) fn unfit(&mut self, span: Span, help: &str) -> super::Reported {
        self.error(codes::OPTION_VALUE, "the option cannot have this value".to_owned(), span, help)
    }

    pub(super) fn enum_value(&mut self, field: &Field, word: &str, span: Span) -> Interpreted<Value> {
        let Some(declared) = self.index.enum_of(field) else { return Err(super::Reported) };
        let values = &declared.it.values;
        if let Some(value) = values.iter().find(|value| value.name == word) {
            return Ok(Value::Varint(i64::from(value.number) as u64));
        }
        let help = match closest(word, values.iter().map(|value| value.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).take(12).collect();
                format!("write one of {}", names.join(", "))
            }
        };
        let message = format!("enum `{}` has no value `{word}`", declared.it.name);
        let unknown = Diagnostic::error(codes::OPTION_VALUE, message).at(span, "").help(help);
        let place = self.places.of(declared.it.node).name;
        Err(self.report(if declared.is_built_in { unknown } else { unknown.related(place, "the enum") }))
    }

    /// Returns an integer of a type; reports one out of range.
    pub(super) fn integer(&mut self, ty: FieldType, number: i128, span: Span) -> Interpreted<Value> {
        let (bits, is_signed) = width(ty);
        let (least, most) = match is_signed {
            true => (-1i128 << (bits - 1), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        if !(least..=most).contains(&number) {
            return Err(self.unfit(span, &format!("values are {least} to {most}")));
        }
        Ok(integer_value(ty, number))
    }
}

pub(super) fn signed(negative: bool, magnitude: u64) -> i128 {
    if negative { -i128::from(magnitude) } else { i128::from(magnitude) }
}

fn number(value: &ValueKind) -> Option<f64> {
    match value {
        ValueKind::Int { negative, magnitude } => Some(signed(*negative, *magnitude) as f64),
        ValueKind::Float(number) => Some(*number),
        ValueKind::Word { negative, text } => special_number(*negative, text),
        ValueKind::Text(_) | ValueKind::Aggregate(_) => None,
    }
}

pub(super) fn special_number(negative: bool, word: &str) -> Option<f64> {
    let magnitude = match word {
        "inf" => f64::INFINITY,
        "nan" => return Some(f64::NAN),
        _ => return None,
    };
    Some(if negative { -magnitude } else { magnitude })
}

pub(super) fn float_value(ty: FieldType, number: f64) -> Value {
    match ty {
        FieldType::Float => Value::Fixed32((number as f32).to_bits()),
        _ => Value::Fixed64(number.to_bits()),
    }
}

/// Returns the width in bits, and true if the integer is signed.
fn width(ty: FieldType) -> (u8, bool) {
    match ty {
        FieldType::Int32 | FieldType::Sint32 | FieldType::Sfixed32 => (32, true),
        FieldType::Uint32 | FieldType::Fixed32 => (32, false),
        FieldType::Uint64 | FieldType::Fixed64 => (64, false),
        _ => (64, true),
    }
}

fn integer_value(ty: FieldType, number: i128) -> Value {
    match ty {
        FieldType::Sint32 | FieldType::Sint64 => {
            let number = number as i64;
            Value::Varint(((number << 1) ^ (number >> 63)) as u64)
        }
        FieldType::Fixed32 | FieldType::Sfixed32 => Value::Fixed32(number as u32),
        FieldType::Fixed64 | FieldType::Sfixed64 => Value::Fixed64(number as u64),
        _ => Value::Varint(number as u64),
    }
}
