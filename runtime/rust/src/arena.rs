use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};
use core::fmt;

/// Memory for texts and bytes that a message does not contain as they are: texts with escapes, base64, packed messages.
///
/// Borrowed values refer to it, so it must outlive them. Messages can share it.
#[derive(Default)]
pub struct Arena {
    /// The number of texts.
    len: Cell<usize>,
    /// Slots that do not move: chunk `n` has 2ⁿ of them.
    chunks: OnceCell<Box<[OnceCell<Chunk>; CHUNKS]>>,
}

type Chunk = Box<[OnceCell<Vec<u8>>]>;

/// More slots than a program has memory for.
const CHUNKS: usize = 40;

impl Arena {
    /// Makes an empty one, which allocates nothing.
    pub const fn new() -> Self {
        Self { len: Cell::new(0), chunks: OnceCell::new() }
    }

    /// Frees the contents, to which no value refers any more.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Keeps bytes.
    pub fn keep(&self, bytes: Vec<u8>) -> &[u8] {
        if bytes.is_empty() {
            return &[];
        }
        let number = self.len.get() + 1;
        self.len.set(number);
        let chunk = number.ilog2();
        let chunks = self.chunks.get_or_init(|| Box::new([const { OnceCell::new() }; CHUNKS]));
        let slots = chunks[chunk as usize].get_or_init(|| (0..1_usize << chunk).map(|_| OnceCell::new()).collect());
        slots[number - (1 << chunk)].get_or_init(|| bytes)
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("len", &self.len.get()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_move() {
        let mut arena = Arena::new();
        let kept: Vec<&[u8]> = (0_u32..1000).map(|number| arena.keep(number.to_le_bytes().to_vec())).collect();
        assert!((0_u32..1000).zip(kept).all(|(number, bytes)| number.to_le_bytes() == bytes));
        assert_eq!((arena.keep(Vec::new()), arena.len.get()), (&[][..], 1000));
        arena.clear();
        assert_eq!((arena.len.get(), arena.keep(b"ab".to_vec())), (0, &b"ab"[..]));
    }
}
