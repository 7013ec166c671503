use super::{Cursor, read_json_string};
use crate::ErrorCode;
use alloc::vec::Vec;

/// Skips a number of RFC 8259 section 6, checking only its syntax.
pub fn skip_json_number(cursor: &mut Cursor<'_>) -> Result<(), ErrorCode> {
    Token::read(cursor).map(|_| ())
}

/// Reads a number, bare or as a whole string: `parse` returns its value, `named` that of a string that is not a number.
pub(super) fn read_number<T>(
    cursor: &mut Cursor<'_>,
    parse: impl FnOnce(&Token<'_>) -> Option<T>,
    named: impl FnOnce(&[u8]) -> Option<T>,
) -> Result<T, ErrorCode> {
    if cursor.peek() != Some(b'"') {
        return parse(&Token::read(cursor)?).ok_or(ErrorCode::OutOfRange);
    }
    let text = read_json_string(cursor)?;
    if let Some(value) = named(&text) {
        return Ok(value);
    }
    let mut inside = Cursor::new(&text);
    match Token::read(&mut inside) {
        Ok(token) if inside.pos == text.len() => parse(&token).ok_or(ErrorCode::OutOfRange),
        Ok(_) | Err(_) => Err(ErrorCode::WrongKind),
    }
}

/// The parts of a number's text.
pub(super) struct Token<'a> {
    pub negative: bool,
    /// Digits before the decimal point, without the sign.
    pub whole: &'a [u8],
    /// Digits after the decimal point.
    pub fraction: &'a [u8],
    /// The exponent, clamped to ±10^17 (beyond which its exact value does not matter).
    pub exponent: i64,
    /// The whole text.
    pub text: &'a [u8],
}

impl<'a> Token<'a> {
    /// Reads the bare number at the cursor.
    pub fn read(cursor: &mut Cursor<'a>) -> Result<Self, ErrorCode> {
        let start = cursor.pos;
        if !matches!(cursor.peek().ok_or(ErrorCode::Truncated)?, b'-' | b'0'..=b'9') {
            return Err(ErrorCode::WrongKind);
        }
        let negative = cursor.peek() == Some(b'-');
        cursor.pos += usize::from(negative);
        let whole = read_digits(cursor)?;
        if whole.len() > 1 && whole[0] == b'0' {
            return Err(ErrorCode::Syntax);
        }
        let mut fraction: &[u8] = &[];
        if cursor.peek() == Some(b'.') {
            cursor.pos += 1;
            fraction = read_digits(cursor)?;
        }
        let exponent = read_exponent(cursor)?;
        Ok(Self { negative, whole, fraction, exponent, text: &cursor.bytes[start..cursor.pos] })
    }

    /// Returns the magnitude, if it is an integer below 2^64.
    pub fn magnitude(&self) -> Option<u64> {
        let digits: Vec<u8> = [self.whole, self.fraction].concat();
        let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
        let last = digits.iter().rposition(|&digit| digit != b'0').map_or(first, |last| last + 1);
        let significant = &digits[first..last];
        // The value is `significant` times ten to this power.
        let power = self.exponent - self.fraction.len() as i64 + (digits.len() - last) as i64;
        if significant.is_empty() {
            return Some(0);
        }
        if power < 0 || significant.len() as i64 + power > 20 {
            return None;
        }
        let value = significant.iter().fold(0u128, |value, digit| value * 10 + u128::from(digit - b'0'));
        u64::try_from(value * 10u128.pow(power as u32)).ok()
    }
}

/// Reads one or more digits.
fn read_digits<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [u8], ErrorCode> {
    let rest = cursor.rest();
    let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    cursor.pos += len;
    match (len, rest.len()) {
        (0, 0) => Err(ErrorCode::Truncated),
        (0, _) => Err(ErrorCode::Syntax),
        _ => Ok(&rest[..len]),
    }
}

fn read_exponent(cursor: &mut Cursor<'_>) -> Result<i64, ErrorCode> {
    if !matches!(cursor.peek(), Some(b'e' | b'E')) {
        return Ok(0);
    }
    cursor.pos += 1;
    let negative = cursor.peek() == Some(b'-');
    if matches!(cursor.peek(), Some(b'-' | b'+')) {
        cursor.pos += 1;
    }
    const ENOUGH: i64 = 100_000_000_000_000_000;
    let digits = read_digits(cursor)?;
    let size = digits.iter().fold(0, |size: i64, digit| (size * 10 + i64::from(digit - b'0')).min(ENOUGH));
    Ok(if negative { -size } else { size })
}
