//! Where structs retain what is unknown to their decoder.

use super::bytes::Bytes;
use super::item::{Hop, Part, Ref, Root};
use super::machine::Machine;
use crate::Value;
use std::rc::Rc;

/// Structs that retained something unknown of the input, and where it first was. Those in a value that is being made are last.
#[derive(Default)]
pub(super) struct Retained {
    pub places: Vec<(Ref, usize)>,
    /// Bytes that a struct retains as its decoder wrote them anew, as the key of a field: so many of the input stand for them, in
    /// front of what comes next.
    rewritten: Option<(Ref, usize)>,
}

impl Machine<'_> {
    /// Notes where a struct begins to retain bytes of the input.
    pub(super) fn note_retained(&mut self, to: Ref, bytes: &Bytes) {
        if self.retained.places.last().is_some_and(|(last, _)| *last == to) {
            return;
        }
        let before = self.retained.rewritten.take().filter(|(last, _)| *last == to).map_or(0, |(_, len)| len);
        match bytes.start_in(&self.input) {
            Some(offset) => self.retained.places.push((to, offset.saturating_sub(before))),
            None => self.retained.rewritten = Some((to, before + bytes.len())),
        }
    }
}

impl Retained {
    /// Forgets a value that was made before under this number, and came to nothing.
    pub fn forget(&mut self, made: usize) {
        while self.places.pop_if(|(to, _)| matches!(to.root, Root::Made(index) if index >= made)).is_some() {}
    }

    /// The entry that was made under this number is now in a map, under this key.
    pub fn put_entry(&mut self, made: usize, map: &Ref, key: &Value) {
        let of_entry = self.places.iter_mut().rev().take_while(|(to, _)| to.root == Root::Made(made));
        for (to, _) in of_entry {
            let mut moved = map.hop(Hop::Entry(Rc::new(key.clone()), Part::Value));
            // The first step leads to the entry's value.
            to.hops.drain(..).skip(1).for_each(|hop| moved.go(hop));
            *to = moved;
        }
    }
}
