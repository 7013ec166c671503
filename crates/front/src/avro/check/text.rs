//! Values that defaults write as texts.

use crate::decimal::digits_of_bytes;
use polywire_model::attr::MOST_DECIMAL_DIGITS;
use polywire_model::decimal_text;

/// Returns the bytes that a text stands for: each character is the byte of the same number.
pub(in crate::avro) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

/// Returns the bytes of the text of a UUID (RFC 9562, section 4).
pub(in crate::avro) fn bytes_of_uuid(text: &str) -> Option<Vec<u8>> {
    let groups: Vec<&str> = text.split('-').collect();
    let is_uuid = groups.iter().map(|it| it.len()).eq([8, 4, 4, 4, 12]);
    let digits = groups.concat();
    if !is_uuid || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Returns the number of 64 bits that is written as big-endian two's complement.
pub(in crate::avro) fn digits_of(bytes: &[u8]) -> Option<i64> {
    let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1 };
    bytes.iter().try_fold(sign, |sum: i64, byte| i64::try_from(i128::from(sum) << 8 | i128::from(*byte)).ok())
}

/// Numbers with more zeros behind the point are written with an exponent, as by Java's `BigDecimal.toString`.
const MOST_ZEROS: usize = 5;

/// Returns the text of a decimal number with too many digits for 64 bits; none if it has more than `precision`.
pub(in crate::avro) fn long_decimal_of(bytes: &[u8], (precision, scale): (u32, u32)) -> Option<String> {
    let (is_negative, digits) = digits_of_bytes(bytes)?;
    (digits.len() <= precision as usize).then(|| decimal_text(is_negative, &digits, scale as usize))
}

/// Returns the text of a `big-decimal` (Avro 1.12 specification, "Decimal"): the bytes of its digits behind their number, and how many
/// digits are behind the point.
pub(in crate::avro) fn big_decimal_of(bytes: &[u8]) -> Option<String> {
    let (len, rest) = long_of(bytes)?;
    let (unscaled, rest) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    let (scale, rest) = long_of(rest)?;
    let (is_negative, digits) = digits_of_bytes(unscaled)?;
    if !rest.is_empty() || i32::try_from(scale).is_err() || digits.len() > MOST_DECIMAL_DIGITS as usize {
        return None;
    }
    Some(match usize::try_from(scale) {
        Ok(scale) if scale <= digits.len() + MOST_ZEROS => decimal_text(is_negative, &digits, scale),
        _ => {
            let behind = digits.len() - 1;
            format!("{}E{:+}", decimal_text(is_negative, &digits, behind), behind as i64 - scale)
        }
    })
}

/// Reads a zigzag varint.
fn long_of(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let len = bytes.iter().take(10).position(|it| it & 0x80 == 0)? + 1;
    let (varint, rest) = bytes.split_at(len);
    let number = varint.iter().rev().fold(0u64, |sum, byte| sum << 7 | u64::from(byte & 0x7f));
    Some(((number >> 1) as i64 ^ -((number & 1) as i64), rest))
}
