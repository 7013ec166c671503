//! What XML Schemas say of simple values (Part 2, section 4.3).

use super::Texts;
use crate::xml::tokens::constant;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Function, Order, ValueType};
use polywire_model::attr::{XmlForm, XmlText};
use polywire_model::{Literal, NumberRange};
use std::collections::BTreeSet;

/// A simple type with what the schema says of its values.
#[derive(Clone, Copy)]
pub(in crate::xml) struct Simple<'s> {
    /// The type.
    pub ty: &'s Type,
    /// The facts of texts.
    pub facts: &'s XmlText,
    /// The numbers that are allowed.
    pub range: &'s NumberRange,
    /// The only text that is allowed.
    pub fixed: Option<&'s str>,
}

/// Integers beyond 64 bits, and those with as many digits, have no limits that matter.
const MOST_DIGITS: u32 = 18;

impl Simple<'_> {
    /// Returns true if the schema allows all texts.
    pub(super) fn is_any_text(&self) -> bool {
        let facts = self.facts;
        let is_free = facts.automata.is_empty() && facts.values.is_empty() && self.fixed.is_none();
        is_free && facts.length == (0, None) && facts.digits == (None, None)
    }

    /// Returns the digits behind the point of decimal numbers that are integers in the model.
    pub fn scale(&self) -> Option<u32> {
        self.facts.digits.1.filter(|_| matches!(self.ty, Type::Int { bits: 64, signed: true, .. }))
    }

    /// Returns true if texts mean something else only if they differ.
    fn is_plain_text(&self) -> bool {
        match self.facts.form {
            XmlForm::OfType => true,
            XmlForm::BuiltIn(name) => PLAIN.contains(&name),
            XmlForm::Hex => false,
        }
    }
}

/// The built-in types whose values are their texts.
const PLAIN: [&str; 11] = [
    "ENTITY",
    "ID",
    "IDREF",
    "NCName",
    "NMTOKEN",
    "Name",
    "anyURI",
    "language",
    "normalizedString",
    "token",
    "anySimpleType",
];

/// The built-in types whose texts are decimal numbers.
const DECIMALS: [&str; 6] =
    ["decimal", "integer", "negativeInteger", "nonNegativeInteger", "nonPositiveInteger", "positiveInteger"];

impl Texts {
    /// Checks a number (I64 or U64).
    pub(super) fn check_number(&self, b: &mut FunctionBuilder, simple: Simple<'_>, number: &Expr, signed: bool) {
        let constant = |it: i128| if signed { Expr::from(it as i64) } else { Expr::from(it as u64) };
        let limit = |it: &Option<Literal>| match it {
            Some(Literal::Int(it)) => Some(*it),
            _ => None,
        };
        let digits = simple.facts.digits.0.filter(|digits| *digits <= MOST_DIGITS).map(|it| 10_i128.pow(it) - 1);
        let min = limit(&simple.range.min).into_iter().chain(digits.filter(|_| signed).map(|it| -it)).max();
        let max = limit(&simple.range.max).into_iter().chain(digits).min();
        if let Some(min) = min {
            b.check(constant(min).at_most(number.clone()), ErrorCode::OutOfRange);
        }
        if let Some(max) = max {
            b.check(number.clone().at_most(constant(max)), ErrorCode::OutOfRange);
        }
        let scale = simple.scale().unwrap_or(0);
        let values =
            |texts: &mut dyn Iterator<Item = &str>| texts.map(|it| integer(it, scale)).collect::<Option<Vec<_>>>();
        let fixed = values(&mut simple.fixed.into_iter());
        let allowed = values(&mut simple.facts.values.iter().map(String::as_str));
        for values in [fixed, allowed].into_iter().flatten().filter(|it| !it.is_empty()) {
            let is_one = values.into_iter().map(|it| number.clone().is(constant(it)));
            b.check(is_one.fold(false.into(), |any: Expr, it| any | it), ErrorCode::OutOfRange);
        }
    }

    /// Checks the bits of a floating-point number.
    pub(super) fn check_float(&self, b: &mut FunctionBuilder, simple: Simple<'_>, number: &Expr, bits: u8) {
        let limit = |it: &Option<Literal>| match it {
            Some(Literal::Float(it)) => Some(ordered_float(*it, bits)),
            _ => None,
        };
        let (min, max) = (limit(&simple.range.min), limit(&simple.range.max));
        for values in [simple.fixed.as_slice(), &simple.facts.values.iter().map(String::as_str).collect::<Vec<_>>()] {
            let is_one = values.iter().map(|it| is_float(number, it, bits));
            if let Some(is_one) = is_one.reduce(|any, it| any | it) {
                b.check(is_one, ErrorCode::OutOfRange);
            }
        }
        if min.is_none() && max.is_none() {
            return;
        }
        let sign = 1_u64 << (bits - 1);
        let magnitude = (number.clone() & (sign - 1)).reinterpret();
        let is_negative = (number.clone() & sign).is_not(0u64);
        let ordered = is_negative.choose(Expr::from(0i64) - magnitude.clone(), magnitude.clone());
        let ordered = b.let_("ordered", ordered);
        b.check(magnitude.at_most(ordered_float(f64::INFINITY.to_bits(), bits)), ErrorCode::OutOfRange);
        if let Some(min) = min {
            b.check(Expr::from(min).at_most(ordered), ErrorCode::OutOfRange);
        }
        if let Some(max) = max {
            b.check(ordered.at_most(max), ErrorCode::OutOfRange);
        }
    }

    /// Checks a text, whose white space has been treated.
    pub(super) fn check_text(&self, b: &mut FunctionBuilder, simple: Simple<'_>, text: &Expr) {
        let facts = simple.facts;
        if facts.length != (0, None) {
            let count = b.call(self.characters, vec![Arg::Value(text.clone())], &[("count", ValueType::U64)])[0];
            check_length(b, &count.into(), facts.length);
        }
        if simple.is_plain_text() {
            if let Some(fixed) = simple.fixed {
                b.check(text.clone().is(constant(fixed)), ErrorCode::OutOfRange);
            }
            check_values(b, &facts.values, text);
        }
        if matches!(facts.form, XmlForm::BuiltIn(name) if DECIMALS.contains(&name)) {
            let [total, fraction] = self.digits(b, text.clone());
            let limits = [(total, facts.digits.0), (fraction, facts.digits.1)];
            for (count, most) in limits.into_iter().filter_map(|(count, most)| Some((count, most?))) {
                b.check(count.at_most(u64::from(most)), ErrorCode::OutOfRange);
            }
        }
    }
}

/// Checks how long a value is.
pub(in crate::xml) fn check_length(b: &mut FunctionBuilder, count: &Expr, (min, max): (u32, Option<u32>)) {
    if min > 0 {
        b.check(Expr::from(u64::from(min)).at_most(count.clone()), ErrorCode::BadLength);
    }
    if let Some(max) = max {
        b.check(count.clone().at_most(u64::from(max)), ErrorCode::BadLength);
    }
}

fn check_values(b: &mut FunctionBuilder, values: &[String], text: &Expr) {
    if values.is_empty() {
        return;
    }
    let different: BTreeSet<&str> = values.iter().map(String::as_str).collect();
    let keys = different.into_iter().map(|it| Const::Bytes(it.into())).collect();
    let known = crate::plan::block(b, |_| {});
    let other = crate::plan::block(b, |b| b.fail(ErrorCode::UnknownEnumerator));
    b.switch(text.clone(), vec![Arm { keys, body: known }], other, &[]);
}

/// Returns the integer that a text stands for, with so many digits behind the point.
fn integer(text: &str, scale: u32) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > scale as usize {
        return None;
    }
    let zeros = "0".repeat(scale as usize - fraction.len());
    format!("{whole}{fraction}{zeros}").trim_start_matches('+').parse().ok()
}

/// Tests whether the bits of a floating-point number are those of the value of a text; NaN is equal to itself.
fn is_float(number: &Expr, text: &str, bits: u8) -> Expr {
    let parsed = match text {
        "INF" => f64::INFINITY,
        "-INF" => f64::NEG_INFINITY,
        text => text.parse().unwrap_or(f64::NAN),
    };
    let of = |it: f64| if bits == 64 { it.to_bits() } else { u64::from((it as f32).to_bits()) };
    let magnitude = || number.clone() & ((1_u64 << (bits - 1)) - 1);
    match parsed {
        it if it.is_nan() => Expr::from(of(f64::INFINITY)).below(magnitude()),
        0.0 => magnitude().is(0u64),
        it => number.clone().is(of(it)),
    }
}

/// Returns a number that is ordered as floating-point numbers of this width are.
fn ordered_float(wide: u64, bits: u8) -> i64 {
    let bits = match bits {
        64 => wide,
        _ => {
            let narrow = (f64::from_bits(wide) as f32).to_bits();
            (u64::from(narrow & 0x8000_0000) << 32) | u64::from(narrow & 0x7fff_ffff)
        }
    };
    let magnitude = (bits & (u64::MAX >> 1)) as i64;
    if bits >> 63 == 1 { -magnitude } else { magnitude }
}

/// `characters(text) -> count`.
pub(super) fn characters() -> Function {
    let mut b = FunctionBuilder::new("characters");
    let text = b.value_param("text", ValueType::Bytes);
    let count = b.at(text, 0u64, &[("count", ValueType::U64)], |b| {
        let last = b.loop_while(
            vec![("count", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let byte = b.read_int("byte", 1, Order::Little);
                let is_first = (byte & 0xc0u64).is_not(0x80u64);
                vec![carried[0] + is_first.choose(1u64, 0u64)]
            },
        );
        vec![last[0].into()]
    });
    b.finish(vec![count[0].into()], vec![ValueType::U64])
}
