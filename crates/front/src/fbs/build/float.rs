//! Numbers as texts.

/// Returns the value of a decimal or hexadecimal integer.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (is_negative, digits) = signed(text);
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => i128::from(u64::from_str_radix(digits, 16).ok()?),
        None if digits.starts_with(|it: char| it.is_ascii_digit()) => i128::from(digits.parse::<u64>().ok()?),
        None => return None,
    };
    Some(if is_negative { -magnitude } else { magnitude })
}

/// Returns the value of a decimal or hexadecimal float, infinity or NaN, as C's `strtod` reads it.
pub(super) fn float(text: &str) -> Option<f64> {
    let (is_negative, digits) = signed(text);
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits)?,
        // The sign is already taken.
        None if digits.starts_with(['+', '-']) => return None,
        None => digits.parse().ok()?,
    };
    Some(if is_negative && !f64::is_nan(magnitude) { -magnitude } else { magnitude })
}

fn signed(text: &str) -> (bool, &str) {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    (text.starts_with('-'), digits)
}

/// `1.8p3`; the exponent is of two.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.chars().chain(fraction.chars()).map(|it| it.to_digit(16));
    let value = digits.clone().try_fold(0f64, |value, digit| Some(value * 16.0 + f64::from(digit?)))?;
    let exponent = exponent.parse::<i32>().ok()?.saturating_sub(4 * fraction.len() as i32);
    (digits.count() > 0).then(|| value * 2f64.powi(exponent))
}

/// Returns the result of a function that schemas can call, with the 12 decimals that the official compiler keeps.
pub(super) fn call(function: &str, argument: f64) -> Option<f64> {
    let result = match function {
        "deg" => argument.to_degrees(),
        "rad" => argument.to_radians(),
        "sin" => argument.sin(),
        "cos" => argument.cos(),
        "tan" => argument.tan(),
        "asin" => argument.asin(),
        "acos" => argument.acos(),
        "atan" => argument.atan(),
        _ => return None,
    };
    format!("{result:.12}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{call, float, integer};

    #[test]
    fn numbers_are_read_as_in_c() {
        for (text, value) in
            [("0x1p3", 8.0), ("-0x1.8p1", -3.0), (".5", 0.5), ("5.", 5.0), ("+3", 3.0), ("-inf", f64::NEG_INFINITY)]
        {
            assert_eq!(float(text), Some(value), "{text}");
        }
        assert!(float("nan").is_some_and(f64::is_nan));
        for text in ["", "0x1", "--1", "pi", "1e"] {
            assert_eq!(float(text), None, "{text}");
        }
        for (text, value) in [("010", Some(10)), ("-0x10", Some(-16)), ("0x", None), ("1.5", None), ("", None)] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn functions_keep_twelve_decimals() {
        assert_eq!(call("rad", 10.0), Some(0.174532925199));
        assert_eq!(call("cos", 0.0), Some(1.0));
        assert_eq!(call("log", 1.0), None);
    }
}
