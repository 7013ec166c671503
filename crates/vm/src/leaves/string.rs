use super::utf8::{Cut, sequence_len};
use super::{Cursor, utf8_valid};
use polywire_ir::ErrorCode;
use std::borrow::Cow;
use wide::u8x16;

/// A string of RFC 8259 section 7 with its quotes: its characters as UTF-8, borrowed where nothing is escaped.
pub fn read_json_string<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, [u8]>, ErrorCode> {
    if let Some(plain) = read_plain_json_string(cursor) {
        return Ok(Cow::Borrowed(plain));
    }
    let mut text = Vec::new();
    read_other_json_string(cursor, &mut text).map(|()| Cow::Owned(text))
}

/// A string in which nothing is escaped and nothing wrong; else the cursor stays.
#[inline(always)]
pub fn read_plain_json_string<'a>(cursor: &mut Cursor<'a>) -> Option<&'a [u8]> {
    let rest = cursor.rest().strip_prefix(b"\"")?;
    let run = plain_run(rest);
    let text = &rest[..run.len];
    if rest.get(run.len) != Some(&b'"') || !(run.is_ascii || utf8_valid(text)) {
        return None;
    }
    cursor.pos += run.len + 2;
    Some(text)
}

/// A string of any kind; its characters become the content of `text`.
pub fn read_other_json_string(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    if cursor.take()? != b'"' {
        return Err(ErrorCode::WrongKind);
    }
    let start = cursor.pos;
    text.clear();
    if read_runs(cursor, text).is_some() {
        return Ok(());
    }
    cursor.pos = start;
    text.clear();
    read_careful(cursor, text)
}

/// The part before the first quote, backslash or control character, or all.
struct Run {
    len: usize,
    is_ascii: bool,
}

#[inline(always)]
fn plain_run(bytes: &[u8]) -> Run {
    let (mut len, mut is_ascii) = (0, true);
    while let Some(block) = bytes[len..].first_chunk::<BLOCK>() {
        let block = u8x16::new(*block);
        let (special, high) = (specials(block).to_bitmask(), block.to_bitmask());
        if special != 0 {
            let before = (special - 1) & !special;
            return Run { len: len + special.trailing_zeros() as usize, is_ascii: is_ascii && high & before == 0 };
        }
        is_ascii &= high == 0;
        len += BLOCK;
    }
    let rest = &bytes[len..];
    let last = rest.iter().position(|&byte| is_special(byte)).unwrap_or(rest.len());
    Run { len: len + last, is_ascii: is_ascii && rest[..last].is_ascii() }
}

/// Bytes that are looked at at once.
const BLOCK: usize = 16;

fn is_special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < 0x20)
}

/// The same of each byte.
#[inline(always)]
fn specials(block: u8x16) -> u8x16 {
    block.simd_eq(u8x16::splat(b'"')) | block.simd_eq(u8x16::splat(b'\\')) | block.simd_lt(u8x16::splat(0x20))
}

/// The rest of a string; `None` for any fault. What escapes stand for is well-formed and never continues a sequence, so that the
/// whole is well-formed just where its plain parts are.
fn read_runs(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Option<()> {
    let mut is_ascii = true;
    loop {
        let rest = cursor.rest();
        let run = plain_run(rest);
        is_ascii &= run.is_ascii;
        append(text, rest, run.len);
        cursor.pos += run.len;
        match cursor.take().ok()? {
            b'"' => return (is_ascii || utf8_valid(text)).then_some(()),
            b'\\' => read_escape(cursor, text).ok()?,
            _ => return None,
        }
    }
}

/// Appends the first bytes of some; a short run by blocks of known length, which need no call.
#[inline(always)]
fn append(text: &mut Vec<u8>, bytes: &[u8], len: usize) {
    const SHORT: usize = 4 * BLOCK;
    let blocks = len.next_multiple_of(BLOCK);
    if len > SHORT || blocks > bytes.len() {
        return text.extend_from_slice(&bytes[..len]);
    }
    let end = text.len() + len;
    text.reserve(SHORT);
    for block in bytes[..blocks].as_chunks::<BLOCK>().0 {
        text.extend_from_slice(block);
    }
    text.truncate(end);
}

/// The rest of a string, byte for byte: the first fault in it.
fn read_careful(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    loop {
        match cursor.peek().ok_or(ErrorCode::Truncated)? {
            b'"' => {
                cursor.pos += 1;
                return Ok(());
            }
            b'\\' => {
                cursor.pos += 1;
                read_escape(cursor, text)?;
            }
            0..0x20 => return Err(ErrorCode::Syntax),
            _ => read_character(cursor, text)?,
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
    loop {
        let plain = plain_run(rest).len;
        out.extend_from_slice(&rest[..plain]);
        let Some(&byte) = rest.get(plain) else { break };
        write_escape(byte, out);
        rest = &rest[plain + 1..];
    }
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

#[cfg(test)]
mod tests {
    use super::{Cursor, is_special, plain_run, read_careful, read_json_string};

    /// Bytes around a mark at each place of two blocks and more.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        let marks = [
            &b"\""[..],
            b"\\n",
            b"\\u00e9",
            b"\\ud834\\udd1e",
            b"\\x",
            b"\x1f",
            b"\x00",
            b"\x20",
            b"\x7f",
            b"\xc3",
            "é".as_bytes(),
        ];
        let fillers = [&b"a"[..], "é".as_bytes(), b"!", b"\x80"];
        let places = (0..40).flat_map(move |before| (0..10).map(move |after| (before, after)));
        places.flat_map(move |(before, after)| {
            let mixes = marks.into_iter().flat_map(move |mark| fillers.into_iter().map(move |filler| (mark, filler)));
            mixes.map(move |(mark, filler)| {
                [b"\"", &filler.repeat(before)[..], mark, &filler.repeat(after), b"\"."].concat()
            })
        })
    }

    #[test]
    fn words_and_bytes_find_the_same() {
        for text in texts() {
            let rest = &text[1..];
            let slow = rest.iter().position(|&byte| is_special(byte));
            let (run, len) = (plain_run(rest), slow.unwrap_or(rest.len()));
            assert_eq!((run.len, run.is_ascii), (len, rest[..len].is_ascii()), "{text:?}");
            let (mut fast, mut careful) = (Cursor::new(&text), Cursor { bytes: &text, pos: 1 });
            let read = read_json_string(&mut fast).map(|text| text.into_owned());
            let mut expected = Vec::new();
            let expected = read_careful(&mut careful, &mut expected).map(|()| expected);
            assert_eq!((&read, fast.pos), (&expected, careful.pos), "{text:?}");
        }
    }
}
