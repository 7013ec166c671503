//! Values of primitive types, and their order.

use super::calendar::Time;
use super::duration::Duration;
use super::{Decimal, Primitive};
use crate::xsd::names::divided;
use std::cmp::Ordering;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::xsd) enum Value {
    /// Characters.
    Text(String),
    /// True or false.
    Boolean(bool),
    /// A decimal number.
    Decimal(Decimal),
    /// A float.
    Float(f64),
    /// A span of time.
    Duration(Duration),
    /// A date or a time.
    Time(Time),
    /// Bytes.
    Bytes(Vec<u8>),
    /// The values of a list.
    List(Vec<Value>),
}

impl Value {
    /// Reads a value of a primitive type, after the treatment of white space; `None` if the text is none.
    pub fn parse(text: &str, ty: Primitive) -> Option<Self> {
        match ty {
            Primitive::AnySimpleType | Primitive::String => Some(Self::Text(text.to_owned())),
            Primitive::AnyUri => is_uri(text).then(|| Self::Text(text.to_owned())),
            Primitive::QName | Primitive::Notation => divided(text).map(|_| Self::Text(text.to_owned())),
            Primitive::Boolean => match text {
                "true" | "1" => Some(Self::Boolean(true)),
                "false" | "0" => Some(Self::Boolean(false)),
                _ => None,
            },
            Primitive::Decimal => Decimal::parse(text).map(Self::Decimal),
            Primitive::Float => float(text).map(|it| Self::Float(f64::from(it as f32))),
            Primitive::Double => float(text).map(Self::Float),
            Primitive::Duration => Duration::parse(text).map(Self::Duration),
            Primitive::DateTime
            | Primitive::Time
            | Primitive::Date
            | Primitive::GYearMonth
            | Primitive::GYear
            | Primitive::GMonthDay
            | Primitive::GDay
            | Primitive::GMonth => Time::parse(text, ty).map(Self::Time),
            Primitive::HexBinary => hex(text).map(Self::Bytes),
            Primitive::Base64Binary => base64(text).map(Self::Bytes),
        }
    }

    /// Compares two values of the same primitive type; `None` if they have no order.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Decimal(a), Self::Decimal(b)) => Some(a.cmp(b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(b),
            (Self::Duration(a), Self::Duration(b)) => a.compare(b),
            (Self::Time(a), Self::Time(b)) => a.compare(b),
            (a, b) => (a == b).then_some(Ordering::Equal),
        }
    }

    /// Returns true for equal values. NaN is equal to itself.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a == b || a.is_nan() && b.is_nan(),
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (a, b) => a.compare(b) == Some(Ordering::Equal),
        }
    }
}

fn float(text: &str) -> Option<f64> {
    match text {
        "INF" => return Some(f64::INFINITY),
        "-INF" => return Some(f64::NEG_INFINITY),
        "NaN" => return Some(f64::NAN),
        _ => {}
    }
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    Decimal::parse(mantissa)?;
    let is_integer = |it: &str| {
        let digits = it.strip_prefix(['+', '-']).unwrap_or(it);
        !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
    };
    exponent.is_none_or(is_integer).then(|| text.parse().ok()).flatten()
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text.chars().map(|it| it.to_digit(16)).collect::<Option<_>>()?;
    let pairs = digits.chunks(2).map(|it| Some((it[0] * 16 + it.get(1)?) as u8));
    pairs.collect()
}

/// Spaces may stand between the characters.
fn base64(text: &str) -> Option<Vec<u8>> {
    let digit = |it: u8| match it {
        b'A'..=b'Z' => Some(it - b'A'),
        b'a'..=b'z' => Some(it - b'a' + 26),
        b'0'..=b'9' => Some(it - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let all: Vec<u8> = text.bytes().filter(|it| *it != b' ').collect();
    let padding = all.iter().rev().take_while(|it| **it == b'=').count();
    let digits: Vec<u8> = all[..all.len() - padding].iter().map(|it| digit(*it)).collect::<Option<_>>()?;
    if !all.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let bits = group.iter().fold(0_u32, |bits, it| bits << 6 | u32::from(*it)) << (6 * (4 - group.len()));
        let all = bits.to_be_bytes();
        bytes.extend(&all[1..group.len()]);
        // The bits behind the last byte are zero.
        if all[group.len()..].iter().any(|it| *it != 0) {
            return None;
        }
    }
    Some(bytes)
}

/// Almost every text is a reference to a resource, after the escapes of section 5.4 of XML Linking.
fn is_uri(text: &str) -> bool {
    let escapes = text.match_indices('%').all(|(at, _)| {
        let digits = text.as_bytes().get(at + 1..at + 3);
        digits.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    });
    escapes && text.matches('#').count() <= 1
}
