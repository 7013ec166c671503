//! The leaves that use `unsafe`, which is nowhere else in the crate. Each function that is used elsewhere has a twin
//! in `safe`.
#![allow(unsafe_code)]

use crate::leaf::utf8_valid;
use alloc::string::String;
use core::ptr;

/// Up to this many bytes are copied by a few words.
const SHORT: usize = 16;

/// Copies at most [`SHORT`] bytes as words that may overlap. Returns a word with bits of all of them.
///
/// # Safety
/// As many bytes can be written at `to`, which is not a part of `from`.
#[inline(always)]
unsafe fn copy_short(from: &[u8], to: *mut u8) -> u64 {
    let len = from.len();
    let from = from.as_ptr();
    // SAFETY: both words of each arm are within `len` bytes, which can be read at `from` and, as promised, written at
    // `to`.
    unsafe {
        match len {
            8.. => {
                let (first, last) =
                    (from.cast::<u64>().read_unaligned(), from.add(len - 8).cast::<u64>().read_unaligned());
                to.cast::<u64>().write_unaligned(first);
                to.add(len - 8).cast::<u64>().write_unaligned(last);
                first | last
            }
            4.. => {
                let (first, last) =
                    (from.cast::<u32>().read_unaligned(), from.add(len - 4).cast::<u32>().read_unaligned());
                to.cast::<u32>().write_unaligned(first);
                to.add(len - 4).cast::<u32>().write_unaligned(last);
                u64::from(first | last)
            }
            1.. => {
                let (first, middle, last) = (*from, *from.add(len / 2), *from.add(len - 1));
                *to = first;
                *to.add(len / 2) = middle;
                *to.add(len - 1) = last;
                u64::from(first | middle | last)
            }
            0 => 0,
        }
    }
}

/// Sets a text; returns false if the bytes are not UTF-8.
#[inline(always)]
pub fn set_text(text: &mut String, bytes: &[u8]) -> bool {
    if bytes.len() > SHORT || text.capacity() < SHORT {
        return set_any_text(text, bytes);
    }
    // SAFETY: the memory has room for `SHORT` bytes, and the text is empty while its bytes are not known to be ASCII.
    unsafe {
        let target = text.as_mut_vec();
        target.clear();
        if copy_short(bytes, target.as_mut_ptr()) & 0x8080_8080_8080_8080 == 0 {
            target.set_len(bytes.len());
            return true;
        }
    }
    set_any_text(text, bytes)
}

#[inline(never)]
fn set_any_text(text: &mut String, bytes: &[u8]) -> bool {
    text.clear();
    if !utf8_valid(bytes) {
        return false;
    }
    text.reserve(bytes.len().max(SHORT));
    // SAFETY: the bytes are UTF-8.
    unsafe { text.as_mut_vec() }.extend_from_slice(bytes);
    true
}

/// Returns the bytes as a text, if they are UTF-8.
#[inline(always)]
pub fn text_of(bytes: &[u8]) -> Option<&str> {
    // SAFETY: the bytes are UTF-8.
    utf8_valid(bytes).then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Writes bytes.
#[inline(always)]
pub fn put_bytes(out: &mut [u8], at: usize, bytes: &[u8]) -> usize {
    let end = at + bytes.len();
    let target = out[at..end].as_mut_ptr();
    // SAFETY: the target has the length of the bytes, and is borrowed mutably, so it is not a part of them.
    unsafe {
        if bytes.len() <= SHORT {
            copy_short(bytes, target);
        } else {
            ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len());
        }
    }
    end
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub use crate::safe::{high_bytes, special_bytes};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use x86::{high_bytes, special_bytes};

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86 {
    use core::arch::x86_64::*;
    use core::mem::transmute;

    /// Marks quotes, backslashes and control characters among 16 bytes: bit n for byte n.
    #[inline(always)]
    pub fn special_bytes(block: &[u8; 16]) -> u32 {
        // SAFETY: the instructions are available, and a vector consists of any 16 bytes.
        unsafe {
            let block = transmute::<[u8; 16], __m128i>(*block);
            let control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1f)), block);
            let quote = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'"' as i8));
            let backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8(b'\\' as i8));
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(control, quote), backslash)) as u32
        }
    }

    /// Marks bytes that are not ASCII among 16: bit n for byte n.
    #[inline(always)]
    pub fn high_bytes(block: &[u8; 16]) -> u32 {
        // SAFETY: the instructions are available, and a vector consists of any 16 bytes.
        unsafe { _mm_movemask_epi8(transmute::<[u8; 16], __m128i>(*block)) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use crate::{fast, safe};
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;

    /// Random bytes, of which many are special to some leaf.
    fn random(state: &mut u64, len: usize) -> Vec<u8> {
        let mut next = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            *state
        };
        let mix = next() % 4;
        let byte = |bits: u64| match mix {
            0 => b'a' + (bits % 26) as u8,
            1 if bits % 8 != 0 => b'a',
            2 => b"\"\\\x1f\x20\x7f\x80\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"[bits as usize % 15],
            _ => (bits >> 8) as u8,
        };
        (0..len).map(|_| byte(next())).collect()
    }

    fn each_input(mut check: impl FnMut(&[u8])) {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        // Miri is slow.
        let (rounds, long): (usize, &[usize]) = if cfg!(miri) { (1, &[129]) } else { (200, &[127, 128, 129, 300]) };
        for len in (0..=40).chain(long.iter().copied()) {
            (0..rounds).for_each(|_| check(&random(&mut state, len)));
            let text: String = "aé€😀".chars().cycle().skip(len % 4).take(len / 2).collect();
            check(text.as_bytes());
        }
    }

    #[test]
    fn texts_are_the_same() {
        let (mut one, mut other) = (String::new(), String::new());
        let mut accepted = 0;
        each_input(|bytes| {
            let is_text = safe::set_text(&mut other, bytes);
            assert_eq!((fast::set_text(&mut one, bytes), &one), (is_text, &other), "{bytes:x?}");
            assert_eq!(fast::text_of(bytes), safe::text_of(bytes));
            accepted += usize::from(is_text);
        });
        assert!(accepted > 40);
    }

    #[test]
    fn bytes_are_written_the_same_and_nothing_else() {
        each_input(|bytes| {
            let mut outs = [vec![0xee; bytes.len() + 7], vec![0xee; bytes.len() + 7]];
            assert_eq!(fast::put_bytes(&mut outs[0], 3, bytes), safe::put_bytes(&mut outs[1], 3, bytes));
            assert_eq!(outs[0], outs[1]);
            assert!(std::panic::catch_unwind(|| fast::put_bytes(&mut vec![0; bytes.len()], 1, bytes)).is_err());
        });
    }

    #[test]
    fn marks_are_the_same_up_to_the_lowest() {
        let lowest = |marks: u32| marks & marks.wrapping_neg();
        each_input(|bytes| {
            for block in bytes.windows(16).filter_map(|window| window.first_chunk()) {
                let special = block.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
                let expected = special.map_or(0, |at| 1 << at);
                assert_eq!(lowest(fast::special_bytes(block)), expected, "{block:x?}");
                assert_eq!(lowest(safe::special_bytes(block)), expected, "{block:x?}");
                assert_eq!(fast::high_bytes(block), safe::high_bytes(block), "{block:x?}");
            }
        });
    }
}
