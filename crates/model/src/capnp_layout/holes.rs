/// Free parts of a data section: at most one of each size, because a part is split only if no part of half its size is
/// free. Sizes are binary logarithms of bits (0 to 5); offsets are in units of the size.
#[derive(Clone, Debug, Default)]
pub(super) struct Holes([Option<u32>; 6]);

impl Holes {
    /// Takes a part of this size, splitting a larger one if necessary.
    pub fn take(&mut self, size: usize) -> Option<u32> {
        if size >= self.0.len() {
            return None;
        }
        if let Some(offset) = self.0[size].take() {
            return Some(offset);
        }
        let half = self.take(size + 1)? * 2;
        self.0[size] = Some(half + 1);
        Some(half)
    }

    /// Returns the size of the smallest part with enough space for this size.
    pub fn smallest(&self, size: usize) -> Option<usize> {
        (size..self.0.len()).find(|size| self.0[*size].is_some())
    }

    /// Frees the space after a part of this size, up to the end of the enclosing part of size `limit`; `offset` is that
    /// of the following part.
    pub fn free_rest(&mut self, size: usize, offset: u32, limit: usize) {
        let mut offset = offset;
        for hole in self.0.iter_mut().take(limit).skip(size) {
            *hole = Some(offset);
            offset = offset.div_ceil(2);
        }
    }

    /// Doubles a part `doublings` times if the space after it is free.
    pub fn grow(&mut self, size: usize, offset: u32, doublings: usize) -> bool {
        if doublings == 0 {
            return true;
        }
        let grown = self.0.get(size) == Some(&Some(offset + 1)) && self.grow(size + 1, offset / 2, doublings - 1);
        if grown {
            self.0[size] = None;
        }
        grown
    }
}
