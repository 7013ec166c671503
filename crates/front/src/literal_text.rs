//! Numbers and strings as canonical files write them.

/// Formats a double like C's `%g`, with 15 digits, or 17 if 15 do not round-trip.
pub(crate) fn double_text(value: f64) -> String {
    let short = general(value, 15);
    if short.parse::<f64>().is_ok_and(|back| back.to_bits() == value.to_bits()) { short } else { general(value, 17) }
}

/// Formats a float like C's `%g`, with 6 digits, or 9 if 6 do not round-trip.
pub(crate) fn float_text(value: f32) -> String {
    let short = general(value.into(), 6);
    if short.parse::<f32>().is_ok_and(|back| back.to_bits() == value.to_bits()) {
        return short;
    }
    general(value.into(), 9)
}

/// Formats like C's `%.{digits}g`: without trailing zeros, and with an exponent of at least two digits for very large
/// or small numbers.
fn general(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs());
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{value:.decimals$}")).to_owned()
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// Escapes bytes as in C: all but printable ASCII in octal.
pub(crate) fn c_escape(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'\n' => text.extend(b"\\n"),
            b'\r' => text.extend(b"\\r"),
            b'\t' => text.extend(b"\\t"),
            b'"' | b'\'' | b'\\' => text.extend([b'\\', *byte]),
            0x20..=0x7e => text.push(*byte),
            other => text.extend(format!("\\{other:03o}").bytes()),
        }
    }
    text
}

/// Bytes in quotes.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", String::from_utf8_lossy(&c_escape(bytes)))
}

/// Returns text in quotes; only invalid UTF-8 and non-printable characters are escaped.
pub(crate) fn quoted_text(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for ch in chunk.valid().chars() {
            match ch {
                ch if ch.is_ascii() || ch.is_control() => {
                    let mut buffer = [0; 4];
                    text.push_str(&String::from_utf8_lossy(&c_escape(ch.encode_utf8(&mut buffer).as_bytes())));
                }
                ch => text.push(ch),
            }
        }
        text.push_str(&String::from_utf8_lossy(&c_escape(chunk.invalid())));
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected texts were printed by C's `printf`.
    #[test]
    fn numbers_have_the_form_of_c() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1e3, "1000"),
            (1.5, "1.5"),
            (1e15, "1e+15"),
            (123456789012345.0, "123456789012345"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (0.1, "0.1"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(double_text(value), text);
        }
        for (value, text) in [(0.1f32, "0.1"), (3.4028235e38, "3.40282347e+38"), (1234567.0, "1234567"), (1e6, "1e+06")]
        {
            assert_eq!(float_text(value), text);
        }
    }
}
