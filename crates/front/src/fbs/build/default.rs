//! Defaults of fields.

use super::object::stored;
use super::{Builder, float};
use crate::fbs::ast::{Value, ValueKind};
use crate::fbs::codes;
use crate::fbs::schema::{Base, Default, EnumId, Scalar, Type};
use polywire_source::{Span, closest};

impl Builder<'_> {
    /// Returns the default of a field; `None` for an invalid one, which is reported.
    pub(super) fn default(&mut self, ty: Type, value: &Value, is_struct: bool) -> Option<Default> {
        let default = match stored(&self.schema, ty.base).filter(|_| ty.is_scalar()) {
            Some(scalar) => self.scalar(scalar, ty.base, value)?,
            None => self.other(ty, value)?,
        };
        if is_struct {
            self.check_struct_default(&default, value);
        }
        Some(default)
    }

    /// Strings, vectors, and what has no default.
    fn other(&mut self, ty: Type, value: &Value) -> Option<Default> {
        match (&value.kind, ty.base) {
            (ValueKind::EmptyVector, _) if ty.is_vector() => return Some(Default::Empty),
            (ValueKind::Text { value, .. }, Base::String) if !ty.is_vector() => {
                return Some(Default::Text(value.clone()));
            }
            _ => {}
        }
        let message = match ty.base {
            _ if ty.is_vector() => "the default of a vector can only be `[]`",
            Base::String => "the default of a string is a string in quotes",
            Base::Object(_) => "tables and structs have no defaults",
            Base::Union(_) => "unions have no defaults",
            Base::Scalar(_) | Base::Enum(_) => "arrays have no defaults",
        };
        self.error(codes::VALUE, message, value.span, "change or remove the default");
        None
    }

    fn scalar(&mut self, scalar: Scalar, base: Base, value: &Value) -> Option<Default> {
        let (text, is_quoted) = match &value.kind {
            ValueKind::Call(function, argument) => return self.call(scalar, function, argument, value.span),
            ValueKind::Word(text) => (text.as_str(), false),
            ValueKind::Text { value: text, is_plain: true } => (text.trim_end_matches(' '), true),
            ValueKind::Int(text) => return self.number(scalar, text, value.span),
            ValueKind::Float(text) if scalar.is_float() => return self.number(scalar, text, value.span),
            ValueKind::Float(_) | ValueKind::Text { .. } | ValueKind::EmptyVector => {
                let help = "write a number, a name or `null`";
                self.error(codes::VALUE, "this is not a value of the field's type", value.span, help);
                return None;
            }
        };
        match text {
            "null" => Some(Default::Null),
            "true" | "false" if scalar == Scalar::Bool => Some(Default::Int(i128::from(text == "true"))),
            _ if is_name(text) && !scalar.is_float() && scalar != Scalar::Bool => {
                self.sum(scalar, base, text, value.span).map(Default::Int)
            }
            _ if is_quoted || scalar.is_float() => self.number(scalar, text, value.span),
            _ => {
                self.error(
                    codes::VALUE,
                    format!("`{text}` is not a value of this type"),
                    value.span,
                    "write true or false",
                );
                None
            }
        }
    }

    fn number(&mut self, scalar: Scalar, text: &str, span: Span) -> Option<Default> {
        if scalar.is_float() {
            return match float::float(text) {
                Some(value) => Some(Default::Float(value)),
                None => {
                    let help = "hexadecimal floats need an exponent: 0x1p3";
                    self.error(codes::VALUE, format!("`{text}` is not a float"), span, help);
                    None
                }
            };
        }
        let (least, most) = scalar.range();
        match float::integer(text).filter(|it| (least..=most).contains(it)) {
            Some(value) => Some(Default::Int(value)),
            None => {
                let message = format!("`{text}` is not an integer from {least} to {most}");
                self.error(codes::VALUE, message, span, "change the default, or give the field a wider type");
                None
            }
        }
    }

    /// Names of an enum's values, separated by spaces, whose bits are joined.
    fn sum(&mut self, scalar: Scalar, base: Base, text: &str, span: Span) -> Option<i128> {
        let bits = text.split(' ').map(|word| self.named(base, word, span)).collect::<Option<Vec<_>>>()?;
        let bits = bits.into_iter().fold(0, |all, number| all | number);
        let value = if scalar.is_signed() { i128::from(bits) } else { i128::from(bits as u64) };
        let (least, most) = scalar.range();
        if !(least..=most).contains(&value) {
            self.error(codes::VALUE, format!("{value} does not fit the field"), span, "give the field a wider type");
            return None;
        }
        Some(value)
    }

    fn named(&mut self, base: Base, word: &str, span: Span) -> Option<i64> {
        let (id, name) = match base {
            Base::Enum(id) => (id, word),
            _ => (self.qualifier(word, span)?, word.split_once('.')?.1),
        };
        let it = self.schema.enumeration(id);
        if let Some(value) = it.values.iter().find(|value| value.head.name == name) {
            return Some(value.number);
        }
        let names = it.values.iter().map(|value| value.head.name.as_str());
        let help = match closest(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its values are {}", names.collect::<Vec<_>>().join(", ")),
        };
        let message = format!("`{}` has no value `{name}`", it.full_name());
        self.error(codes::UNKNOWN_NAME, message, span, &help);
        None
    }

    /// The enum before the point of "Enum.Value".
    fn qualifier(&mut self, word: &str, span: Span) -> Option<EnumId> {
        let found = word.split_once('.').and_then(|(name, _)| self.names.enumeration(&self.home, name));
        if found.is_none() {
            let help = "write a number, or the enum before the value, in quotes: \"Color.Red\"";
            self.error(codes::UNKNOWN_NAME, format!("`{word}` is no number and names no enum"), span, help);
        }
        found
    }

    fn call(&mut self, scalar: Scalar, function: &str, argument: &Value, span: Span) -> Option<Default> {
        if !scalar.is_float() {
            self.error(codes::VALUE, "only floats are computed by functions", span, "write a number");
            return None;
        }
        let Default::Float(argument) = self.scalar(scalar, Base::Scalar(scalar), argument)? else { return None };
        let result = float::call(function, argument);
        if result.is_none() {
            let help = "the functions are deg, rad, sin, cos, tan, asin, acos and atan";
            self.error(codes::VALUE, format!("unknown function `{function}`"), span, help);
        }
        result.map(Default::Float)
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
}
