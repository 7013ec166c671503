//! Texts of values of which equal ones have the same text.

use super::{Primitive, Value};

/// The built-in types that are derived from `decimal` and may be texts.
const INTEGERS: [&str; 5] =
    ["integer", "negativeInteger", "nonNegativeInteger", "nonPositiveInteger", "positiveInteger"];

/// Returns the name of the primitive type of a built-in one, and a text that all texts of a value have in common. Texts that
/// are no values of the type stand for themselves.
pub fn canonical(built_in: &str, text: &str) -> (&'static str, String) {
    let ty = primitive(built_in);
    let value = match Value::parse(text, ty) {
        Some(Value::Decimal(it)) => it.canonical(),
        Some(Value::Duration(it)) => it.canonical(),
        Some(Value::Time(it)) => it.canonical(),
        Some(Value::Text(_) | Value::Boolean(_) | Value::Float(_) | Value::Bytes(_) | Value::List(_)) | None => {
            text.to_owned()
        }
    };
    (ty.name(), value)
}

fn primitive(built_in: &str) -> Primitive {
    let named = Primitive::ALL.iter().find(|(_, name)| *name == built_in).map(|(it, _)| *it);
    match named {
        _ if INTEGERS.contains(&built_in) => Primitive::Decimal,
        // A value of any type is compared as its characters.
        Some(Primitive::AnySimpleType) | None => Primitive::String,
        Some(it) => it,
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn equal_values_have_the_same_text() {
        for (ty, one, other) in [
            ("decimal", "1", "+01.0"),
            ("integer", "-0", "0"),
            ("duration", "P1Y", "P12M"),
            ("duration", "PT1M", "PT60.0S"),
            ("duration", "-PT0S", "P0D"),
            ("dateTime", "2000-01-01T12:00:00Z", "2000-01-01T14:00:00.0+02:00"),
            ("date", "2000-01-01", "2000-01-01"),
            ("token", "a", "a"),
        ] {
            assert_eq!(canonical(ty, one), canonical(ty, other), "{ty} {one} {other}");
        }
    }

    #[test]
    fn other_values_have_other_texts() {
        for (ty, one, other) in [
            ("decimal", "1", "-1"),
            ("decimal", "1.5", "15"),
            ("duration", "P1M", "P30D"),
            ("duration", "PT0.5S", "-PT0.5S"),
            ("dateTime", "2000-01-01T12:00:00Z", "2000-01-01T12:00:00"),
            ("string", "1", "01"),
        ] {
            assert_ne!(canonical(ty, one), canonical(ty, other), "{ty} {one} {other}");
        }
    }
}
