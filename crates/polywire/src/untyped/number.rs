//! JSON numbers for MessagePack.

/// A number, as exact as possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Uint(u64),
    Int(i64),
    Float {
        /// A binary64.
        bits: u64,
        /// True if digits were lost.
        is_rounded: bool,
    },
}

/// Significant digits of any binary64 in decimal; a number with more was meant to be exact.
const DIGITS: usize = 17;

/// Parses a number; `None` if it overflows a float.
pub(super) fn number(text: &[u8]) -> Option<Number> {
    let text = std::str::from_utf8(text).ok()?;
    let is_integer = !text.contains(['.', 'e', 'E']);
    if is_integer && text != "-0" {
        if let Ok(value) = text.parse() {
            return Some(Number::Uint(value));
        }
        if let Ok(value) = text.parse() {
            return Some(Number::Int(value));
        }
    }
    let value: f64 = text.parse().ok()?;
    let number = Number::Float { bits: value.to_bits(), is_rounded: is_rounded(text, value, is_integer) };
    value.is_finite().then_some(number)
}

fn is_rounded(text: &str, value: f64, is_integer: bool) -> bool {
    if is_integer {
        return text != format!("{value:.0}") && text != "-0";
    }
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits = mantissa.trim_start_matches(['-', '0', '.']).trim_end_matches('0');
    digits.bytes().filter(u8::is_ascii_digit).count() > DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact_if_representable() {
        assert_eq!(number(b"18446744073709551615"), Some(Number::Uint(u64::MAX)));
        assert_eq!(number(b"-9223372036854775808"), Some(Number::Int(i64::MIN)));
        let float = |value: f64, is_rounded| Some(Number::Float { bits: value.to_bits(), is_rounded });
        assert_eq!(number(b"18446744073709551616"), float(18_446_744_073_709_551_616.0, false));
        assert_eq!(number(b"18446744073709551617"), float(18_446_744_073_709_551_616.0, true));
        assert_eq!(number(b"-0"), float(-0.0, false));
        assert_eq!(number(b"1.0"), float(1.0, false));
        assert_eq!(number(b"0.1234567890123456789"), float(0.123_456_789_012_345_68, true));
        assert_eq!(number(b"1e999"), None);
    }
}
