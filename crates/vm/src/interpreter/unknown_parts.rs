//! Finds the unknown parts of a message.

use super::bytes::Bytes;
use super::item::{EntryPart, Hop, Ref, Root};
use super::machine::Machine;
use crate::Value;
use polywire_ir::UnknownKind;
use std::rc::Rc;

/// Values with unknown parts, and the first offset of each. Those in a value under construction are last.
#[derive(Default)]
pub(super) struct UnknownParts {
    pub noted: Vec<Noted>,
    /// Rewritten bytes that a struct retains, such as the key of a field: the number of input bytes that they replace
    /// before the next ones.
    rewritten: Option<(Ref, usize)>,
}

/// A value with unknown parts.
pub(super) struct Noted {
    pub to: Ref,
    /// Its offset in the input; `None` if it was unpacked.
    pub offset: Option<usize>,
    /// The reason why it is dropped; `None` if the value retains it.
    pub unknown_kind: Option<UnknownKind>,
}

impl Machine<'_> {
    /// Records where a struct starts to retain bytes of the input.
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

    /// Records where bytes of the input start to be dropped from a value.
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

    /// Discards a temporary value of this number that was not used.
    pub fn forget(&mut self, made: usize) {
        while self.noted.pop_if(|last| matches!(last.to.root, Root::Made(index) if index >= made)).is_some() {}
    }

    /// Records that the temporary entry of this number is now in a map under this key.
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
