use super::holes::Holes;

/// The space that one group uses of a location shared by the groups of a union: a first part whose size is a power of
/// two, with holes in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    used: Option<usize>,
    holes: Holes,
}

impl Usage {
    /// A fully used location of this size.
    pub fn whole(size: usize) -> Self {
        Self { used: Some(size), holes: Holes::default() }
    }

    /// Returns the size of the smallest free part of the location that is large enough.
    pub fn smallest_hole(&self, location: usize, size: usize) -> Option<usize> {
        let Some(used) = self.used else { return (size <= location).then_some(location) };
        if size >= used {
            return (size < location).then_some(size);
        }
        self.holes.smallest(size).or_else(|| (used < location).then_some(used))
    }

    /// Takes a part of a size found by [`Self::smallest_hole`]; returns its offset in the location.
    pub fn take(&mut self, size: usize) -> u32 {
        let Some(used) = self.used else {
            self.used = Some(size);
            return 0;
        };
        if size >= used {
            self.holes.free_rest(used, 1, size);
            self.used = Some(size + 1);
            return 1;
        }
        if let Some(offset) = self.holes.take(size) {
            return offset;
        }
        let offset = 1 << (used - size);
        self.holes.free_rest(size, offset + 1, used);
        self.used = Some(used + 1);
        offset
    }

    /// Returns the location size that [`Self::grow_and_take`] needs for a part of this size.
    pub fn grown(&self, size: usize) -> usize {
        self.used.map_or(size, |used| used.max(size) + 1)
    }

    /// Takes a part after the location has grown; returns its offset in the location.
    pub fn grow_and_take(&mut self, size: usize) -> Option<u32> {
        let grown = self.grown(size);
        match self.used.replace(grown) {
            None => Some(0),
            Some(used) => {
                self.holes.free_rest(used, 1, grown);
                self.holes.take(size)
            }
        }
    }

    /// Returns true if only this part of the location is used.
    pub fn is_just(&self, size: usize, offset: u32) -> bool {
        offset == 0 && self.used == Some(size)
    }

    /// Marks a larger first part as fully used.
    pub fn fill(&mut self, size: usize) {
        self.used = Some(size);
    }

    /// Grows a part inside the used space.
    pub fn grow_inside(&mut self, size: usize, offset: u32, doublings: usize) -> bool {
        self.holes.grow(size, offset, doublings)
    }
}
