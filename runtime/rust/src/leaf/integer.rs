use super::number::read_number;
use super::{Cursor, Output, plain_number};
use crate::ErrorCode;

/// Reads a number with an integral value in the range of `i64`, bare or as a whole string.
#[inline(always)]
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
#[inline(always)]
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
#[inline]
pub fn write_decimal_int(value: i64, out: &mut impl Output) {
    match u32::try_from(value) {
        Ok(short) if short < SHORT => write_short(short, out),
        _ => out.append(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// Appends a decimal integer.
#[inline]
pub fn write_decimal_uint(value: u64, out: &mut impl Output) {
    match u32::try_from(value) {
        Ok(short) if short < SHORT => write_short(short, out),
        _ => out.append(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// Numbers below this one have at most eight digits.
pub(super) const SHORT: u32 = 100_000_000;

/// Appends a number below [`SHORT`].
#[inline(always)]
pub(super) fn write_short(value: u32, out: &mut impl Output) {
    if value < 10 {
        return out.append_byte(b'0' + value as u8);
    }
    let digits = digits_of(value);
    // The last digit counts in any case.
    let leading = (digits | 1 << 56).trailing_zeros() & 56;
    out.append_start(&((digits | ZEROS) >> leading).to_le_bytes(), 8 - leading as usize / 8);
}

/// Eight digits 0 in ASCII.
pub(super) const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Returns the eight digits of a number below [`SHORT`], the first one in the lowest byte. The factors are reciprocals that are
/// exact for numbers of this size, of which the word has several.
#[inline(always)]
pub(super) fn digits_of(value: u32) -> u64 {
    let fours = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let firsts = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    firsts | (twos - firsts * 10) << 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::put_leaf;
    use std::string::ToString;
    use std::vec;

    #[test]
    fn integers_are_written_as_the_library_does() {
        let powers = (0..19).map(|power| 10i64.pow(power)).chain([i64::MAX]);
        for value in powers.flat_map(|it| [it - 1, it, it / 2, it / 3 * 2, -it]).chain([i64::MIN]) {
            let expected = value.to_string();
            for room in [expected.len(), 24] {
                let mut out = vec![b'?'; room];
                let end = put_leaf(&mut out, 0, |out| write_decimal_int(value, out));
                assert_eq!(out[..end], *expected.as_bytes());
            }
            let (mut out, expected) = (vec![b'?'; 24], (value as u64).to_string());
            let end = put_leaf(&mut out, 0, |out| write_decimal_uint(value as u64, out));
            assert_eq!(out[..end], *expected.as_bytes());
        }
    }
}
