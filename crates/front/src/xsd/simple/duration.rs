//! Spans of time.

use super::Decimal;
use super::calendar::days;
use std::cmp::Ordering;

/// A span of time: months, and seconds with their fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::xsd) struct Duration {
    is_negative: bool,
    months: i64,
    seconds: i128,
    fraction: String,
}

/// The dates from which spans are compared (section 3.2.6.2).
const REFERENCES: [(i64, u32); 4] = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)];

impl Duration {
    /// Reads a span; `None` if the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let rest = rest.strip_prefix('P')?;
        let (date, time) = rest.split_once('T').map_or((rest, None), |(date, time)| (date, Some(time)));
        if rest.is_empty() || time == Some("") {
            return None;
        }
        let mut it = Self { is_negative, months: 0, seconds: 0, fraction: String::new() };
        it.parts(date, "YMD")?;
        it.parts(time.unwrap_or_default(), "HmS")?;
        Some(it)
    }

    /// Adds numbers with the letters of their units, in order. `m` stands for minutes, which are written `M`.
    fn parts(&mut self, mut text: &str, mut units: &str) -> Option<()> {
        while !text.is_empty() {
            let end = text.find(|it: char| it.is_ascii_alphabetic())?;
            let (number, letter) = (&text[..end], text[end..].chars().next()?);
            let at = units.find(|unit: char| unit.to_ascii_uppercase() == letter)?;
            let unit = units[at..].chars().next()?;
            (text, units) = (&text[end + 1..], &units[at + 1..]);
            let (number, fraction) = match number.split_once('.') {
                Some((number, fraction)) if unit == 'S' && is_number(fraction) => (number, fraction),
                Some(_) => return None,
                None => (number, ""),
            };
            if !is_number(number) {
                return None;
            }
            let number: i64 = number.parse().ok().filter(|it| *it < i64::MAX / 12 / 2)?;
            self.fraction += fraction.trim_end_matches('0');
            match unit {
                'Y' => self.months += number * 12,
                'M' => self.months += number,
                'D' => self.seconds += i128::from(number) * 86_400,
                'H' => self.seconds += i128::from(number) * 3600,
                'm' => self.seconds += i128::from(number) * 60,
                _ => self.seconds += i128::from(number),
            }
        }
        Some(())
    }

    /// Compares two spans; `None` if it depends on when they begin.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let mut orders = REFERENCES.iter().map(|from| self.after(*from)?.partial_cmp(&other.after(*from)?));
        let first = orders.next().flatten()?;
        orders.all(|it| it == Some(first)).then_some(first)
    }

    /// Returns a text that equal spans have in common.
    pub fn canonical(&self) -> String {
        let is_zero = self.months == 0 && self.seconds == 0 && self.fraction.is_empty();
        let sign = if self.is_negative && !is_zero { "-" } else { "" };
        format!("{sign}{}M{}.{}S", self.months, self.seconds, self.fraction)
    }

    /// Returns the seconds from a fixed date to the end of the span that begins at the first of a month.
    fn after(&self, (year, month): (i64, u32)) -> Option<Decimal> {
        let sign = if self.is_negative { -1 } else { 1 };
        let months = i128::from(year) * 12 + i128::from(month) - 1 + i128::from(self.months) * sign;
        let day = days(i64::try_from(months.div_euclid(12)).ok()?, months.rem_euclid(12) as u32 + 1, 1);
        // From a date long ago, so that seconds and their fraction have the same sign.
        let seconds = day * 86_400 + self.seconds * sign;
        let (seconds, fraction) = match (self.is_negative, self.fraction.is_empty()) {
            (true, false) => (seconds - 1, complement(&self.fraction)),
            _ => (seconds, self.fraction.clone()),
        };
        let (seconds, fraction) = match (seconds < 0, fraction.is_empty()) {
            (true, false) => (seconds + 1, complement(&fraction)),
            _ => (seconds, fraction),
        };
        let sign = if seconds == 0 && day < 0 { "-" } else { "" };
        Decimal::parse(&format!("{sign}{seconds}.{fraction}"))
    }
}

/// Returns the digits of one minus a fraction.
fn complement(fraction: &str) -> String {
    let last = fraction.len() - 1;
    let digit = |(at, it): (usize, u8)| char::from(b'0' + if at == last { 10 } else { 9 } - (it - b'0'));
    fraction.bytes().enumerate().map(digit).collect()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}
