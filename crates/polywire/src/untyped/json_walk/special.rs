//! Objects of one member that stand for a value that JSON does not have.

use crate::untyped::timestamp::{self, Timestamp};
use polywire_ir::ErrorCode;
use polywire_vm::leaves::{
    Cursor, read_json_base64, read_json_int, read_json_string, skip_json_number, skip_json_space,
};

/// The meaning of an object such as `{"$bin": …}`.
pub(in crate::untyped) enum Special {
    Bin(Vec<u8>),
    Str(Vec<u8>),
    Ext(i8, Vec<u8>),
    /// The bits of a float of 32 bits.
    Float32(u32),
    /// The bits of a float of 64 bits.
    Float64(u64),
}

/// The value that the member of this name has, if it is one of those.
pub(super) fn special(name: &[u8], cursor: &mut Cursor<'_>) -> Option<Special> {
    Some(match name {
        b"$bin" => Special::Bin(read_json_base64(cursor).ok()?),
        b"$str" => Special::Str(read_json_base64(cursor).ok()?),
        b"$float" => Special::Float64(match &*read_json_string(cursor).ok()? {
            b"NaN" => f64::NAN.to_bits(),
            b"Infinity" => f64::INFINITY.to_bits(),
            b"-Infinity" => f64::NEG_INFINITY.to_bits(),
            bits => hexadecimal(bits, 16).filter(|bits| f64::from_bits(*bits).is_nan())?,
        }),
        b"$float32" if cursor.peek() != Some(b'"') => Special::Float32(number(cursor)?.to_bits()),
        b"$float32" => Special::Float32(match &*read_json_string(cursor).ok()? {
            b"NaN" => f32::NAN.to_bits(),
            b"Infinity" => f32::INFINITY.to_bits(),
            b"-Infinity" => f32::NEG_INFINITY.to_bits(),
            bits => hexadecimal(bits, 8).map(|bits| bits as u32).filter(|bits| f32::from_bits(*bits).is_nan())?,
        }),
        b"$timestamp" => {
            let text = read_json_string(cursor).ok()?;
            Special::Ext(timestamp::TYPE, Timestamp::parse(std::str::from_utf8(&text).ok()?)?.data())
        }
        b"$ext" => {
            cursor.expect(b"[", ErrorCode::Syntax).ok()?;
            skip_json_space(cursor);
            let ty = i8::try_from(read_json_int(cursor).ok()?).ok()?;
            skip_json_space(cursor);
            cursor.expect(b",", ErrorCode::Syntax).ok()?;
            skip_json_space(cursor);
            let data = read_json_base64(cursor).ok()?;
            skip_json_space(cursor);
            cursor.expect(b"]", ErrorCode::Syntax).ok()?;
            Special::Ext(ty, data)
        }
        _ => return None,
    })
}

/// Reads a number as a finite float of 32 bits.
fn number(cursor: &mut Cursor<'_>) -> Option<f32> {
    let start = cursor.pos;
    skip_json_number(cursor).ok()?;
    let text = std::str::from_utf8(&cursor.bytes[start..cursor.pos]).ok()?;
    text.parse().ok().filter(|float: &f32| float.is_finite())
}

/// Parses `0x` and exactly this many digits.
fn hexadecimal(text: &[u8], digits: usize) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?.strip_prefix("0x")?;
    if text.len() != digits || text.starts_with('+') {
        return None;
    }
    u64::from_str_radix(text, 16).ok()
}
