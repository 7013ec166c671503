use std::ops::Range;

/// A run of bytes in one word: its space, its start and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub u64);

/// The memory in which bytes are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// The message that was read.
    Input,
    /// Bytes that were made at run time, kept with the native value.
    Heap,
    /// Defaults of the native types, the same for all programs with the same types.
    Defaults,
    /// Constants of one program. No native value refers to them.
    Literals,
}

impl Space {
    /// The position of the space in a span.
    pub const SHIFT: u32 = 2 * BITS;
}

/// The number of bits of a start and of a length in a span.
pub const BITS: u32 = 31;
/// A mask for the length.
pub const MASK: u64 = (1 << BITS) - 1;

/// The maximum size of a space.
pub const MAX_SPACE: usize = MASK as usize;

impl Span {
    /// Makes a span of bytes in a space of at most [`MAX_SPACE`] bytes.
    pub fn new(space: Space, start: usize, len: usize) -> Self {
        Self((space as u64) << Space::SHIFT | (start as u64 & MASK) << BITS | len as u64 & MASK)
    }

    /// The space.
    pub fn space(self) -> Space {
        match self.0 >> Space::SHIFT {
            0 => Space::Input,
            1 => Space::Heap,
            2 => Space::Defaults,
            _ => Space::Literals,
        }
    }

    /// Start in the space.
    pub fn start(self) -> usize {
        (self.0 >> BITS & MASK) as usize
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.0 & MASK) as usize
    }

    /// Start and end in the space.
    pub fn range(self) -> Range<usize> {
        self.start()..self.start() + self.len()
    }

    /// Returns a part of its bytes, limited to those that exist.
    pub fn part(self, start: usize, len: usize) -> Self {
        let start = start.min(self.len());
        Self::new(self.space(), self.start() + start, len.min(self.len() - start))
    }
}
