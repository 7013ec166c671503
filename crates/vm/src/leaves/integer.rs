use super::Cursor;
use super::number::{Token, read_number};
use polywire_ir::ErrorCode;

/// A number with an integral value in the range of `i64`, bare or as the whole of a string.
pub fn read_json_int(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    if let Some(plain) = read_plain(cursor) {
        return Ok(plain as i64);
    }
    read_number(cursor, signed, |_| None)
}

/// A number with an integral value in the range of `u64`, bare or as the whole of a string.
pub fn read_json_uint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    if let Some(plain) = read_plain(cursor) {
        return Ok(plain);
    }
    read_number(cursor, unsigned, |_| None)
}

/// A bare number of digits alone that is sure to fit, as most are; anything else is left to the general way.
fn read_plain(cursor: &mut Cursor<'_>) -> Option<u64> {
    const SURE_TO_FIT: usize = 18;
    let rest = cursor.rest();
    let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let leading_zero = len > 1 && rest[0] == b'0';
    if len == 0 || len > SURE_TO_FIT || leading_zero || matches!(rest.get(len), Some(b'.' | b'e' | b'E')) {
        return None;
    }
    cursor.pos += len;
    Some(rest[..len].iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
}

fn signed(token: &Token<'_>) -> Option<i64> {
    let magnitude = token.magnitude()?;
    if token.negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}

fn unsigned(token: &Token<'_>) -> Option<u64> {
    token.magnitude().filter(|&magnitude| !token.negative || magnitude == 0)
}

/// Appends a decimal integer.
pub fn write_decimal_int(value: i64, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    write_decimal_uint(value.unsigned_abs(), out);
}

/// Appends a decimal integer.
pub fn write_decimal_uint(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}
