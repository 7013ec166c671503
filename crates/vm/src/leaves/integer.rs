use super::Cursor;
use super::number::{Token, read_number};
use polywire_ir::ErrorCode;

/// A number with an integral value in the range of `i64`, bare or as the whole of a string.
pub fn read_json_int(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    read_number(cursor, signed, |_| None)
}

/// A number with an integral value in the range of `u64`, bare or as the whole of a string.
pub fn read_json_uint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    read_number(cursor, unsigned, |_| None)
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
