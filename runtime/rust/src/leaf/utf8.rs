/// Returns true if the bytes are well-formed UTF-8 (Unicode 15, table 3-7).
#[inline]
pub fn utf8_valid(bytes: &[u8]) -> bool {
    // Most texts are short and ASCII.
    bytes.is_ascii() || other_utf8_valid(bytes)
}

/// Returns true if all bytes are below 0x80.
#[inline]
pub fn is_ascii(bytes: &[u8]) -> bool {
    bytes.is_ascii()
}

fn other_utf8_valid(bytes: &[u8]) -> bool {
    const SHORT: usize = 128;
    if bytes.len() > SHORT { simdutf8::basic::from_utf8(bytes).is_ok() } else { short_utf8_valid(bytes) }
}

/// Uses a finite automaton whose states are multiples of six: a byte's row holds, at the bits of each state, the state
/// that follows it, so that a step is a single shift.
fn short_utf8_valid(bytes: &[u8]) -> bool {
    let behind = bytes.iter().fold(0, |state, &byte| ROWS[usize::from(byte)] >> (state & 63));
    behind & 63 == state::BETWEEN
}

/// The next expected byte.
mod state {
    pub const BETWEEN: u64 = 0;
    pub const WRONG: u64 = 6;
    pub const LAST_ONE: u64 = 12;
    pub const LAST_TWO: u64 = 18;
    pub const LAST_THREE: u64 = 24;
    pub const BEHIND_E0: u64 = 30;
    pub const BEHIND_ED: u64 = 36;
    pub const BEHIND_F0: u64 = 42;
    pub const BEHIND_F4: u64 = 48;
}

static ROWS: [u64; 256] = {
    let mut rows = [0; 256];
    let mut byte = 0;
    while byte < rows.len() {
        let mut from = state::BETWEEN;
        while from <= state::BEHIND_F4 {
            rows[byte] |= state_behind(from, byte as u8) << from;
            from += 6;
        }
        byte += 1;
    }
    rows
};

const fn state_behind(from: u64, byte: u8) -> u64 {
    use state::*;
    match (from, byte) {
        (BETWEEN, 0..0x80) => BETWEEN,
        (BETWEEN, 0xc2..0xe0) => LAST_ONE,
        (BETWEEN, 0xe0) => BEHIND_E0,
        (BETWEEN, 0xed) => BEHIND_ED,
        (BETWEEN, 0xe1..0xf0) => LAST_TWO,
        (BETWEEN, 0xf0) => BEHIND_F0,
        (BETWEEN, 0xf1..0xf4) => LAST_THREE,
        (BETWEEN, 0xf4) => BEHIND_F4,
        (LAST_ONE, 0x80..0xc0) => BETWEEN,
        (LAST_TWO, 0x80..0xc0) | (BEHIND_E0, 0xa0..0xc0) | (BEHIND_ED, 0x80..0xa0) => LAST_ONE,
        (LAST_THREE, 0x80..0xc0) | (BEHIND_F0, 0x90..0xc0) | (BEHIND_F4, 0x80..0x90) => LAST_TWO,
        _ => WRONG,
    }
}

/// Returns the bytes before the first NUL, or all of them.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// Returns the length of the well-formed sequence at the start of `bytes`; `Err` tells whether more input could
/// complete it.
pub(super) fn sequence_len(bytes: &[u8]) -> Result<usize, Cut> {
    let window = &bytes[..bytes.len().min(4)];
    match core::str::from_utf8(window) {
        Ok(text) => text.chars().next().map(char::len_utf8).ok_or(Cut::ByEnd),
        Err(error) if error.valid_up_to() > 0 => Ok(first_len(window[0])),
        Err(error) if error.error_len().is_none() => Err(Cut::ByEnd),
        Err(_) => Err(Cut::IllFormed),
    }
}

/// The reason why no sequence starts.
pub(super) enum Cut {
    /// The bytes end inside it.
    ByEnd,
    /// A byte is invalid.
    IllFormed,
}

/// Returns the length of a well-formed sequence by its first byte.
fn first_len(lead: u8) -> usize {
    match lead {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::utf8_valid;
    use std::prelude::v1::*;

    /// Covers all starts of two bytes, and each byte of well-formed texts replaced by others.
    #[test]
    fn the_standard_library_agrees() {
        let check = |bytes: &[u8]| assert_eq!(utf8_valid(bytes), core::str::from_utf8(bytes).is_ok(), "{bytes:x?}");
        for first in 0..=255 {
            for second in 0..=255 {
                for rest in [&[][..], &[0x80], &[0x80, 0xbf], b"abc"] {
                    check(&[&[first, second], rest].concat());
                }
            }
        }
        for text in ["aé€😀", "😀€éa", "\u{0}\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}"]
        {
            for repeated in [1, 9] {
                let mut bytes = text.repeat(repeated).into_bytes();
                for at in 0..bytes.len() {
                    let byte = bytes[at];
                    check(&bytes[at..]);
                    check(&bytes[..at]);
                    for other in [0, 0x7f, 0x80, 0xbf, 0xc1, 0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0xf5, 0xff] {
                        bytes[at] = other;
                        check(&bytes);
                    }
                    bytes[at] = byte;
                }
            }
        }
    }
}
