//! The input of decoders: a slice that gets shorter from its start.

use crate::leaf::{Cursor, read_short_varint, read_varint};
pub use crate::twins::text_of;

/// Reads a base-128 varint. If there is none, the input does not move.
#[inline(always)]
pub fn varint(input: &mut &[u8]) -> Option<u64> {
    let (value, rest) = match *input {
        [byte, rest @ ..] if *byte < 0x80 => (u64::from(*byte), rest),
        _ => long_varint(input)?,
    };
    *input = rest;
    Some(value)
}

/// Takes and returns the input by value, so that it stays in registers where it is not inlined.
#[inline(never)]
fn long_varint(input: &[u8]) -> Option<(u64, &[u8])> {
    let mut cursor = Cursor::new(input);
    let value = read_varint(&mut cursor).ok()?;
    Some((value, cursor.rest()))
}

/// Reads a varint of at most five bytes. If there is none, the input does not move.
#[inline(always)]
pub fn short_varint(input: &mut &[u8]) -> Option<u64> {
    let (value, rest) = match *input {
        [byte, rest @ ..] if *byte < 0x80 => (u64::from(*byte), rest),
        _ => longer_short_varint(input)?,
    };
    *input = rest;
    Some(value)
}

#[inline(never)]
fn longer_short_varint(input: &[u8]) -> Option<(u64, &[u8])> {
    let mut cursor = Cursor::new(input);
    let value = read_short_varint(&mut cursor).ok()?;
    Some((value, cursor.rest()))
}

/// Skips a label if the input starts with it.
#[inline(always)]
pub fn skip<const N: usize>(input: &mut &[u8], label: &[u8; N]) -> bool {
    match input.split_first_chunk::<N>() {
        Some((first, rest)) if first == label => {
            *input = rest;
            true
        }
        _ => false,
    }
}

/// Takes a constant number of bytes; none if there are fewer.
#[inline(always)]
pub fn take<'i, const N: usize>(input: &mut &'i [u8]) -> Option<&'i [u8; N]> {
    let (first, rest) = input.split_first_chunk::<N>()?;
    *input = rest;
    Some(first)
}

/// Takes a window of this many bytes; none if there are fewer.
#[inline(always)]
pub fn window<'i>(input: &mut &'i [u8], len: u64) -> Option<&'i [u8]> {
    let (first, rest) = input.split_at_checked(usize::try_from(len).ok()?)?;
    *input = rest;
    Some(first)
}

/// Returns the bytes of a region from a position on; none if it is past the end.
#[inline(always)]
pub fn at(region: &[u8], position: u64) -> Option<&[u8]> {
    region.get(usize::try_from(position).ok()?..)
}

/// Returns the bytes that were read of an input, given those that are left.
#[inline(always)]
pub fn since<'i>(input: &'i [u8], rest: &[u8]) -> &'i [u8] {
    &input[..input.len().saturating_sub(rest.len())]
}

/// Returns the number of bytes from a position to the next one whose distance from `from` is a multiple of `to`, a
/// power of two.
#[inline(always)]
pub const fn padding(position: u64, from: u64, to: u64) -> u64 {
    from.wrapping_sub(position) & (to - 1)
}

/// Returns a record of this schema's size: the bytes of an older or newer writer, cut off, or completed with the rest
/// of `fill`.
#[inline(always)]
pub fn section<const N: usize>(bytes: &[u8], fill: &[u8; N]) -> [u8; N] {
    match bytes.first_chunk::<N>() {
        Some(whole) => *whole,
        None => completed(bytes, fill),
    }
}

/// Like [`section`], for fewer bytes than the section has.
#[cold]
#[inline(never)]
pub fn completed<const N: usize>(bytes: &[u8], fill: &[u8; N]) -> [u8; N] {
    let mut whole = *fill;
    whole[..bytes.len()].copy_from_slice(bytes);
    whole
}

/// Returns some bytes of a section, at a constant offset.
#[inline(always)]
pub fn part<const LEN: usize, const N: usize>(section: &[u8; N], offset: usize) -> [u8; LEN] {
    let mut part = [0; LEN];
    part.copy_from_slice(&section[offset..offset + LEN]);
    part
}

/// A set of bytes, for [`skip_while`].
#[derive(Clone, Debug)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// A set with a bit for each byte: that of byte 0 is the lowest of the first word.
    pub const fn new(words: [u64; 4]) -> Self {
        let mut members = [false; 256];
        let mut byte = 0;
        while byte < members.len() {
            members[byte] = words[byte / 64] >> (byte % 64) & 1 != 0;
            byte += 1;
        }
        Self(members)
    }
}

/// Skips bytes of a set.
#[inline]
pub fn skip_while<'i>(input: &'i [u8], set: &ByteSet) -> &'i [u8] {
    let len = input.iter().position(|byte| !set.0[usize::from(*byte)]);
    // Also what is empty is a part of the input, whose position tells how far the reader is.
    input.split_at(len.unwrap_or(input.len())).1
}

/// Skips white space of JSON.
#[inline(always)]
pub fn json_space(input: &[u8]) -> &[u8] {
    match input {
        [..=b' ', ..] => any_json_space(input),
        _ => input,
    }
}

#[inline(never)]
fn any_json_space(input: &[u8]) -> &[u8] {
    let mut cursor = Cursor::new(input);
    crate::leaf::skip_json_space(&mut cursor);
    cursor.rest()
}

/// Skips a separator and white space of JSON behind it; returns nothing if there is no separator.
#[inline]
pub fn json_space_behind<'i, const N: usize>(input: &'i [u8], separator: &[u8; N]) -> &'i [u8] {
    input.strip_prefix(separator).map_or(&[], json_space)
}

/// Returns a constant number of bytes of a slice, which the caller has ensured; zeros if there are fewer.
#[inline(always)]
pub fn ahead<const N: usize>(bytes: &[u8], offset: usize) -> &[u8; N] {
    bytes.get(offset..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; N])
}

/// Returns bytes of a slice, which the caller has ensured.
#[inline(always)]
pub fn span(bytes: &[u8], offset: u64, len: u64) -> &[u8] {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let end = start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
    bytes.get(start..end).unwrap_or_default()
}

/// Splits a slice at a position that the caller has ensured.
#[inline(always)]
pub fn split(bytes: &[u8], len: u64) -> (&[u8], &[u8]) {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    bytes.split_at_checked(len).unwrap_or((bytes, &[]))
}

/// Returns the position in a region at which a part of it starts.
#[inline(always)]
pub fn position(region: &[u8], part: &[u8]) -> u64 {
    part.as_ptr().addr().wrapping_sub(region.as_ptr().addr()) as u64
}

/// Returns the bytes of a region from an earlier position to the start of a part of it.
#[inline(always)]
pub fn since_position<'i>(region: &'i [u8], from: u64, part: &[u8]) -> &'i [u8] {
    let to = position(region, part) as usize;
    usize::try_from(from).ok().and_then(|from| region.get(from..to)).unwrap_or_default()
}

/// Returns how many elements follow at the start of the input: each is a label, a varint, and as many bytes as it says,
/// which are no fewer than a minimum.
#[inline(never)]
pub fn count_ahead(mut input: &[u8], label: &[u8], least: u64) -> usize {
    let mut count = 0;
    while let Some(mut rest) = input.strip_prefix(label) {
        match varint(&mut rest).filter(|len| *len >= least).and_then(|len| window(&mut rest, len)) {
            Some(_) => (count, input) = (count + 1, rest),
            None => break,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_the_first_other_byte() {
        let set = ByteSet::new([0x3ff << 48, 0x7e << 32, 0, 1 << 63]);
        assert_eq!(skip_while(b"19ad\xffx1", &set), b"x1");
        assert_eq!(skip_while(b"0123", &set), b"");
        assert_eq!(skip_while(b"", &set), b"");
        assert_eq!(skip_while(b"g1", &set), b"g1");
        let all = b"0123";
        assert_eq!(position(all, skip_while(&all[1..], &set)), 4);
    }

    #[test]
    fn inputs_get_shorter_only_by_what_is_read() {
        let mut input = &b"\x05\xac\x02abcdefg"[..];
        assert_eq!((varint(&mut input), varint(&mut input)), (Some(5), Some(300)));
        assert!(!skip(&mut input, b"b") && !skip(&mut input, b"abcdefgh") && skip(&mut input, b"ab"));
        assert_eq!((take::<6>(&mut input), take::<1>(&mut input)), (None, Some(b"c")));
        assert_eq!(
            (window(&mut input, 5), window(&mut input, u64::MAX), window(&mut input, 3)),
            (None, None, Some(&b"def"[..]))
        );
        let whole = input;
        assert_eq!((window(&mut input, 1), varint(&mut input)), (Some(&b"g"[..]), None));
        assert_eq!((since(whole, input), since(input, whole)), (&b"g"[..], &b""[..]));
        assert_eq!((at(b"abc", 1), at(b"abc", 3), at(b"abc", 4)), (Some(&b"bc"[..]), Some(&b""[..]), None));
        assert_eq!([padding(5, 0, 4), padding(8, 0, 4), padding(5, 6, 8), padding(7, 6, 8)], [3, 0, 1, 7]);
    }

    #[test]
    fn space_is_skipped_around_separators() {
        for (input, expected) in [(",a", "a"), (",\r\n\t a ", "a "), (", ", ""), (" ,a", ""), ("", ""), ("a,b", "")] {
            assert_eq!(json_space_behind(input.as_bytes(), b","), expected.as_bytes(), "{input:?}");
        }
    }

    #[test]
    fn sections_have_the_schemas_size() {
        for (bytes, expected) in [(&b""[..], b"1234"), (b"ab", b"ab34"), (b"abcd", b"abcd"), (b"abcdef", b"abcd")] {
            assert_eq!(section(bytes, b"1234"), *expected);
        }
        assert_eq!(u16::from_be_bytes(part(b"abcd", 2)), 0x6364);
    }

    #[test]
    fn only_whole_elements_are_counted() {
        let input = b"L\x01aL\x02bcL\x00M\x00";
        for (len, expected) in [(0, 0), (1, 0), (2, 0), (3, 1), (6, 1), (7, 2), (8, 2), (9, 3), (11, 3)] {
            assert_eq!(count_ahead(&input[..len], b"L", 0), expected, "{len}");
        }
        assert_eq!((count_ahead(input, b"L", 1), count_ahead(input, b"L", 2)), (2, 0));
        assert_eq!(count_ahead(b"L\x80", b"L", 0), 0);
    }
}
