//! Traces a decoder: records which bytes are read and for what purpose. The purpose of a number is known only from its
//! later use.
//!
//! Design: docs/decisions/0026-inspect-traces-the-decoder.md

mod about;
mod fault;
mod note;
mod read;
mod uses;

use super::bytes::Bytes;
use super::item::{Origin, Ref, Root};
use crate::Refusal;
use crate::trace::How;
use note::{Note, Notes};
use polywire_ir::types::Type;
use polywire_ir::{Op, Place};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The trace so far.
pub struct Tracer<'m> {
    notes: Notes,
    /// The places of ops, cached.
    subjects: HashMap<*const Op, Option<&'m Place>>,
    /// The members of the current ops, outermost first; `None` for an op without one.
    about: Vec<Option<Rc<Ref>>>,
    /// Map entries under construction, which have no place in the message yet.
    entries: Vec<Entry>,
    /// For each active scratch, innermost last: the reads from which it was written.
    written: Vec<Origin>,
    /// The same for finished scratches.
    unpacked: HashMap<*const u8, Origin>,
    faults: Vec<Refusal>,
    root: Type,
    /// For each function, true if it finds everything that it reads by position; computed at the first failure.
    seeking: OnceCell<Vec<bool>>,
}

/// A map entry, and the first read that may belong to it.
struct Entry {
    root: Root,
    first_read: usize,
}

impl<'m> Tracer<'m> {
    pub fn new(input: &Bytes, root: Type) -> Self {
        Self {
            notes: Notes::new(input),
            subjects: HashMap::new(),
            about: Vec::new(),
            entries: Vec::new(),
            written: Vec::new(),
            unpacked: HashMap::new(),
            faults: Vec::new(),
            root,
            seeking: OnceCell::new(),
        }
    }

    /// Sets the current member; keeps the previous one if the new one is not part of the message.
    fn turn_to(&mut self, to: Option<Ref>) {
        let of_message = to.filter(|to| self.is_of_message(to));
        let about = of_message.map(Rc::new).or_else(|| self.current());
        self.about.push(about);
    }

    /// Returns true if the rest of the message adds nothing to the trace. While a buffer is being unpacked, reads of it
    /// are still to come.
    fn is_finished(&self) -> bool {
        self.notes.is_full() && self.written.is_empty()
    }

    /// Returns true if it is, or will become, part of the message.
    fn is_of_message(&self, to: &Ref) -> bool {
        to.root == Root::Message || self.entries.iter().any(|entry| entry.root == to.root)
    }

    fn current(&self) -> Option<Rc<Ref>> {
        self.about.last().cloned().flatten()
    }

    fn note(&mut self, bytes: &Bytes, how: How, name: &str, number: Option<u64>) -> Origin {
        let about = self.current();
        let is_nameless = name.is_empty() || matches!(how, How::Leaf(leaf) if leaf.name() == name);
        self.notes.add(bytes, Note::new(how, (name.to_owned(), is_nameless), about, number))
    }
}

/// Adds a read number unless present; a value with very many origins counts as having none.
fn add(origin: &mut Origin, read: usize) {
    if origin.len() < MOST_ORIGINS && !origin.contains(&read) {
        origin.push(read);
    }
}

const MOST_ORIGINS: usize = 24;
