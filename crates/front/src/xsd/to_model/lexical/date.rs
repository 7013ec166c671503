//! The ranges of dates without a time of day, as patterns.

use super::Condition;
use crate::xsd::Primitive;
use crate::xsd::simple::{Bound, SimpleType};

/// Returns what the least and the greatest date say of texts without a time zone. Whether a date with a time zone is before one without
/// is a question of hours, which no pattern tells; neither are negative years compared.
pub(super) fn bounds(ty: &SimpleType) -> Vec<Condition> {
    let has_year = match ty.primitive() {
        Some(Primitive::Date | Primitive::GYearMonth | Primitive::GYear) => true,
        Some(Primitive::GMonthDay | Primitive::GMonth | Primitive::GDay) => false,
        _ => return Vec::new(),
    };
    let out = |bound: &Option<Bound>, is_min: bool| {
        let bound = bound.as_ref()?;
        let text = bound.text.as_str();
        let is_plain = text.bytes().all(|it| it.is_ascii_digit() || it == b'-') && has_year != text.starts_with('-');
        let end = text.find('-').filter(|_| has_year).unwrap_or(if has_year { text.len() } else { 0 });
        is_plain.then(|| Condition::Excluded(beyond(text.split_at(end), is_min, bound.is_inclusive)))
    };
    out(&ty.min, true).into_iter().chain(out(&ty.max, false)).collect()
}

/// Returns the pattern of what is before or after a date: its year, and the rest.
fn beyond((year, rest): (&str, &str), is_before: bool, is_inclusive: bool) -> String {
    let text = format!("{year}{rest}");
    let others = text.char_indices().filter_map(|(at, it)| {
        let digit = it.to_digit(10)?;
        let digits = match is_before {
            true => format!("[0-{}]", digit.checked_sub(1)?),
            false => format!("[{}-9]", Some(digit + 1).filter(|it| *it < 10)?),
        };
        Some(format!("{}{digits}{}", escaped(&text[..at]), shape(&text[at + 1..])))
    });
    let mut all: Vec<String> = others.collect();
    if !is_inclusive {
        all.push(escaped(&text));
    }
    let (len, rest) = (year.len(), shape(rest));
    match is_before {
        _ if len == 0 => {}
        true => {
            all.push(format!("-[0-9]{{4,}}{rest}"));
            if len > 4 {
                all.push(format!("[0-9]{{4,{}}}{rest}", len - 1));
            }
        }
        false => all.push(format!("[0-9]{{{},}}{rest}", len + 1)),
    }
    all.join("|")
}

fn escaped(text: &str) -> String {
    text.replace('-', "\\-")
}

/// Returns the pattern of texts with digits at the same places.
fn shape(text: &str) -> String {
    text.chars().map(|it| if it.is_ascii_digit() { "[0-9]" } else { "\\-" }).collect()
}

#[cfg(test)]
mod tests {
    use super::beyond;
    use crate::xsd::Primitive;
    use crate::xsd::simple::Value;
    use crate::xsd::to_model::lexical::{Condition, Lexical};
    use std::cmp::Ordering;

    const DATES: [&str; 12] = [
        "2000-01-01",
        "2000-01-02",
        "1999-12-31",
        "2000-02-01",
        "2001-01-01",
        "0001-01-01",
        "9999-12-31",
        "10000-01-01",
        "12000-06-15",
        "-0001-01-01",
        "-12000-01-01",
        "2009-10-10",
    ];

    #[test]
    fn dates_are_ordered_as_their_values_are() {
        let mut lexical = Lexical::default();
        let value = |text: &str| Value::parse(text, Primitive::Date).expect("a date");
        for bound in DATES.iter().filter(|it| !it.starts_with('-')) {
            let parts = bound.split_at(bound.find('-').expect("a year"));
            for text in DATES {
                let order = value(text).compare(&value(bound)).expect("an order");
                let mut is_out = |is_before, is_inclusive| {
                    let pattern = beyond(parts, is_before, is_inclusive);
                    lexical.made(&Condition::OneOf(vec![pattern])).expect("a small automaton").accepts(text)
                };
                let found = [is_out(true, true), is_out(true, false), is_out(false, true), is_out(false, false)];
                assert_eq!(found, [order.is_lt(), order.is_le(), order.is_gt(), order.is_ge()], "{text} {bound}");
                assert_eq!(order == Ordering::Equal, text == *bound);
            }
        }
    }
}
