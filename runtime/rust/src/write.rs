//! The output of encoders: a slice that is written at increasing positions.
//!
//! Each function returns the position after its output. Encoders check with [`has_room`] that the slice is long enough,
//! once for several of them; without that check they panic, as indexing does. Leaves may also overwrite bytes after
//! their output.

use crate::leaf::{Output, varint_size, write_varint};
pub use crate::twins::put_bytes;
use alloc::vec::Vec;

/// Returns true if this many bytes can be written.
#[inline(always)]
pub fn has_room(out: &[u8], at: usize, len: usize) -> bool {
    at.saturating_add(len) <= out.len()
}

/// Gives a buffer at least this much room, in zeros.
#[inline(always)]
pub fn grow(out: &mut Vec<u8>, at: usize, len: usize) {
    if !has_room(out, at, len) {
        enlarge(out, at.saturating_add(len));
    }
}

#[cold]
#[inline(never)]
fn enlarge(out: &mut Vec<u8>, len: usize) {
    out.resize(len.max(2 * out.len()).max(64), 0);
}

/// Writes the low bytes of a number.
#[inline(always)]
pub fn put_byte(out: &mut [u8], at: usize, byte: u64) -> usize {
    out[at] = byte as u8;
    at + 1
}

/// Returns the output without some bytes at its end.
#[inline(always)]
pub fn leaving(out: &mut [u8], room: usize) -> &mut [u8] {
    let len = out.len().saturating_sub(room);
    &mut out[..len]
}

/// Writes a constant number of bytes.
#[inline(always)]
pub fn put<const N: usize>(out: &mut [u8], at: usize, bytes: &[u8; N]) -> usize {
    *part(out, at) = *bytes;
    at + N
}

/// Returns a constant number of bytes.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
pub fn part<const N: usize>(out: &mut [u8], at: usize) -> &mut [u8; N] {
    match out.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        Some(part) => part,
        None => lacks(),
    }
}

#[cold]
#[inline(never)]
fn lacks() -> ! {
    panic!("a codec writes more than it said")
}

/// Writes a base-128 varint, up to 10 bytes.
#[inline(always)]
pub fn put_varint(out: &mut [u8], at: usize, value: u64) -> usize {
    if value < 0x80 {
        out[at] = value as u8;
        return at + 1;
    }
    put_long_varint(out, at, value)
}

/// Writes a varint behind a constant number of bytes.
#[inline(always)]
pub fn put_varint_behind<const N: usize>(out: &mut [u8], at: usize, bytes: &[u8; N], value: u64) -> usize {
    if value < 0x80 {
        return put_both(out, at, bytes, &[value as u8]);
    }
    let at = put(out, at, bytes);
    put_long_varint(out, at, value)
}

/// Writes two constant numbers of bytes.
#[inline(always)]
pub fn put_both<const N: usize, const M: usize>(out: &mut [u8], at: usize, one: &[u8; N], other: &[u8; M]) -> usize {
    let room = &mut out[at..at + N + M];
    room[..N].copy_from_slice(one);
    room[N..].copy_from_slice(other);
    at + N + M
}

#[inline(never)]
fn put_long_varint(out: &mut [u8], at: usize, value: u64) -> usize {
    put_leaf(out, at, |out| write_varint(value, out))
}

/// Writes zeros; bytes after them may be overwritten too.
#[inline(always)]
pub fn put_zeros(out: &mut [u8], at: usize, count: usize) -> usize {
    const SHORT: usize = 8;
    match out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<SHORT>) {
        Some(room) if count <= SHORT => *room = [0; SHORT],
        _ => out[at..at + count].fill(0),
    }
    at + count
}

/// Writes what a leaf appends.
#[inline(always)]
pub fn put_leaf(out: &mut [u8], at: usize, leaf: impl FnOnce(&mut Slot<'_>)) -> usize {
    let mut slot = Slot { out, at };
    leaf(&mut slot);
    slot.at
}

/// The output of a leaf in a slice.
#[derive(Debug)]
pub struct Slot<'o> {
    out: &'o mut [u8],
    at: usize,
}

impl Output for Slot<'_> {
    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.at = put_bytes(self.out, self.at, bytes);
    }

    #[inline(always)]
    fn append_start<const N: usize>(&mut self, bytes: &[u8; N], len: usize) {
        match self.out[self.at..].first_chunk_mut::<N>() {
            Some(room) => *room = *bytes,
            None => self.out[self.at..self.at + len].copy_from_slice(&bytes[..len]),
        }
        self.at += len;
    }

    #[inline(always)]
    fn append_with<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) -> Option<usize>) -> bool {
        match self.out[self.at..].first_chunk_mut().and_then(write) {
            Some(len) => {
                self.at += len;
                true
            }
            None => false,
        }
    }
}

/// Completes a body that ends at `end`: writes its length to `at`, where one byte was left for it. A longer number
/// moves the body, which takes up to 9 bytes of room.
#[inline(always)]
pub fn close_length(out: &mut [u8], at: usize, end: usize) -> usize {
    let len = end - at - 1;
    if len < 0x80 {
        out[at] = len as u8;
        return end;
    }
    close_number(out, at, end, len as u64)
}

/// Like [`close_length`], with another number than the length.
#[cold]
#[inline(never)]
pub fn close_number(out: &mut [u8], at: usize, end: usize, number: u64) -> usize {
    close_varint(out, at, end, 1, number)
}

/// Like [`close_number`], where this many bytes were left for the number.
#[inline(never)]
pub fn close_varint(out: &mut [u8], at: usize, end: usize, reserved: usize, number: u64) -> usize {
    let size = varint_size(number);
    out.copy_within(at + reserved..end, at + size);
    put_leaf(&mut out[..at + size], at, |out| write_varint(number, out));
    end + size - reserved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaf::write_json_string;
    use alloc::vec;

    #[test]
    fn numbers_take_no_more_room_than_they_need() {
        for value in [0, 1, 0x7f, 0x80, 300, 1 << 14, 1 << 35, 1 << 56, u64::MAX >> 1, u64::MAX] {
            let mut expected = Vec::new();
            write_varint(value, &mut expected);
            let mut out = vec![0xee; expected.len() + 1];
            assert_eq!(put_varint(&mut out, 1, value), out.len());
            assert_eq!(out[1..], expected);
            let mut out = vec![0xee; expected.len() + 2];
            assert_eq!(put_varint_behind(&mut out, 0, b"ab", value), out.len());
            assert_eq!(out, [b"ab", &expected[..]].concat());
        }
        let mut out = [0xee; 4];
        assert_eq!((put_both(&mut out, 1, b"a", b"bc"), &out), (4, b"\xeeabc"));
    }

    #[test]
    fn bodies_are_moved_by_long_lengths() {
        for len in [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, 70_000] {
            let body: Vec<u8> = (0..len).map(|index| index as u8).collect();
            let mut out = vec![0xee; len + 20];
            let end = put_bytes(&mut out, 6, &body);
            let end = close_length(&mut out, 5, end);
            let mut expected = vec![0xee; 5];
            write_varint(len as u64, &mut expected);
            expected.extend(body);
            assert_eq!(out[..end], expected, "{len}");
        }
    }

    #[test]
    fn leaves_write_into_slices() {
        for text in ["", "plain", "a longer text, with a \"quote\" and\na line"] {
            let mut expected = Vec::new();
            write_json_string(text.as_bytes(), &mut expected);
            for slack in [0, 40] {
                let mut out = vec![0xee; expected.len() + 3 + slack];
                let end = put_leaf(&mut out, 3, |out| write_json_string(text.as_bytes(), out));
                assert_eq!(out[3..end], expected);
            }
        }
        let mut out = [0xee; 4];
        assert_eq!((put_zeros(&mut out, 1, 2), put(&mut out, 0, b"a")), (3, 1));
        assert_eq!(&out, b"a\0\0\xee");
        assert!(has_room(&out, 1, 3) && !has_room(&out, 1, 4) && !has_room(&out, 5, 1));
    }
}
