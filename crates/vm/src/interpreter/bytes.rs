use std::ops::{Deref, Range};
use std::rc::Rc;

/// A shared run of bytes. Parts of it know where in the whole they lie.
#[derive(Clone, Debug)]
pub struct Bytes {
    whole: Rc<[u8]>,
    range: Range<usize>,
}

impl Bytes {
    /// A copy of some bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { whole: bytes.into(), range: 0..bytes.len() }
    }

    /// The part from `start` to `end`, if there is such a part.
    pub fn part(&self, start: usize, end: usize) -> Option<Self> {
        self.get(start..end)?;
        Some(Self { whole: self.whole.clone(), range: self.range.start + start..self.range.start + end })
    }

    /// An identity of the whole, unique as long as it lives.
    pub fn identity(&self) -> *const u8 {
        self.whole.as_ptr()
    }

    /// Where in the whole it lies.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Where this part starts in `other`, if it is of the same whole.
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
