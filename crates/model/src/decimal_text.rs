//! Decimal numbers as texts.

/// The text of a decimal number: an optional sign, and digits, with a point between them or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecimalText {
    /// Of any digits. Behind them may be an exponent.
    Any,
    /// Of stated digits.
    Of {
        /// The most digits.
        precision: u32,
        /// How many of them are behind the point.
        scale: u32,
    },
}

impl DecimalText {
    /// Returns the text of zero.
    pub fn zero(self) -> String {
        match self {
            Self::Any => "0".to_owned(),
            Self::Of { scale, .. } => decimal_text(false, "0", scale as usize),
        }
    }
}

/// Returns digits with a sign, and a point in front of the last `scale` of them; with at least one digit in front of it.
pub fn decimal_text(is_negative: bool, digits: &str, scale: usize) -> String {
    let sign = if is_negative { "-" } else { "" };
    let all = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = all.split_at(all.len() - scale);
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}
