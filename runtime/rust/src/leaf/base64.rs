use super::{Cursor, Output, read_json_string};
use crate::ErrorCode;
use alloc::vec::Vec;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Reads a string with base64 of RFC 4648 section 4 or 5, with or without padding. Unused bits of the last character
/// are ignored, as section 3.5 allows.
pub fn read_json_base64(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, ErrorCode> {
    let text = read_json_string(cursor)?;
    let digits = without_padding(&text);
    if digits.len() % 4 == 1 {
        return Err(ErrorCode::Syntax);
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0u32;
        for &digit in group {
            bits = bits << 6 | sextet(digit).ok_or(ErrorCode::Syntax)?;
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Ok(bytes)
}

/// Removes padding that completes the last group of four; other `=` remain and are invalid digits.
fn without_padding(text: &[u8]) -> &[u8] {
    match text {
        _ if text.len() % 4 != 0 => text,
        [digits @ .., b'=', b'='] | [digits @ .., b'='] => digits,
        _ => text,
    }
}

fn sextet(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Appends a quoted string with base64 of RFC 4648 section 4, with padding.
pub fn write_json_base64(bytes: &[u8], out: &mut impl Output) {
    out.append_byte(b'"');
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |shift: u32| ALPHABET[(bits >> shift & 63) as usize];
        let mut digits = [digit(18), digit(12), digit(6), digit(0)];
        digits[group.len() + 1..].fill(b'=');
        out.append(&digits);
    }
    out.append_byte(b'"');
}
