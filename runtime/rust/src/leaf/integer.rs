use super::number::read_number;
use super::{Cursor, Output, plain_number};
use crate::ErrorCode;

/// Reads a number with an integral value in the range of `i64`, bare or as a whole string.
#[inline]
pub fn read_json_int(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    match plain_number::read_short_integer(cursor) {
        Some(value) => Ok(value as i64),
        None => read_any_int(cursor),
    }
}

#[inline(never)]
fn read_any_int(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    let start = cursor.pos;
    if let Some(plain) = plain_number::read_integer(cursor).and_then(|plain| in_i64(plain.negative, plain.digits)) {
        return Ok(plain);
    }
    cursor.pos = start;
    read_number(cursor, |token| in_i64(token.negative, token.magnitude()?), |_| None)
}

/// Reads a number with an integral value in the range of `u64`, bare or as a whole string.
#[inline]
pub fn read_json_uint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    match plain_number::read_short_integer(cursor) {
        Some(value) => Ok(value),
        None => read_any_uint(cursor),
    }
}

#[inline(never)]
fn read_any_uint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let start = cursor.pos;
    if let Some(plain) = plain_number::read_integer(cursor).and_then(|plain| in_u64(plain.negative, plain.digits)) {
        return Ok(plain);
    }
    cursor.pos = start;
    read_number(cursor, |token| in_u64(token.negative, token.magnitude()?), |_| None)
}

fn in_i64(negative: bool, magnitude: u64) -> Option<i64> {
    if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}

fn in_u64(negative: bool, magnitude: u64) -> Option<u64> {
    (!negative || magnitude == 0).then_some(magnitude)
}

/// Appends a decimal integer.
pub fn write_decimal_int(value: i64, out: &mut impl Output) {
    out.append(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends a decimal integer.
pub fn write_decimal_uint(value: u64, out: &mut impl Output) {
    out.append(itoa::Buffer::new().format(value).as_bytes());
}
