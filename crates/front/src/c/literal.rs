//! The values of literals (C11, clause 6.4.4).

use super::value::Value;

/// Returns the value of an integer; `None` for a float or what is no number.
pub(super) fn integer(text: &str) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x");
    let digits_end = lower.len() - lower.chars().rev().take_while(|it| matches!(it, 'u' | 'l')).count();
    let (digits, suffix) = lower.split_at(digits_end);
    if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return None;
    }
    let (radix, digits) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (16, digits),
        (None, Some(digits)) => (2, digits),
        (None, None) if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        (None, None) => (10, digits),
    };
    let number = i128::from(u64::from_str_radix(digits, radix).ok()?);
    let is_decimal = radix == 10 && !is_hex;
    let unsigned = suffix.contains('u');
    // The first type of the list that holds the number (C11, clause 6.4.4.1, paragraph 5).
    let types = [(32, true), (32, false), (64, true), (64, false)];
    let fits = |(bits, signed): &(u8, bool)| {
        number < 1 << (*bits - u8::from(*signed))
            && (*bits == 64 || !suffix.contains('l'))
            && if unsigned { !signed } else { *signed || !is_decimal }
    };
    let (bits, signed) = types.into_iter().find(fits).unwrap_or((64, false));
    Some(Value { number, bits, signed })
}

/// Returns the value of a character; `None` if it is not one, or not of ASCII.
pub(super) fn character(text: &str) -> Option<Value> {
    let content = text.strip_suffix('\'')?.split_once('\'')?.1;
    let mut chars = content.chars();
    let value = match chars.next()? {
        '\\' => return escaped(chars.as_str()).map(Value::int),
        plain if plain.is_ascii() => plain as i128,
        _ => return None,
    };
    chars.as_str().is_empty().then_some(Value::int(value))
}

fn escaped(text: &str) -> Option<i128> {
    Some(match text {
        "n" => 10,
        "t" => 9,
        "v" => 11,
        "b" => 8,
        "r" => 13,
        "f" => 12,
        "a" => 7,
        "\\" | "'" | "\"" | "?" => text.bytes().next()?.into(),
        _ => match text.strip_prefix('x') {
            // Plain `char` has a sign in some ABIs, so only ASCII is the same in all.
            Some(hex) => i64::from_str_radix(hex, 16).ok().filter(|it| (0..128).contains(it))?.into(),
            None => i64::from_str_radix(text, 8).ok().filter(|it| (0..128).contains(it))?.into(),
        },
    })
}
