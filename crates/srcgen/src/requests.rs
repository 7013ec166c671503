use std::collections::BTreeSet;

/// What a file turned out to need while it was printed (imports, helper functions), each once, in order.
#[derive(Clone, Debug)]
pub struct Requests<T> {
    items: BTreeSet<T>,
}

impl<T: Ord> Requests<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { items: BTreeSet::new() }
    }

    /// Asks for an item; tells whether it is the first time.
    pub fn ask(&mut self, item: T) -> bool {
        self.items.insert(item)
    }

    /// Whether the item was asked for.
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
