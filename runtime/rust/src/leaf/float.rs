use super::number::{Token, read_number};
use super::{Cursor, Output, integer, plain_number};
use crate::ErrorCode;

/// Reads a number, correctly rounded to binary64, bare or in a string, or one of the strings "NaN", "Infinity",
/// "-Infinity".
#[inline(always)]
pub fn read_json_float64(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    match plain_number::read_short_float(cursor) {
        Some(value) => Ok(value.to_bits()),
        None => read_any_float64(cursor),
    }
}

#[inline(never)]
fn read_any_float64(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let start = cursor.pos;
    if let Some(value) = plain_number::read_decimal(cursor).and_then(|plain| plain.nearest(f64::MANTISSA_DIGITS)) {
        return Ok(value.to_bits());
    }
    cursor.pos = start;
    let finite = |value: f64| value.is_finite().then_some(value.to_bits());
    let parse = |token: &Token<'_>| core::str::from_utf8(token.text).ok()?.parse().ok().and_then(finite);
    read_number(cursor, parse, |text| named(text).map(|word| word.bits64))
}

/// Like [`read_json_float64`], correctly rounded to binary32.
pub fn read_json_float32(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let start = cursor.pos;
    if let Some(value) = plain_number::read_decimal(cursor).and_then(|plain| plain.nearest(f32::MANTISSA_DIGITS)) {
        return Ok(u64::from((value as f32).to_bits()));
    }
    cursor.pos = start;
    let finite = |value: f32| value.is_finite().then_some(u64::from(value.to_bits()));
    let parse = |token: &Token<'_>| core::str::from_utf8(token.text).ok()?.parse().ok().and_then(finite);
    read_number(cursor, parse, |text| named(text).map(|word| word.bits32))
}

/// Returns the bits of the binary64 nearest to a decimal, infinity on overflow, and a NaN if the text is not a decimal.
pub fn decimal_float64(text: &[u8]) -> u64 {
    decimal(text).unwrap_or(f64::NAN).to_bits()
}

/// Like [`decimal_float64`], for a binary32.
pub fn decimal_float32(text: &[u8]) -> u64 {
    decimal(text).unwrap_or(f32::NAN).to_bits().into()
}

/// The standard library also accepts signs and words, which this excludes.
fn decimal<F: core::str::FromStr>(text: &[u8]) -> Option<F> {
    text.first().filter(|first| matches!(first, b'0'..=b'9' | b'.'))?;
    core::str::from_utf8(text).ok()?.parse().ok()
}

/// A non-finite float, by name.
struct Word {
    text: &'static [u8],
    bits64: u64,
    bits32: u64,
}

static WORDS: [Word; 3] = [
    Word { text: b"NaN", bits64: 0x7ff8_0000_0000_0000, bits32: 0x7fc0_0000 },
    Word { text: b"Infinity", bits64: 0x7ff0_0000_0000_0000, bits32: 0x7f80_0000 },
    Word { text: b"-Infinity", bits64: 0xfff0_0000_0000_0000, bits32: 0xff80_0000 },
];

fn named(text: &[u8]) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.text == text)
}

/// Appends a binary64 as the shortest decimal that round-trips.
#[inline]
pub fn write_json_float64(bits: u64, out: &mut impl Output) {
    let value = f64::from_bits(bits);
    if !write_short(value, out) {
        write_any_float64(value, out);
    }
}

#[inline(never)]
fn write_any_float64(value: f64, out: &mut impl Output) {
    if has_plain_shape(value) {
        write_plain(zmij::Buffer::new().format_finite(value), out);
    } else if value.is_finite() {
        write_finite(zmij::Buffer::new().format_finite(value), out);
    } else {
        write_word(value, out);
    }
}

/// Appends a binary32 as the shortest decimal that round-trips.
pub fn write_json_float32(bits: u64, out: &mut impl Output) {
    let value = f32::from_bits(bits as u32);
    if has_plain_shape(f64::from(value)) {
        write_plain(zmij::Buffer::new().format_finite(value), out);
    } else if value.is_finite() {
        write_finite(zmij::Buffer::new().format_finite(value), out);
    } else {
        write_word(f64::from(value), out);
    }
}

/// Appends a number below 10^8 that has at most six decimals; returns false for others. A decimal of up to 15 digits that
/// round-trips is the shortest one, because no two of them are nearest to the same binary64.
#[inline(always)]
fn write_short(value: f64, out: &mut impl Output) -> bool {
    const SCALE: u32 = 1_000_000;
    let magnitude = value.abs();
    if magnitude >= f64::from(integer::SHORT) || magnitude.is_nan() {
        return false;
    }
    // Numbers of this size are converted exactly by the instructions for signed numbers.
    let whole = magnitude as i64;
    let is_integer = whole as f64 == magnitude;
    let scaled = (magnitude * f64::from(SCALE) + 0.5) as i64;
    if !is_integer && scaled as f64 / f64::from(SCALE) != magnitude {
        return false;
    }
    if value.is_sign_negative() {
        out.append_byte(b'-');
    }
    integer::write_short(whole as u32, out);
    if is_integer {
        out.append_start(b".0", 2);
        return true;
    }
    // The differences of the low bits are those of the numbers, which are smaller.
    let millionths = (scaled as u32).wrapping_sub((whole as u32).wrapping_mul(SCALE));
    let decimals = integer::digits_of(millionths * 100);
    let count = 8 - decimals.leading_zeros() as usize / 8;
    out.append_start(&((decimals | integer::ZEROS) << 8 | u64::from(b'.')).to_le_bytes(), count + 1);
    true
}

/// Returns true if a number is certainly written without an exponent, by the library as well.
fn has_plain_shape(value: f64) -> bool {
    (1e-4..1e12).contains(&value.abs())
}

fn write_plain(shortest: &str, out: &mut impl Output) {
    debug_assert!(!shortest.contains('e'));
    out.append(shortest.as_bytes());
}

fn write_word(value: f64, out: &mut impl Output) {
    let word: &[u8] = match value {
        _ if value.is_nan() => b"\"NaN\"",
        _ if value > 0.0 => b"\"Infinity\"",
        _ => b"\"-Infinity\"",
    };
    out.append(word);
}

/// Reshapes the shortest decimal, as in `-125.0`, `0.00125` or `1.25e-7`: among the shortest, it must be the one
/// closest to the value, and of two equally close ones, the one with an even last digit. (The standard library takes
/// the greater of the two.) Without an exponent it already has the right form.
fn write_finite(shortest: &str, out: &mut impl Output) {
    if !shortest.as_bytes().contains(&b'e') {
        return out.append(shortest.as_bytes());
    }
    let (sign, magnitude) = shortest.split_at(usize::from(shortest.starts_with('-')));
    let (decimal, exponent) = magnitude.split_once('e').unwrap_or((magnitude, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let mut digits = [0; 40];
    let len = whole.len() + fraction.len();
    digits[..whole.len()].copy_from_slice(whole.as_bytes());
    digits[whole.len()..len].copy_from_slice(fraction.as_bytes());
    let first = digits[..len].iter().position(|&digit| digit != b'0').unwrap_or(0);
    let last = digits[..len].iter().rposition(|&digit| digit != b'0').unwrap_or(0);
    let exponent: i32 = exponent.parse().unwrap_or(0);
    out.append(sign.as_bytes());
    write_shaped(&digits[first..=last], whole.len() as i32 - 1 - first as i32 + exponent, out);
}

/// Appends `d.ddd` times ten to the exponent in the form of ECMAScript's Number::toString, with `.0` after an integer
/// below 10^16.
fn write_shaped(digits: &[u8], exponent: i32, out: &mut impl Output) {
    let point = exponent + 1;
    let count = digits.len() as i32;
    match point {
        _ if count <= point && point <= 21 => {
            out.append(digits);
            write_zeros(point - count, out);
            if point <= 16 {
                out.append(b".0");
            }
        }
        1..=21 => {
            let (whole, fraction) = digits.split_at(point as usize);
            out.append(whole);
            out.append_byte(b'.');
            out.append(fraction);
        }
        -5..=0 => {
            out.append(b"0.");
            write_zeros(-point, out);
            out.append(digits);
        }
        _ => write_exponential(digits, exponent, out),
    }
}

/// Appends a few zeros.
fn write_zeros(count: i32, out: &mut impl Output) {
    out.append_start(&[b'0'; 24], count as usize);
}

fn write_exponential(digits: &[u8], exponent: i32, out: &mut impl Output) {
    let (first, fraction) = digits.split_at(1);
    out.append(first);
    if !fraction.is_empty() {
        out.append_byte(b'.');
        out.append(fraction);
    }
    out.append(if exponent < 0 { b"e-" } else { b"e+" });
    super::write_decimal_uint(u64::from(exponent.unsigned_abs()), out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    #[test]
    fn short_decimals_are_those_of_the_general_code() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut written = 0;
        for round in 0..200_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let digits = (state >> (round % 40)) as i64 % 100_000_000_000_000;
            let divisor = [1e0, 1e1, 1e2, 1e3, 1e5, 1e6, 1e7][round % 7];
            let value = digits as f64 / divisor;
            let (mut short, mut general) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
            if write_short(value, &mut short) {
                written += 1;
                write_finite(zmij::Buffer::new().format_finite(value), &mut general);
                assert_eq!(short, general, "{value} {}", String::from_utf8_lossy(&short));
            }
        }
        assert!(written > 50_000, "{written}");
        let mut none = alloc::vec::Vec::new();
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e8, 1e-7, 0.123_456_7] {
            assert!(!write_short(value, &mut none) && none.is_empty(), "{value}");
        }
        for (value, expected) in [(0.0, "0.0"), (-0.0, "-0.0"), (-99_999_999.5, "-99999999.5"), (0.000_001, "0.000001")]
        {
            let mut out = alloc::vec::Vec::new();
            assert!(write_short(value, &mut out));
            assert_eq!(out, expected.as_bytes());
        }
    }
}
