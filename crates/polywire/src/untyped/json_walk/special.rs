//! Objects of one member that stand for a value that JSON does not have.

use crate::untyped::timestamp::{self, Timestamp};
use polywire_ir::ErrorCode;
use polywire_vm::leaves::{Cursor, read_json_base64, read_json_int, read_json_string, skip_json_space};

/// The meaning of an object such as `{"$bin": …}`.
pub(in crate::untyped) enum Special {
    Bin(Vec<u8>),
    Str(Vec<u8>),
    Ext(i8, Vec<u8>),
    Float(f64),
}

/// The value that the member of this name has, if it is one of those.
pub(super) fn special(name: &[u8], cursor: &mut Cursor<'_>) -> Option<Special> {
    Some(match name {
        b"$bin" => Special::Bin(read_json_base64(cursor).ok()?),
        b"$str" => Special::Str(read_json_base64(cursor).ok()?),
        b"$float" => Special::Float(match &*read_json_string(cursor).ok()? {
            b"NaN" => f64::NAN,
            b"Infinity" => f64::INFINITY,
            b"-Infinity" => f64::NEG_INFINITY,
            _ => return None,
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
