use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fmt::Write;
use std::hash::BuildHasher;

/// Notes about a message that was converted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Keys that an object or a map has twice: how many, and where the first is.
    pub duplicates: Option<(u64, usize)>,
    /// Numbers with more digits than the output can hold: how many, and where the first is.
    pub rounded: Option<(u64, usize)>,
}

/// Notes about the messages of a file.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    duplicates: Option<Sum>,
    rounded: Option<Sum>,
}

/// How often something was found, and where first.
#[derive(Clone, Copy, Debug)]
struct Sum {
    count: u64,
    message: u64,
    offset: usize,
}

impl Notes {
    /// Adds what was found in the message of this number.
    pub fn add(&mut self, message: u64, found: Found) {
        for (sum, found) in [(&mut self.duplicates, found.duplicates), (&mut self.rounded, found.rounded)] {
            let Some((count, offset)) = found else { continue };
            sum.get_or_insert(Sum { count: 0, message, offset }).count += count;
        }
    }

    /// The keys that are there twice.
    pub fn duplicates(&self) -> Option<String> {
        self.duplicates.map(|sum| format!("{} in the same map; all are kept", sum.text("duplicate key")))
    }

    /// Values that the output does not preserve.
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

/// The keys of the containers that are open, by their hashes.
#[derive(Default)]
pub(super) struct Keys {
    hasher: RandomState,
    /// A set for each container that has keys; none for others.
    open: Vec<HashSet<u64>>,
    /// Keys in all sets.
    count: usize,
    pub duplicates: Option<(u64, usize)>,
}

/// With more keys in maps that are open, further ones are not compared.
const MOST_KEYS: usize = 1 << 20;

impl Keys {
    pub fn begin(&mut self) {
        self.open.push(HashSet::new());
    }

    pub fn end(&mut self) {
        self.count -= self.open.pop().map_or(0, |keys| keys.len());
    }

    /// A key of the innermost container.
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

/// Counts one more; the first has its place noted.
pub(super) fn add(sum: &mut Option<(u64, usize)>, offset: usize) {
    sum.get_or_insert((0, offset)).0 += 1;
}
