use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fmt::Write;
use std::hash::BuildHasher;

/// Notes about a converted message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Duplicate keys: their number, and the offset of the first.
    pub duplicates: Option<(u64, usize)>,
    /// Numbers that were rounded: their number, and the offset of the first.
    pub rounded: Option<(u64, usize)>,
}

/// Notes about the messages of a file.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    duplicates: Option<Sum>,
    rounded: Option<Sum>,
}

/// The number of occurrences, and the first one.
#[derive(Clone, Copy, Debug)]
struct Sum {
    count: u64,
    message: u64,
    offset: usize,
}

impl Notes {
    /// Adds the notes about a message.
    pub fn add(&mut self, message: u64, found: Found) {
        for (sum, found) in [(&mut self.duplicates, found.duplicates), (&mut self.rounded, found.rounded)] {
            let Some((count, offset)) = found else { continue };
            sum.get_or_insert(Sum { count: 0, message, offset }).count += count;
        }
    }

    /// Describes duplicate keys, and what becomes of them.
    pub fn duplicates(&self, fate: &str) -> Option<String> {
        self.duplicates.map(|sum| format!("{} in the same map; {fate}", sum.text("duplicate key")))
    }

    /// Describes values that the output does not preserve.
    pub fn losses(&self) -> Option<String> {
        self.rounded.map(|sum| format!("{} rounded to 64-bit floats", sum.text("number")))
    }
}

impl Sum {
    fn text(&self, what: &str) -> String {
        let mut text = if self.count == 1 { format!("1 {what}") } else { format!("{} {what}s", self.count) };
        let _ = write!(text, " (first in message {} at byte {})", self.message, self.offset);
        text
    }
}

/// Hashes of the keys in open containers.
#[derive(Default)]
pub(super) struct Keys {
    hasher: RandomState,
    /// A set for each container that has keys.
    open: Vec<HashSet<u64>>,
    /// The total number of keys.
    count: usize,
    /// Memory for the form in which a key is compared.
    pub form: Vec<u8>,
    pub duplicates: Option<(u64, usize)>,
}

/// Limit on the keys that are compared in open containers.
const MOST_KEYS: usize = 1 << 20;

impl Keys {
    pub fn begin(&mut self) {
        self.open.push(HashSet::new());
    }

    pub fn end(&mut self) {
        self.count -= self.open.pop().map_or(0, |keys| keys.len());
    }

    /// Adds a key of the innermost container.
    pub fn meet(&mut self, key: &[u8], offset: usize) {
        if self.count == MOST_KEYS {
            return;
        }
        let hash = self.hasher.hash_one(key);
        let Some(keys) = self.open.last_mut() else { return };
        if keys.insert(hash) {
            self.count += 1;
        } else {
            add(&mut self.duplicates, offset);
        }
    }
}

/// Increments a count; the first occurrence's offset is kept.
pub(super) fn add(sum: &mut Option<(u64, usize)>, offset: usize) {
    sum.get_or_insert((0, offset)).0 += 1;
}
