//! Finds the parts of a message that its decoder does not know.

use super::bytes::Bytes;
use super::item::{EntryPart, Hop, Ref, Root};
use super::machine::Machine;
use crate::Value;
use polywire_ir::UnknownKind;
use std::rc::Rc;

/// Values of which the input has something unknown, and where it first was. Those in a value that is being made are last.
#[derive(Default)]
pub(super) struct UnknownParts {
    pub noted: Vec<Noted>,
    /// Bytes that a struct retains as its decoder rewrote them, as the key of a field: the number of bytes of the input
    /// that they replace, before the next ones.
    rewritten: Option<(Ref, usize)>,
}

/// A value of which the input has something unknown.
pub(super) struct Noted {
    pub to: Ref,
    /// Where it is in the input; none if it was unpacked first.
    pub offset: Option<usize>,
    /// Why it is left out; none if the value retains it.
    pub unknown_kind: Option<UnknownKind>,
}

impl Machine<'_> {
    /// Notes where a struct begins to retain bytes of the input.
    pub(super) fn note_retained(&mut self, to: Ref, bytes: &Bytes) {
        if self.unknown_parts.was_last(&to, None) {
            return;
        }
        let before = self.unknown_parts.rewritten.take().filter(|(last, _)| *last == to).map_or(0, |(_, len)| len);
        match bytes.start_in(&self.input) {
            Some(offset) => {
                let offset = Some(offset.saturating_sub(before));
                self.unknown_parts.noted.push(Noted { to, offset, unknown_kind: None });
            }
            None => self.unknown_parts.rewritten = Some((to, before + bytes.len())),
        }
    }

    /// Notes where bytes of the input begin to be left out of a value.
    pub(super) fn note_omitted(&mut self, to: Ref, what: UnknownKind, bytes: &Bytes) {
        if !self.unknown_parts.was_last(&to, Some(what)) {
            let offset = bytes.start_in(&self.input);
            self.unknown_parts.noted.push(Noted { to, offset, unknown_kind: Some(what) });
        }
    }
}

impl UnknownParts {
    fn was_last(&self, to: &Ref, unknown_kind: Option<UnknownKind>) -> bool {
        self.noted.last().is_some_and(|last| last.unknown_kind == unknown_kind && last.to == *to)
    }

    /// Forgets a value that was made before under this number, and came to nothing.
    pub fn forget(&mut self, made: usize) {
        while self.noted.pop_if(|last| matches!(last.to.root, Root::Made(index) if index >= made)).is_some() {}
    }

    /// The entry that was made under this number is now in a map, under this key.
    pub fn put_entry(&mut self, made: usize, map: &Ref, key: &Value) {
        let of_entry = self.noted.iter_mut().rev().take_while(|noted| noted.to.root == Root::Made(made));
        for Noted { to, .. } in of_entry {
            let mut moved = map.hop(Hop::Entry(Rc::new(key.clone()), EntryPart::Value));
            // The first step leads to the entry's value.
            to.hops.drain(..).skip(1).for_each(|hop| moved.go(hop));
            *to = moved;
        }
    }
}
