//! Numbers and characters of the schema's text.

use super::Maker;
use crate::sbe::codes;
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Limits, Word};
use polywire_model::{Literal, NumberRange};

impl Maker<'_, '_> {
    /// Returns a value of a primitive type; reports if it is none.
    pub(super) fn literal(&mut self, primitive: Primitive, word: &Word) -> Option<Literal> {
        let found = literal(primitive, &word.text);
        if found.is_none() && !word.text.is_empty() {
            let message = format!("`{}` is not a value of `{}`", word.text, primitive.name());
            let help = match (primitive, primitive.bounds()) {
                (Primitive::Char, _) => "write one ASCII character, or its number".to_owned(),
                (_, Some((least, greatest))) => format!("the numbers are from {least} to {greatest}"),
                (_, None) => String::new(),
            };
            self.report(codes::VALUE, message, word.span, &help);
        }
        found
    }

    /// Returns the range that is stated, where it is narrower than the type.
    pub(super) fn range(&mut self, primitive: Primitive, limits: &[&Limits]) -> NumberRange {
        let (least, greatest) = primitive
            .bounds()
            .map_or((None, None), |(least, greatest)| (Some(Literal::Int(least)), Some(Literal::Int(greatest))));
        let min = limits.iter().find_map(|it| it.min.as_ref());
        let max = limits.iter().find_map(|it| it.max.as_ref());
        let min_literal = min.and_then(|word| self.literal(primitive, word));
        let max_literal = max.and_then(|word| self.literal(primitive, word));
        if let (Some(span), Some(Literal::Int(min)), Some(Literal::Int(max))) =
            (max.map(|it| it.span), &min_literal, &max_literal)
            && min > max
        {
            self.report(codes::VALUE, "`maxValue` is less than `minValue`", span, "");
        }
        NumberRange {
            min: min_literal.filter(|it| Some(it) != least.as_ref()),
            max: max_literal.filter(|it| Some(it) != greatest.as_ref()),
        }
    }

    /// Returns the null value that is stated, if it is not the usual one.
    pub(super) fn null(&mut self, primitive: Primitive, limits: &[&Limits]) -> Option<Literal> {
        let word = limits.iter().find_map(|it| it.null.as_ref())?;
        let literal = self.literal(primitive, word)?;
        let is_usual = match &literal {
            Literal::Int(number) => primitive.null() == Some(*number),
            Literal::Float(bits) => f64::from_bits(*bits).is_nan(),
            Literal::Bool(_) | Literal::Text(_) | Literal::Bytes(_) => false,
        };
        (!is_usual).then_some(literal)
    }
}

/// Reads an integer, a float or a character.
pub(super) fn literal(primitive: Primitive, text: &str) -> Option<Literal> {
    match (primitive, primitive.bounds()) {
        (Primitive::Char, _) => character(text).map(|it| Literal::Int(it.into())),
        (_, Some((least, greatest))) => {
            let number = integer(text)?;
            (least..=greatest).contains(&number).then_some(Literal::Int(number))
        }
        (_, None) => text.parse::<f64>().ok().map(|it| Literal::Float(it.to_bits())),
    }
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    match hex {
        Some(hex) => i128::from_str_radix(hex, 16).ok().map(|it| sign * it),
        None => text.parse().ok(),
    }
}

/// One character is itself, also a digit; more of them are its number.
fn character(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [single] if single.is_ascii() => Some(*single),
        _ => integer(text).and_then(|it| u8::try_from(it).ok()),
    }
}
