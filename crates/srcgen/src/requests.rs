use std::collections::BTreeSet;

/// Items that a file requests while it is printed (imports, helper functions), each once and sorted.
#[derive(Clone, Debug)]
pub struct Requests<T> {
    items: BTreeSet<T>,
}

impl<T: Ord> Requests<T> {
    /// Creates an empty set.
    pub fn new() -> Self {
        Self { items: BTreeSet::new() }
    }

    /// Requests an item; returns true the first time.
    pub fn ask(&mut self, item: T) -> bool {
        self.items.insert(item)
    }

    /// Returns true if the item was requested.
    pub fn has(&self, item: &T) -> bool {
        self.items.contains(item)
    }

    /// Returns the items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }
}

impl<T: Ord> Default for Requests<T> {
    fn default() -> Self {
        Self::new()
    }
}
