use super::utf8::{Cut, sequence_len};
use super::{Cursor, utf8_valid};
use polywire_ir::ErrorCode;
use std::borrow::Cow;

/// A string of RFC 8259 section 7 with its quotes: its characters as UTF-8, borrowed where nothing is escaped.
pub fn read_json_string<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, [u8]>, ErrorCode> {
    if cursor.take()? != b'"' {
        return Err(ErrorCode::WrongKind);
    }
    let rest = cursor.rest();
    let plain = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20).unwrap_or(rest.len());
    if rest.get(plain) == Some(&b'"') && utf8_valid(&rest[..plain]) {
        cursor.pos += plain + 1;
        return Ok(Cow::Borrowed(&rest[..plain]));
    }
    read_careful(cursor).map(Cow::Owned)
}

/// The rest of a string with escapes, or the first fault in it.
fn read_careful(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, ErrorCode> {
    let mut text = Vec::new();
    loop {
        match cursor.peek().ok_or(ErrorCode::Truncated)? {
            b'"' => {
                cursor.pos += 1;
                return Ok(text);
            }
            b'\\' => {
                cursor.pos += 1;
                read_escape(cursor, &mut text)?;
            }
            0..0x20 => return Err(ErrorCode::Syntax),
            _ => read_character(cursor, &mut text)?,
        }
    }
}

fn read_character(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    let rest = cursor.rest();
    let len = sequence_len(rest).map_err(|cut| match cut {
        Cut::ByEnd => ErrorCode::Truncated,
        Cut::IllFormed => ErrorCode::InvalidUtf8,
    })?;
    text.extend_from_slice(&rest[..len]);
    cursor.pos += len;
    Ok(())
}

/// What follows a backslash.
fn read_escape(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    let byte = match cursor.take()? {
        byte @ (b'"' | b'\\' | b'/') => byte,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => return read_unicode_escape(cursor, text),
        _ => return Err(ErrorCode::BadEscape),
    };
    text.push(byte);
    Ok(())
}

/// What follows `\u`: one unit of UTF-16, or two where the first is a high surrogate.
fn read_unicode_escape(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    let mut code = read_hex4(cursor)?;
    if (0xd800..0xdc00).contains(&code) {
        cursor.expect(b"\\u", ErrorCode::BadEscape)?;
        let low = read_hex4(cursor)?;
        if !(0xdc00..0xe000).contains(&low) {
            return Err(ErrorCode::BadEscape);
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    let character = char::from_u32(code).ok_or(ErrorCode::BadEscape)?;
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(())
}

fn read_hex4(cursor: &mut Cursor<'_>) -> Result<u32, ErrorCode> {
    let mut code = 0;
    for _ in 0..4 {
        let digit = char::from(cursor.take()?).to_digit(16).ok_or(ErrorCode::BadEscape)?;
        code = code << 4 | digit;
    }
    Ok(code)
}

/// Appends a string with its quotes.
pub fn write_json_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text;
    while let Some(plain) = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20) {
        out.extend_from_slice(&rest[..plain]);
        write_escape(rest[plain], out);
        rest = &rest[plain + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn write_escape(byte: u8, out: &mut Vec<u8>) {
    let short = match byte {
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        b'"' | b'\\' => byte,
        _ => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}
