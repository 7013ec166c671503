//! The twins of `fast` without `unsafe`.

use alloc::string::String;

/// Sets a text; returns false if the bytes are not UTF-8.
#[inline]
pub fn set_text(text: &mut String, bytes: &[u8]) -> bool {
    text.clear();
    match core::str::from_utf8(bytes) {
        Ok(valid) => {
            text.push_str(valid);
            true
        }
        Err(_) => false,
    }
}

/// Returns the bytes as a text, if they are UTF-8.
#[inline]
pub fn text_of(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok()
}

/// Writes bytes.
#[inline(always)]
pub fn put_bytes(out: &mut [u8], at: usize, bytes: &[u8]) -> usize {
    let end = at + bytes.len();
    out[at..end].copy_from_slice(bytes);
    end
}

/// Marks quotes, backslashes and control characters among 16 bytes: bit n for byte n. Only the lowest mark is
/// certain: bits above it may be wrong.
#[inline(always)]
pub fn special_bytes(block: &[u8; 16]) -> u32 {
    each_word(block, |word| {
        // A borrow from the byte below spoils the marks above the lowest one only.
        let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
        zeros(word ^ (ONES * u64::from(b'"')))
            | zeros(word ^ (ONES * u64::from(b'\\')))
            | word.wrapping_sub(ONES * 0x20) & !word
    })
}

/// Marks bytes that are not ASCII among 16: bit n for byte n.
#[inline(always)]
pub fn high_bytes(block: &[u8; 16]) -> u32 {
    each_word(block, |word| word)
}

const ONES: u64 = u64::MAX / 0xff;

/// Collects the highest bits of the bytes of two words.
#[inline(always)]
fn each_word(block: &[u8; 16], marks: impl Fn(u64) -> u64) -> u32 {
    let word = |at: usize| u64::from_le_bytes(crate::read::part(block, at));
    let bits = |word: u64| ((marks(word) >> 7 & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
    bits(word(0)) | bits(word(8)) << 8
}
