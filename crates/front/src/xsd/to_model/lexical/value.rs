//! Values as patterns of all their texts.

use super::{Condition, built_in, decimal};
use crate::xsd::Primitive;
use crate::xsd::names::divided;
use crate::xsd::simple::{Decimal, SimpleType};

/// Returns the condition that a text is one of these values; `None` if there are none, or if other texts may mean the same.
pub(super) fn one_of<'t>(ty: Primitive, values: impl Iterator<Item = &'t str>) -> Option<Condition> {
    let patterns = values.map(|it| pattern(ty, it)).collect::<Option<Vec<String>>>()?;
    (!patterns.is_empty()).then_some(Condition::OneOf(patterns))
}

/// Returns the pattern of a list of values, with one space between them.
pub(super) fn tokens(item: &SimpleType, list: &str) -> String {
    let token = |it: &str| item.primitive().and_then(|ty| pattern(ty, it)).unwrap_or_else(|| "[^ ]+".to_owned());
    list.split_ascii_whitespace().map(token).collect::<Vec<_>>().join(" ")
}

fn pattern(ty: Primitive, text: &str) -> Option<String> {
    match ty {
        Primitive::AnySimpleType | Primitive::String | Primitive::AnyUri => Some(literal(text)),
        Primitive::Boolean => match text {
            "true" | "1" => Some("true|1".to_owned()),
            _ => Some("false|0".to_owned()),
        },
        Primitive::Decimal => Decimal::parse(text).map(|it| decimal::equal(&it)),
        Primitive::HexBinary => Some(text.chars().map(either_case).collect()),
        // Prefixes may differ.
        Primitive::QName | Primitive::Notation => {
            divided(text).map(|(_, local)| format!("{}{}", built_in::PREFIX, literal(local)))
        }
        Primitive::Float
        | Primitive::Double
        | Primitive::Duration
        | Primitive::DateTime
        | Primitive::Time
        | Primitive::Date
        | Primitive::GYearMonth
        | Primitive::GYear
        | Primitive::GMonthDay
        | Primitive::GDay
        | Primitive::GMonth
        | Primitive::Base64Binary => None,
    }
    .map(|it| format!("({it})"))
}

fn either_case(digit: char) -> String {
    format!("[{}{}]", digit.to_ascii_lowercase(), digit.to_ascii_uppercase())
}

fn literal(text: &str) -> String {
    let escaped = |it: char| ("\\|.?*+(){}-[]^$".contains(it).then_some('\\')).into_iter().chain([it]);
    text.chars().flat_map(escaped).collect()
}

/// Returns the condition that a text has an allowed length.
pub(super) fn lengths(ty: Primitive, lengths: &crate::xsd::simple::Lengths) -> Option<Condition> {
    let unit = match ty {
        Primitive::HexBinary => "[0-9a-fA-F]{2}",
        Primitive::AnySimpleType | Primitive::String | Primitive::AnyUri => r"[\s\S]",
        _ => return None,
    };
    let count = match (lengths.least(), lengths.greatest()) {
        (0, None) => return None,
        (min, None) => format!("{min},"),
        (min, Some(max)) => format!("{min},{max}"),
    };
    Some(Condition::OneOf(vec![format!("({unit}){{{count}}}")]))
}
