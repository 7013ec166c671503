use super::Cursor;
use super::number::Token;
use polywire_ir::ErrorCode;

/// A number with an integral value in the range of `i64`, bare or as the whole of a string.
pub fn read_json_int(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    let token = Token::read_quoted(cursor)?;
    let magnitude = token.magnitude().ok_or(ErrorCode::OutOfRange)?;
    if token.negative {
        0i64.checked_sub_unsigned(magnitude).ok_or(ErrorCode::OutOfRange)
    } else {
        i64::try_from(magnitude).map_err(|_| ErrorCode::OutOfRange)
    }
}

/// A number with an integral value in the range of `u64`, bare or as the whole of a string.
pub fn read_json_uint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let token = Token::read_quoted(cursor)?;
    match token.magnitude() {
        Some(magnitude) if !token.negative || magnitude == 0 => Ok(magnitude),
        _ => Err(ErrorCode::OutOfRange),
    }
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
