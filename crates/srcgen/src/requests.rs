use std::collections::BTreeSet;

/// Items that a file requests while it is printed (imports, helper functions), each once, in order.
#[derive(Clone, Debug)]
pub struct Requests<T> {
    items: BTreeSet<T>,
}

impl<T: Ord> Requests<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { items: BTreeSet::new() }
    }

    /// Requests an item; returns true the first time.
    pub fn ask(&mut self, item: T) -> bool {
        self.items.insert(item)
    }

    /// Returns true if the item was asked for.
    pub fn has(&self, item: &T) -> bool {
        self.items.contains(item)
    }

    /// The items in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }
}

impl<T: Ord> Default for Requests<T> {
    fn default() -> Self {
        Self::new()
    }
}
