//! Leaves: text and arithmetic below the level of the codec IR's ops. `docs/ir.md` of Polywire defines them, and
//! `tests/leaves` has vectors that every engine runs.
//!
//! Reading leaves take a [`Cursor`] that ends at the window's end and report the first fault in byte order; a token cut
//! off by the window's end is `truncated`. Writing leaves append to an [`Output`].

mod base64;
mod c_string;
mod cursor;
mod float;
mod general;
mod integer;
mod number;
mod output;
mod plain_number;
mod string;
mod utf8;
mod varint;

pub use base64::{read_json_base64, write_json_base64};
pub use c_string::{write_c_string, write_spaces};
pub use cursor::Cursor;
pub use float::{decimal_float32, decimal_float64};
pub use float::{read_json_float32, read_json_float64, write_json_float32, write_json_float64};
pub use general::{write_general_float32, write_general_float64};
pub use integer::{read_json_int, read_json_uint, write_decimal_int, write_decimal_uint};
pub use number::skip_json_number;
pub use output::Output;
pub use string::{Scratch, read_json_string, read_other_json_string, read_plain_json_string, write_json_string};
pub use utf8::{is_ascii, until_nul, utf8_valid};
pub(crate) use varint::{LONGEST, SHORT};
pub use varint::{read_short_varint, read_varint, varint_size, write_varint};

use crate::ErrorCode;

/// Skips white space of RFC 8259 section 2.
#[inline]
pub fn skip_json_space(cursor: &mut Cursor<'_>) {
    while matches!(cursor.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        cursor.pos += 1;
    }
}

/// Reads `true` or `false`.
#[inline]
pub fn read_json_bool(cursor: &mut Cursor<'_>) -> Result<bool, ErrorCode> {
    match cursor.peek() {
        Some(b't') => cursor.expect(b"true", ErrorCode::WrongKind).map(|()| true),
        Some(b'f') => cursor.expect(b"false", ErrorCode::WrongKind).map(|()| false),
        Some(_) => Err(ErrorCode::WrongKind),
        None => Err(ErrorCode::Truncated),
    }
}
