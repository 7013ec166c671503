//! The keys that references in a value can mean (XML Schema Part 1, section 3.11.5).

use super::key::Key;
use super::node::Address;
use polywire_model::ConstraintId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;

/// The keys of each constraint that is referred to, in a value and its parts.
#[derive(Default)]
pub(super) struct Tables(HashMap<ConstraintId, Table>);

/// The keys of a constraint.
#[derive(Default)]
struct Table {
    keys: HashMap<Key, Address>,
    /// Those that stand in several parts.
    conflicts: Vec<Key>,
}

impl Tables {
    /// Adds those of a part. A key that stands in several parts means none of them.
    pub fn merge(&mut self, part: Self) {
        for (id, mut other) in part.0 {
            let table = self.0.entry(id).or_default();
            if table.keys.len() < other.keys.len() {
                mem::swap(&mut table.keys, &mut other.keys);
            }
            for (key, address) in other.keys {
                match table.keys.entry(key) {
                    Entry::Occupied(it) => table.conflicts.push(it.key().clone()),
                    Entry::Vacant(it) => {
                        it.insert(address);
                    }
                }
            }
        }
    }

    /// Removes the keys that stand in several parts, after all parts.
    pub fn settle(&mut self) {
        for table in self.0.values_mut() {
            for key in mem::take(&mut table.conflicts) {
                table.keys.remove(&key);
            }
        }
    }

    /// Adds those of the value itself, which count instead of those of parts.
    pub fn add(&mut self, id: ConstraintId, own: HashMap<Key, Address>) {
        let keys = &mut self.0.entry(id).or_default().keys;
        if keys.is_empty() { *keys = own } else { keys.extend(own) }
    }

    pub fn has(&self, id: ConstraintId, key: &Key) -> bool {
        self.0.get(&id).is_some_and(|table| table.keys.contains_key(key))
    }
}
