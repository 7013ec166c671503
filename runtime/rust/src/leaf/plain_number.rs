//! Fast paths for typical JSON numbers: digits, an optional sign and decimal point, no exponent. Everything else,
//! including errors, is left to the general code.

use super::Cursor;

/// A number without an exponent: `digits` divided by ten to the power of `decimals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    pub negative: bool,
    pub digits: u64,
    /// Digits after the decimal point.
    pub decimals: u32,
}

/// More may not fit into 64 bits.
const MOST_DIGITS: usize = 19;

/// Reads an integer of up to 19 digits, bare or as a whole string.
#[inline(always)]
pub fn read_integer(cursor: &mut Cursor<'_>) -> Option<Plain> {
    let rest = cursor.rest();
    let quoted = usize::from(rest.first() == Some(&b'"'));
    let (number, len) = integer(&rest[quoted..])?;
    let end = quoted + len;
    match rest.get(end) {
        Some(b'"') if quoted == 1 => cursor.pos += end + 1,
        Some(b'.' | b'e' | b'E') => return None,
        _ if quoted == 0 => cursor.pos += end,
        _ => return None,
    }
    Some(number)
}

/// Reads a bare number of up to 19 digits.
#[inline(always)]
pub fn read_decimal(cursor: &mut Cursor<'_>) -> Option<Plain> {
    let rest = cursor.rest();
    let (mut number, mut len) = integer(rest)?;
    if rest.get(len) == Some(&b'.') {
        let whole = len - usize::from(number.negative);
        let (digits, count) = scan_digits(&rest[len + 1..], number.digits);
        if count == 0 || whole + count > MOST_DIGITS {
            return None;
        }
        (number.digits, number.decimals) = (digits, count as u32);
        len += 1 + count;
    }
    if matches!(rest.get(len), Some(b'e' | b'E')) {
        return None;
    }
    cursor.pos += len;
    Some(number)
}

/// Reads a bare number with up to 7 digits before and after the point, if enough bytes follow it. Both operands of the
/// division are exact, so it rounds once.
#[inline(always)]
pub fn read_short_float(cursor: &mut Cursor<'_>) -> Option<f64> {
    let (value, len) = short_float(cursor.rest())?;
    cursor.pos += len;
    Some(value)
}

#[inline(always)]
fn short_float(bytes: &[u8]) -> Option<(f64, usize)> {
    const EXACT_POWERS: [f64; 8] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let block: &[u8; 24] = bytes.get(sign..)?.first_chunk()?;
    let (whole, whole_len) = short_integer(block)?;
    let (mut number, mut len, mut power) = (whole, whole_len, 1.0);
    if matches!(block[len..], [b'.', b'0', behind, ..] if !behind.is_ascii_digit()) {
        // Integers are often written so.
        len += 2;
    } else if block[len] == b'.' {
        let (fraction, count) = digits_of(block[len + 1..].first_chunk()?);
        if !(1..8).contains(&count) {
            return None;
        }
        number = number * POWERS_OF_TEN[count] + joined(fraction << (64 - 8 * count));
        power = EXACT_POWERS[count];
        len += 1 + count;
    }
    if block[len] | 0x20 == b'e' {
        return None;
    }
    let value = number as i64 as f64 / power;
    Some((if sign == 1 { -value } else { value }, sign + len))
}

/// Returns an integer of up to 7 digits, and its length.
#[inline(always)]
fn short_integer(block: &[u8; 24]) -> Option<(u64, usize)> {
    let (digits, len) = digits_of(block.first_chunk()?);
    let leading_zero = len > 1 && block[0] == b'0';
    if !(1..8).contains(&len) || leading_zero {
        return None;
    }
    Some((joined(digits << (64 - 8 * len)), len))
}

/// Reads a bare integer of up to 7 digits without a sign, if enough bytes follow it.
#[inline(always)]
pub fn read_short_integer(cursor: &mut Cursor<'_>) -> Option<u64> {
    let block = cursor.rest().first_chunk()?;
    let (number, len) = short_integer(block)?;
    if matches!(block[len], b'.' | b'e' | b'E') {
        return None;
    }
    cursor.pos += len;
    Some(number)
}

/// Returns the integer at the start of the bytes, and its length.
#[inline(always)]
fn integer(bytes: &[u8]) -> Option<(Plain, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let sign = usize::from(negative);
    let (digits, count) = scan_digits(&bytes[sign..], 0);
    let leading_zero = count > 1 && bytes[sign] == b'0';
    if count == 0 || count > MOST_DIGITS || leading_zero {
        return None;
    }
    Some((Plain { negative, digits, decimals: 0 }, sign + count))
}

/// Appends the digits at the start of the bytes to a number; returns it and the number of digits. With more than 19
/// digits in total, the number is wrong.
#[inline(always)]
fn scan_digits(bytes: &[u8], mut number: u64) -> (u64, usize) {
    let mut count = 0;
    while let Some(eight) = bytes.get(count..).and_then(|rest| rest.first_chunk()) {
        let (digits, len) = digits_of(eight);
        if len < 8 {
            // Replaces the following bytes by zeros, and moves the digits after them.
            let last = joined(digits << (56 - 8 * len) << 8);
            return (number.wrapping_mul(POWERS_OF_TEN[len]).wrapping_add(last), count + len);
        }
        number = number.wrapping_mul(100_000_000).wrapping_add(joined(digits));
        count += 8;
        if count > MOST_DIGITS {
            return (number, count);
        }
    }
    for byte in &bytes[count..] {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        count += 1;
    }
    (number, count)
}

const POWERS_OF_TEN: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Returns the value of eight bytes as digits, and the number of digits before the first other character.
#[inline(always)]
fn digits_of(bytes: &[u8; 8]) -> (u64, usize) {
    const ONES: u64 = u64::MAX / 255;
    let digits = u64::from_le_bytes(*bytes) ^ (ONES * u64::from(b'0'));
    // A byte above 9 carries into its high half when six is added, or has bits set there already; only the bytes after
    // such a byte are disturbed.
    let others = (digits | digits.wrapping_add(ONES * 6)) & (ONES * 0xf0);
    (digits, others.trailing_zeros() as usize / 8)
}

/// Returns the number with these eight digits.
#[inline(always)]
fn joined(digits: u64) -> u64 {
    // Combines neighbours: eight digits, four pairs, two quadruples.
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let quads = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (quads * 10_000 + (quads >> 32)) & 0xffff_ffff
}

impl Plain {
    /// Returns the number as a binary64 or, with 24 bits, as a binary32, both correctly rounded; `None` if that
    /// requires more precision than is available.
    #[inline(always)]
    pub fn nearest(self, mantissa_bits: u32) -> Option<f64> {
        let sign = if self.negative { -1.0 } else { 1.0 };
        if self.digits == 0 {
            return Some(0.0 * sign);
        }
        let &(reciprocal, scale) = RECIPROCALS.get(self.decimals as usize)?;
        let zeros = self.digits.leading_zeros();
        let normal = u128::from(self.digits << zeros);
        // The high 128 of 192 bits: exact, or one too large, because the reciprocal was rounded up by less than one and
        // the other factor is below 2^64.
        let (high, low) = (reciprocal >> 64, reciprocal & u128::from(u64::MAX));
        let product = normal * high + ((normal * low) >> 64);
        // The dropped bits end in the upper word, because there are slightly fewer than that at most.
        let (upper, lower) = ((product >> 64) as u64, product as u64);
        let dropped = u64::BITS - upper.leading_zeros() - mantissa_bits;
        let (kept, rest, half) = (upper >> dropped, upper & ((1 << dropped) - 1), 1u64 << (dropped - 1));
        let is_near_half = rest == half && lower <= 1 || rest == half - 1 && lower == u64::MAX;
        if is_near_half {
            return None;
        }
        let mantissa = kept + u64::from(rest >= half);
        let exponent = (dropped + u128::BITS) as i32 - (zeros + self.decimals) as i32 - scale;
        // Signed numbers are converted by a single instruction.
        Some(sign * mantissa as i64 as f64 * power_of_two(exponent))
    }
}

/// Returns a power of two that is a normal number.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// For `n` up to 19: the number `r` of 128 bits, and `s`, where `r` is 2^s / 5^n, rounded up.
static RECIPROCALS: [(u128, i32); MOST_DIGITS + 1] = {
    let mut table = [(1 << 127, 127); MOST_DIGITS + 1];
    let (mut index, mut divisor) = (1, 5u64);
    while index < table.len() {
        table[index] = reciprocal(divisor);
        divisor *= 5;
        index += 1;
    }
    table
};

/// Computes the reciprocal of an odd number above 1, by long division in base 2^64.
const fn reciprocal(divisor: u64) -> (u128, i32) {
    // 2^(127 + bits) / divisor is between 2^127 and 2^128.
    let bits = 64 - divisor.leading_zeros();
    let wide = divisor as u128;
    let first = 1u128 << (bits - 1);
    let (high, rest) = ((first << 64) / wide, (first << 64) % wide);
    let low = (rest << 64) / wide;
    // The remainder is not 0, because the divisor is odd.
    ((high << 64 | low) + 1, 127 + bits as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::ToString;

    fn decimal(text: &str) -> Option<Plain> {
        let mut cursor = Cursor::new(text.as_bytes());
        read_decimal(&mut cursor).filter(|_| cursor.pos == text.len())
    }

    #[test]
    fn short_numbers_are_those_of_the_general_code() {
        let mut found = 0;
        for text in
            ["0", "7", "-0", "-12.5", "1234567", "12345678", "0.1", "1.2345678", "01", "1.", "1e5", "1.5E3", "-", ".5"]
        {
            for end in [",", "}", "\"", "\u{0}"] {
                let padded = format!("{text}{end}{}", "9".repeat(24));
                let mut short = Cursor::new(padded.as_bytes());
                let value = read_short_float(&mut short);
                found += usize::from(value.is_some());
                assert!(value.is_none_or(
                    |value| short.pos == text.len() && text.parse().map(f64::to_bits) == Ok(value.to_bits())
                ));
                let mut short = Cursor::new(padded.as_bytes());
                let value = read_short_integer(&mut short);
                assert!(value.is_none_or(|value| short.pos == text.len() && text.parse() == Ok(value)));
            }
        }
        assert_eq!(found, 7 * 4);
    }

    #[test]
    fn digits_end_at_the_first_other_byte() {
        for len in 0..=20 {
            for byte in 0..=255u8 {
                let mut text = b"12345678901234567890"[..len].to_vec();
                text.extend([byte, b'7', b'7', b'7', b'7', b'7', b'7', b'7', b'7']);
                let expected = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
                let (number, count) = scan_digits(&text, 0);
                assert_eq!(count.min(MOST_DIGITS + 1), expected.min(MOST_DIGITS + 1), "{text:?}");
                if expected <= MOST_DIGITS {
                    let digits = core::str::from_utf8(&text[..expected]).expect("digits");
                    assert_eq!(number, digits.parse().unwrap_or(0), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn rejects_anything_but_plain_numbers() {
        for text in
            ["", "-", "01", "-01.5", "1.", ".5", "+1", "1e5", "1.5E2", "12345678901234567890", "1.0000000000000000000"]
        {
            assert_eq!(decimal(text), None, "{text}");
        }
        let text = "-120.0625";
        assert_eq!(decimal(text), Some(Plain { negative: true, digits: 1_200_625, decimals: 4 }));
    }

    /// The result equals that of the standard library, or is `None`.
    #[track_caller]
    fn check(text: &str) -> bool {
        let plain = decimal(text).unwrap_or_else(|| panic!("{text} is plain"));
        let wide = plain.nearest(f64::MANTISSA_DIGITS);
        let narrow = plain.nearest(f32::MANTISSA_DIGITS);
        assert!(wide.is_none_or(|value| value.to_bits() == text.parse::<f64>().expect("a number").to_bits()), "{text}");
        let expected = text.parse::<f32>().expect("a number").to_bits();
        assert!(narrow.is_none_or(|value| (value as f32).to_bits() == expected), "{text}: {narrow:?}");
        wide.is_some() && narrow.is_some()
    }

    #[test]
    fn rounds_correctly() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut rounded = 0;
        for _ in 0..200_000 {
            let digits = (next() >> (next() % 63)) % 10_000_000_000_000_000_000;
            let text = digits.to_string();
            let point = next() as usize % (text.len() + 1);
            let (whole, fraction) = text.split_at(point);
            let whole = if whole.is_empty() { "0" } else { whole };
            let zeros = "0".repeat(if whole == "0" { next() as usize % (MOST_DIGITS - text.len()).max(1) } else { 0 });
            let fraction = if fraction.is_empty() { "0" } else { fraction };
            let text = format!("{whole}.{zeros}{fraction}");
            if decimal(&text).is_some() {
                rounded += usize::from(check(&text));
            }
        }
        assert!(rounded > 150_000, "{rounded}");
    }

    /// Values halfway between two numbers of either width, and next to them.
    #[test]
    fn ties_are_left_or_right() {
        for text in [
            "9007199254740993",
            "9007199254740992.9",
            "9007199254740993.1",
            "9007199254740995",
            "16777217",
            "16777217.00001",
            "16777216.99999",
            "16777219",
            "0.5",
            "-0.0",
            "0",
            "0.1",
            "1.7976931348623157",
            "4503599627370496.5",
            "4503599627370497.5",
            "9999999999999999999",
            "0.000000000000000001",
            "2.220446049250313081",
        ] {
            check(text);
        }
    }
}
