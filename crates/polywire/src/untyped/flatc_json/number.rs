//! Numbers of the dialect.

/// Writes a number in JSON; `None` if it is none. It may have a plus, leading zeros, a point at either end, and hexadecimal digits.
pub(super) fn translate(text: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let (is_negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    match rest {
        b"nan" | b"inf" | b"infinity" => write_special(is_negative, rest, out),
        [b'0', b'x' | b'X', digits @ ..] => {
            let number = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
            out.extend(format!("{}{number}", if is_negative { "-" } else { "" }).bytes());
        }
        _ => {
            let exponent = rest.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(rest.len());
            let (mantissa, exponent) = rest.split_at(exponent);
            let point = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
            let (whole, fraction) = mantissa.split_at(point);
            if whole.is_empty() && fraction.len() < 2 {
                return None;
            }
            let zeros = whole.iter().take_while(|byte| **byte == b'0').count();
            let whole = &whole[zeros..];
            out.extend(if is_negative { &b"-"[..] } else { b"" });
            out.extend(if whole.is_empty() { b"0" } else { whole });
            out.extend(if fraction == b"." { b".0" } else { fraction });
            out.extend(exponent);
        }
    }
    Some(())
}

/// Writes a float that is no number, or not finite.
pub(super) fn write_special(is_negative: bool, word: &[u8], out: &mut Vec<u8>) {
    let name = match (word, is_negative) {
        (b"nan", _) => "NaN",
        (_, false) => "Infinity",
        (_, true) => "-Infinity",
    };
    out.extend(format!("{{\"$float\":\"{name}\"}}").bytes());
}
