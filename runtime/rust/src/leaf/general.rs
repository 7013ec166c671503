//! Floats in the general notation of C's `printf`.

use super::Output;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

/// Appends a binary64 with 15 digits, or 17 if 15 do not round-trip.
pub fn write_general_float64(bits: u64, out: &mut impl Output) {
    let value = f64::from_bits(bits);
    match of_no_number(value) {
        Some(word) => out.append(word),
        None => {
            let few = general(value, 15);
            let text = if few.parse() == Ok(value) { few } else { general(value, 17) };
            out.append(text.as_bytes());
        }
    }
}

/// Appends a binary32 with 6 digits, or 9 if 6 do not round-trip.
pub fn write_general_float32(bits: u64, out: &mut impl Output) {
    let value = f32::from_bits(bits as u32);
    let wide = f64::from(value);
    match of_no_number(wide) {
        Some(word) => out.append(word),
        None => {
            let few = general(wide, 6);
            let text = if few.parse() == Ok(value) { few } else { general(wide, 9) };
            out.append(text.as_bytes());
        }
    }
}

fn of_no_number(value: f64) -> Option<&'static [u8]> {
    match value {
        _ if value.is_nan() => Some(b"nan"),
        f64::INFINITY => Some(b"inf"),
        f64::NEG_INFINITY => Some(b"-inf"),
        _ => None,
    }
}

/// Formats a finite number like `%.*g`: exponential if the exponent is below −4 or not below the precision, without
/// trailing zeros.
fn general(value: f64, precision: usize) -> String {
    let scientific = format!("{value:.*e}", precision - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= precision as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.unsigned_abs());
    }
    let decimals = (precision as i32 - 1 - exponent) as usize;
    without_zeros(&format!("{value:.decimals$}")).to_owned()
}

fn without_zeros(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}
