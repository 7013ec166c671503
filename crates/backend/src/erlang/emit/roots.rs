//! The native values of a function, with the tuple from which their fields were unpacked.

use super::env::{Key, Root};
use super::pack::Unpacked;
use super::slot::Slot;
use super::state::State;
use rpds::HashTrieMap;
use std::rc::Rc;

/// Native values by variable. Copies share what did not change.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    roots: HashTrieMap<Key, Root>,
    unpacked: Option<Unpacked>,
}

impl Roots {
    /// The value of a variable.
    pub fn get(&self, key: &Key) -> Option<&Root> {
        self.roots.get(key)
    }

    /// Sets the value of a variable.
    pub fn insert(&mut self, key: Key, root: Root) {
        self.note_change(key, &[]);
        self.roots.insert_mut(key, root);
    }

    /// Returns the slot at a path of fields, if the records on the path are destructured.
    pub fn slot(&self, key: Key, fields: &[u32]) -> Option<&Slot> {
        let Some(Root::Build(root, _)) = self.roots.get(&key) else { return None };
        fields.iter().try_fold(root, |slot, index| match slot {
            Slot::Record(_, slots) => slots.get(*index as usize),
            Slot::Whole(_) | Slot::Reversed(_) | Slot::Open(..) => None,
        })
    }

    /// Returns the same slot to be changed.
    pub fn slot_mut(&mut self, key: Key, fields: &[u32]) -> Option<&mut Slot> {
        self.note_change(key, fields);
        let Some(Root::Build(root, _)) = self.roots.get_mut(&key) else { return None };
        fields.iter().try_fold(root, |slot, index| match slot {
            Slot::Record(_, slots) => slots.get_mut(*index as usize),
            Slot::Whole(_) | Slot::Reversed(_) | Slot::Open(..) => None,
        })
    }

    /// Returns the tuple from which these states were unpacked, if they are the latest that were.
    pub fn unpacked(&self, states: &Rc<[State]>) -> Option<&Unpacked> {
        self.unpacked.as_ref().filter(|unpacked| unpacked.is_of(states))
    }

    /// Sets the tuple from which the slots of some states were just unpacked.
    pub fn set_unpacked(&mut self, unpacked: Option<Unpacked>) {
        self.unpacked = unpacked;
    }

    fn note_change(&mut self, key: Key, fields: &[u32]) {
        if let Some(unpacked) = &mut self.unpacked {
            unpacked.note_change(key, fields);
        }
    }
}
