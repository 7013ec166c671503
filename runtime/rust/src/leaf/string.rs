use super::utf8::{Cut, sequence_len};
use super::{Cursor, Output, utf8_valid};
use crate::ErrorCode;
use crate::twins::{high_bytes, special_bytes};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Reads a string of RFC 8259 section 7 with its quotes; returns its characters as UTF-8, borrowed if nothing is
/// escaped.
#[inline]
pub fn read_json_string<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, [u8]>, ErrorCode> {
    match read_plain_json_string(cursor) {
        Some(plain) => Ok(Cow::Borrowed(plain)),
        None => read_copied(cursor),
    }
}

#[inline(never)]
fn read_copied<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, [u8]>, ErrorCode> {
    let mut text = Scratch::default();
    read_other_json_string(cursor, &mut text).map(|()| Cow::Owned(text.bytes().to_vec()))
}

/// Reads a valid string without escapes; otherwise the cursor does not move.
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

/// Reads any string; its characters become the contents of `text`.
pub fn read_other_json_string(cursor: &mut Cursor<'_>, text: &mut Scratch) -> Result<(), ErrorCode> {
    if cursor.take()? != b'"' {
        return Err(ErrorCode::WrongKind);
    }
    match read_runs(cursor, text) {
        Some(after) => {
            cursor.pos = after;
            Ok(())
        }
        None => {
            let mut careful = Vec::new();
            read_careful(cursor, &mut careful)?;
            // The fast reader accepts no more than the careful one.
            Err(ErrorCode::Internal)
        }
    }
}

/// A byte buffer that is reused and never cleared.
#[derive(Debug, Default)]
pub struct Scratch {
    bytes: Vec<u8>,
    len: usize,
}

impl Scratch {
    /// Returns the bytes stored last.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Reserves memory for `N` bytes at a position and a few more.
    #[inline(always)]
    fn reserve<const N: usize>(&mut self, at: usize) -> Option<&mut [u8; N]> {
        if self.bytes.len() < at + N {
            self.grow(at + N);
        }
        self.bytes.get_mut(at..)?.first_chunk_mut()
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize(least.max(2 * self.bytes.len()).max(256), 0);
    }
}

/// The part before the first quote, backslash or control character, or all of it.
struct Run {
    len: usize,
    is_ascii: bool,
}

#[inline(always)]
fn plain_run(bytes: &[u8]) -> Run {
    let (mut len, mut is_ascii) = (0, true);
    while let Some(block) = bytes[len..].first_chunk::<BLOCK>() {
        let (special, high) = (special_bytes(block), high_bytes(block));
        if special != 0 {
            let before = (special - 1) & !special;
            return Run { len: len + special.trailing_zeros() as usize, is_ascii: is_ascii && high & before == 0 };
        }
        is_ascii &= high == 0;
        len += BLOCK;
    }
    // After the rest, the block is padded with zeros, which are special characters.
    let block = &last_block(&bytes[len..]);
    let (special, high) = (special_bytes(block), high_bytes(block));
    let before = special.wrapping_sub(1) & !special;
    Run { len: len + special.trailing_zeros() as usize, is_ascii: is_ascii && high & before == 0 }
}

/// Bytes examined at once.
const BLOCK: usize = 16;

/// Reads the rest of a string; returns its end, or `None` on any fault. Escapes produce well-formed text and never
/// continue a sequence, so the whole is well-formed if and only if its plain parts are.
fn read_runs(cursor: &Cursor<'_>, text: &mut Scratch) -> Option<usize> {
    let bytes = cursor.bytes;
    let (mut pos, mut len, mut high) = (cursor.pos, 0, 0);
    loop {
        let Some(block) = bytes.get(pos..)?.first_chunk::<BLOCK>() else {
            return read_last_runs(bytes, pos, text, len);
        };
        *text.reserve(len)? = *block;
        let special = special_bytes(block);
        if special == 0 {
            high |= high_bytes(block);
            pos += BLOCK;
            len += BLOCK;
            continue;
        }
        high |= high_bytes(block) & (special - 1) & !special;
        let plain = special.trailing_zeros() as usize;
        pos += plain;
        len += plain;
        match bytes[pos] {
            b'"' => {
                text.len = len;
                return (high == 0 || utf8_valid(text.bytes())).then_some(pos + 1);
            }
            b'\\' => (pos, len) = unescape(bytes, pos + 1, text, len)?,
            _ => return None,
        }
    }
}

/// The same near the end of the input.
#[cold]
fn read_last_runs(bytes: &[u8], mut pos: usize, text: &mut Scratch, mut len: usize) -> Option<usize> {
    loop {
        match *bytes.get(pos)? {
            b'"' => {
                text.len = len;
                return utf8_valid(text.bytes()).then_some(pos + 1);
            }
            b'\\' => (pos, len) = unescape(bytes, pos + 1, text, len)?,
            0..0x20 => return None,
            byte => {
                *text.reserve(len)? = [byte];
                pos += 1;
                len += 1;
            }
        }
    }
}

/// Reads an escape after its backslash, and stores its character in the text; returns the positions after both.
#[inline(always)]
fn unescape(bytes: &[u8], pos: usize, text: &mut Scratch, len: usize) -> Option<(usize, usize)> {
    match LETTER_ESCAPES[usize::from(*bytes.get(pos)?)] {
        0 => unescape_unit(bytes, pos, text, len),
        character => {
            *text.reserve(len)? = [character];
            Some((pos + 1, len + 1))
        }
    }
}

/// The characters of single-letter escapes; 0 for others.
static LETTER_ESCAPES: [u8; 256] = {
    let mut characters = [0; 256];
    let (letters, meant) = (b"\"\\/bfnrt", b"\"\\/\x08\x0c\n\r\t");
    let mut index = 0;
    while index < letters.len() {
        characters[letters[index] as usize] = meant[index];
        index += 1;
    }
    characters
};

#[inline(never)]
fn unescape_unit(bytes: &[u8], pos: usize, text: &mut Scratch, len: usize) -> Option<(usize, usize)> {
    let mut cursor = Cursor { bytes, pos };
    cursor.expect(b"u", ErrorCode::BadEscape).ok()?;
    let character = read_unit(&mut cursor).ok()?;
    let encoded = character.encode_utf8(text.reserve::<4>(len)?).len();
    Some((cursor.pos, len + encoded))
}

/// Reads the rest of a string byte by byte, to find the first fault in it.
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

/// Reads an escape after its backslash.
fn read_escape(cursor: &mut Cursor<'_>, text: &mut Vec<u8>) -> Result<(), ErrorCode> {
    match cursor.take()? {
        b'u' => {
            let character = read_unit(cursor)?;
            text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        letter => match LETTER_ESCAPES[usize::from(letter)] {
            0 => return Err(ErrorCode::BadEscape),
            character => text.push(character),
        },
    }
    Ok(())
}

/// Reads an escape after `\u`: one UTF-16 unit, or two if the first is a high surrogate.
fn read_unit(cursor: &mut Cursor<'_>) -> Result<char, ErrorCode> {
    let mut code = read_hex4(cursor)?;
    if (0xd800..0xdc00).contains(&code) {
        cursor.expect(b"\\u", ErrorCode::BadEscape)?;
        let low = read_hex4(cursor)?;
        if !(0xdc00..0xe000).contains(&low) {
            return Err(ErrorCode::BadEscape);
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    char::from_u32(code).ok_or(ErrorCode::BadEscape)
}

fn read_hex4(cursor: &mut Cursor<'_>) -> Result<u32, ErrorCode> {
    let mut code = 0;
    for _ in 0..4 {
        let digit = char::from(cursor.take()?).to_digit(16).ok_or(ErrorCode::BadEscape)?;
        code = code << 4 | digit;
    }
    Ok(code)
}

/// Appends a quoted string.
#[inline]
pub fn write_json_string(text: &[u8], out: &mut impl Output) {
    if text.len() <= SHORT && out.append_with(|room| quote_short(text, room)) {
        return;
    }
    write_any_json_string(text, out);
}

#[inline(never)]
fn write_any_json_string(text: &[u8], out: &mut impl Output) {
    if text.len() <= SHORT && write_short_json_string(text, out) {
        return;
    }
    out.expect(text.len() + 2);
    out.append_byte(b'"');
    let mut rest = text;
    loop {
        let (plain, behind) = rest.split_at(plain_run(rest).len);
        out.append(plain);
        let Some((&byte, behind)) = behind.split_first() else { break };
        write_escape(byte, out);
        rest = behind;
    }
    out.append_byte(b'"');
}

/// Maximum length of a text that is written at once.
const SHORT: usize = 2 * BLOCK;

/// Writes a short text without escapes in quotes, and returns the length; nothing for other texts. Words go from the text to
/// their place without a copy between, from which loads would wait for stores.
#[inline(always)]
fn quote_short(text: &[u8], room: &mut [u8; SHORT + 2]) -> Option<usize> {
    let end = text.len() + 1;
    if let (Some(first), Some(last)) = (text.first_chunk::<BLOCK>(), text.last_chunk::<BLOCK>()) {
        if special_bytes(first) | special_bytes(last) != 0 {
            return None;
        }
        room[1..][..BLOCK].copy_from_slice(first);
        room[end - BLOCK..][..BLOCK].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        let words = u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << 64;
        if special_bytes(&words.to_le_bytes()) != 0 {
            return None;
        }
        room[1..9].copy_from_slice(first);
        room[end - 8..][..8].copy_from_slice(last);
    } else {
        let block = last_block(text);
        if special_bytes(&block).trailing_zeros() as usize != text.len() {
            return None;
        }
        room[1..][..BLOCK].copy_from_slice(&block);
    }
    (room[0], room[end]) = (b'"', b'"');
    Some(end + 1)
}

/// Appends a short text without escapes in quotes; returns false for other texts.
#[inline(always)]
fn write_short_json_string(text: &[u8], out: &mut impl Output) -> bool {
    let len = text.len();
    let mut framed = [b'"'; SHORT + 2];
    let is_plain = match (text.first_chunk::<BLOCK>(), text.last_chunk::<BLOCK>()) {
        (Some(first), Some(last)) => {
            framed[1..][..BLOCK].copy_from_slice(first);
            framed[len + 1 - BLOCK..][..BLOCK].copy_from_slice(last);
            special_bytes(first) | special_bytes(last) == 0
        }
        _ => {
            let block = last_block(text);
            framed[1..][..BLOCK].copy_from_slice(&block);
            special_bytes(&block).trailing_zeros() as usize == len
        }
    };
    if is_plain {
        framed[len + 1] = b'"';
        out.append_start(&framed, len + 2);
    }
    is_plain
}

/// Returns the bytes, which are fewer than a block, padded with zeros.
#[inline(always)]
fn last_block(bytes: &[u8]) -> [u8; BLOCK] {
    let len = bytes.len();
    // Two overlapping words cover any length between one word and two.
    let word = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u128::from(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4)))
    } else {
        bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte))
    };
    word.to_le_bytes()
}

fn write_escape(byte: u8, out: &mut impl Output) {
    let short = match byte {
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        b'"' | b'\\' => byte,
        _ => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.append(b"\\u00");
            out.append(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            return;
        }
    };
    out.append(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::{Cursor, plain_run, read_careful, read_json_string, write_escape, write_json_string};
    use crate::write::put_leaf;
    use std::prelude::v1::*;
    use std::vec;

    /// Returns texts with a special byte at each position of two blocks and more.
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
    fn words_and_bytes_agree() {
        for text in texts() {
            let rest = &text[1..];
            let slow = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
            let (run, len) = (plain_run(rest), slow.unwrap_or(rest.len()));
            assert_eq!((run.len, run.is_ascii), (len, rest[..len].is_ascii()), "{text:?}");
            let (mut fast, mut careful) = (Cursor::new(&text), Cursor { bytes: &text, pos: 1 });
            let read = read_json_string(&mut fast).map(|text| text.into_owned());
            let mut expected = Vec::new();
            let expected = read_careful(&mut careful, &mut expected).map(|()| expected);
            assert_eq!((&read, fast.pos), (&expected, careful.pos), "{text:?}");
        }
    }

    #[test]
    fn texts_are_escaped_byte_for_byte() {
        for text in texts() {
            let (mut written, mut expected) = (b"before".to_vec(), b"before\"".to_vec());
            write_json_string(&text, &mut written);
            for &byte in &text {
                match byte {
                    b'"' | b'\\' | 0..0x20 => write_escape(byte, &mut expected),
                    _ => expected.push(byte),
                }
            }
            expected.push(b'"');
            assert_eq!(written, expected, "{text:?}");
            for room in [expected.len(), expected.len() + 40] {
                let mut out = vec![b'?'; room];
                let end = put_leaf(&mut out, 0, |out| write_json_string(&text, out));
                assert_eq!(out[..end], expected[6..], "{text:?}");
            }
            let inner: Vec<u8> = text.iter().copied().filter(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)).collect();
            let mut written = Vec::new();
            write_json_string(&inner, &mut written);
            assert_eq!(written, [b"\"", &inner[..], b"\""].concat(), "{inner:?}");
            let mut out = vec![b'?'; inner.len() + 40];
            let end = put_leaf(&mut out, 1, |out| write_json_string(&inner, out));
            assert_eq!(out[1..end], written, "{inner:?}");
        }
    }
}
