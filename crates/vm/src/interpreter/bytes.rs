use std::ops::{Deref, Range};
use std::rc::Rc;

/// Shared bytes, or a part of them that knows its position in the whole.
#[derive(Clone, Debug)]
pub struct Bytes {
    whole: Rc<[u8]>,
    range: Range<usize>,
}

impl Bytes {
    /// Copies bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { whole: bytes.into(), range: 0..bytes.len() }
    }

    /// Returns the part from `start` to `end`, if valid.
    pub fn part(&self, start: usize, end: usize) -> Option<Self> {
        self.get(start..end)?;
        Some(Self { whole: self.whole.clone(), range: self.range.start + start..self.range.start + end })
    }

    /// Returns an identity of the whole, unique during its lifetime.
    pub fn identity(&self) -> *const u8 {
        self.whole.as_ptr()
    }

    /// Returns its position in the whole.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the start of this part in `other`, if both belong to the same whole.
    pub fn start_in(&self, other: &Self) -> Option<usize> {
        let start = self.range.start - other.range.start.min(self.range.start);
        Rc::ptr_eq(&self.whole, &other.whole).then_some(start)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.whole[self.range.clone()]
    }
}
