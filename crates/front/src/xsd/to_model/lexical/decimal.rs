//! Decimal numbers of any length as patterns.

use super::Condition;
use crate::xsd::simple::{Bound, Decimal, SimpleType};

/// Returns what the least and the greatest number say of a text that is a number.
pub(super) fn bounds(ty: &SimpleType) -> Vec<Condition> {
    let bound = |it: &Bound| Some((Decimal::parse(&it.text)?, it.is_inclusive));
    let min = ty.min.as_ref().and_then(bound).map(|(number, is_inclusive)| at_least(&number, is_inclusive));
    let max = ty.max.as_ref().and_then(bound).map(|(number, is_inclusive)| at_most(&number, is_inclusive));
    min.into_iter().chain(max).collect()
}

fn at_least(number: &Decimal, is_inclusive: bool) -> Condition {
    let is_zero = number.is_zero() && is_inclusive;
    match number.is_negative() || is_zero {
        // Negative numbers beyond it are excluded.
        true => Condition::Excluded(format!("-({})", beyond(number, !is_inclusive))),
        false => Condition::OneOf(vec![format!(r"\+?({})", beyond(number, is_inclusive))]),
    }
}

fn at_most(number: &Decimal, is_inclusive: bool) -> Condition {
    let is_zero = number.is_zero() && !is_inclusive;
    match number.is_negative() || is_zero {
        true => Condition::OneOf(vec![format!("-({})", beyond(number, is_inclusive))]),
        false => Condition::Excluded(format!(r"\+?({})", beyond(number, !is_inclusive))),
    }
}

/// Returns the pattern of numbers without a sign that are greater than the magnitude of a number, or equal to it.
fn beyond(number: &Decimal, is_inclusive: bool) -> String {
    let (whole, fraction) = number.digits();
    let longer = format!(r"0*[1-9][0-9]{{{}}}[0-9]*(\.[0-9]*)?", whole.len());
    let whole_is_greater =
        greater(whole).map(|(same, digits, rest)| format!(r"0*{same}{digits}[0-9]{{{rest}}}(\.[0-9]*)?"));
    let fraction_is_greater = greater(fraction).map(|(same, digits, _)| format!(r"0*{whole}\.{same}{digits}[0-9]*"));
    let last = match (is_inclusive, fraction) {
        (true, "") => format!(r"0*{whole}(\.[0-9]*)?"),
        (true, _) => format!(r"0*{whole}\.{fraction}[0-9]*"),
        (false, _) => format!(r"0*{whole}\.{fraction}[0-9]*[1-9][0-9]*"),
    };
    let all: Vec<String> =
        [longer].into_iter().chain(whole_is_greater).chain(fraction_is_greater).chain([last]).collect();
    all.join("|")
}

/// For each digit that could be greater: the digits before it, the greater ones, and the number of those behind it.
fn greater(digits: &str) -> impl Iterator<Item = (&str, String, usize)> {
    let places = digits.char_indices().filter(|(_, digit)| *digit != '9');
    places.map(|(at, digit)| {
        let next = char::from(digit as u8 + 1);
        (&digits[..at], format!("[{next}-9]"), digits.len() - at - 1)
    })
}

/// Returns the pattern of all texts of a number.
pub(super) fn equal(number: &Decimal) -> String {
    let sign = match (number.is_zero(), number.is_negative()) {
        (true, _) => r"[+\-]?",
        (false, true) => "-",
        (false, false) => r"\+?",
    };
    match number.digits() {
        (whole, "") => format!(r"{sign}0*{whole}(\.0*)?"),
        (whole, fraction) => format!(r"{sign}0*{whole}\.{fraction}0*"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, at_least, at_most, equal};
    use crate::xsd::to_model::lexical::{Condition, Lexical};

    const NUMBERS: [&str; 19] = [
        "0", "-0", "0.0", "1", "+1", "-1", "01.50", "1.5", "1.49", "1.51", "-1.5", "-1.49", "-1.51", ".05", "99.9",
        "100", "-100", "1000000", "9.999",
    ];

    #[test]
    fn bounds_are_those_of_the_values() {
        let mut lexical = Lexical::default();
        let mut accepts =
            |condition: Condition, text: &str| lexical.made(&condition).is_some_and(|it| it.accepts(text));
        for limit in NUMBERS {
            let bound = Decimal::parse(limit).expect("a number");
            for text in NUMBERS {
                let number = Decimal::parse(text).expect("a number");
                assert_eq!(accepts(at_least(&bound, true), text), number >= bound, "{text} >= {limit}");
                assert_eq!(accepts(at_least(&bound, false), text), number > bound, "{text} > {limit}");
                assert_eq!(accepts(at_most(&bound, true), text), number <= bound, "{text} <= {limit}");
                assert_eq!(accepts(at_most(&bound, false), text), number < bound, "{text} < {limit}");
                let equals = Condition::OneOf(vec![equal(&bound)]);
                assert_eq!(accepts(equals, text), number == bound, "{text} = {limit}");
            }
        }
    }
}
