use std::ops::{Deref, Range};
use std::rc::Rc;

/// Shared bytes, or a part of them that knows its position in the whole.
#[derive(Clone, Debug)]
pub struct Bytes {
    whole: Rc<Vec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    /// Copies bytes.
    pub fn new(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }

    /// Returns the part from `start` to `end`, if valid.
    pub fn part(&self, start: usize, end: usize) -> Option<Self> {
        self.get(start..end)?;
        Some(Self { whole: self.whole.clone(), range: self.range.start + start..self.range.start + end })
    }

    /// Returns an identity of the whole, unique during its lifetime.
    pub fn identity(&self) -> *const u8 {
        Rc::as_ptr(&self.whole).cast()
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

/// Takes the bytes without copying them.
impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { range: 0..bytes.len(), whole: Rc::new(bytes) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.whole[self.range.clone()]
    }
}
