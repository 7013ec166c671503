//! Decimal numbers of any length.

use std::cmp::Ordering;

/// A decimal number: its digits without zeros at the ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::xsd) struct Decimal {
    is_negative: bool,
    /// The digits before the point, without leading zeros.
    whole: String,
    /// The digits behind the point, without trailing zeros.
    fraction: String,
}

impl Decimal {
    /// Reads a number; `None` if the text is none.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let are_digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        if !are_digits(whole) || !are_digits(fraction) || whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0').to_owned(), fraction.trim_end_matches('0').to_owned());
        let is_zero = whole.is_empty() && fraction.is_empty();
        Some(Self { is_negative: text.starts_with('-') && !is_zero, whole, fraction })
    }

    /// Returns the digits before the point without zeros in front, and those behind it without zeros at the end.
    pub fn digits(&self) -> (&str, &str) {
        (&self.whole, &self.fraction)
    }

    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    pub fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// Returns the number of digits, without zeros at the ends.
    pub fn total_digits(&self) -> usize {
        let fraction = if self.whole.is_empty() { self.fraction.trim_start_matches('0') } else { &self.fraction };
        (self.whole.len() + fraction.len()).max(1)
    }

    /// Returns the number of digits behind the point.
    pub fn fraction_digits(&self) -> usize {
        self.fraction.len()
    }

    /// Returns the number times ten to this power, if it is an integer of 128 bits.
    pub fn scaled(&self, scale: usize) -> Option<i128> {
        let zeros = scale.checked_sub(self.fraction.len())?;
        let digits = format!("{}{}{}{}", self.sign(), self.whole, self.fraction, "0".repeat(zeros));
        if digits.trim_start_matches('-').is_empty() { Some(0) } else { digits.parse().ok() }
    }

    /// Returns the text that equal numbers have in common: only the digits that are needed.
    pub fn canonical(&self) -> String {
        let whole = if self.whole.is_empty() { "0" } else { &self.whole };
        let point = if self.fraction.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{}", self.sign(), self.fraction)
    }

    fn sign(&self) -> &'static str {
        if self.is_negative { "-" } else { "" }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitude = || {
            let whole = self.whole.len().cmp(&other.whole.len()).then_with(|| self.whole.cmp(&other.whole));
            whole.then_with(|| self.fraction.cmp(&other.fraction))
        };
        match (self.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => magnitude(),
            (true, true) => magnitude().reverse(),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
