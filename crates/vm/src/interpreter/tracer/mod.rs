//! Traces a decoder: notes which bytes are read and for what purpose. The purpose of a number is known from its later
//! use.

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
    /// The subjects of ops, cached.
    subjects: HashMap<*const Op, Option<&'m Place>>,
    /// The subjects of the current ops, the outermost first; none where an op itself has none.
    about: Vec<Option<Rc<Ref>>>,
    /// Entries of maps under construction, which have no place in the message yet.
    entries: Vec<Entry>,
    /// Of the scratches at work, the innermost last, the reads of which something was written.
    written: Vec<Origin>,
    /// The same of those that are finished.
    unpacked: HashMap<*const u8, Origin>,
    faults: Vec<Refusal>,
    root: Type,
    /// For each function, whether it finds all that it reads by its position; computed once there is a failure.
    seeking: OnceCell<Vec<bool>>,
}

/// An entry of a map, and the first read that may be about it.
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

    /// Sets the subject; keeps the previous one where the new one is not part of the message.
    fn turn_to(&mut self, to: Option<Ref>) {
        let of_message = to.filter(|to| self.is_of_message(to));
        let about = of_message.map(Rc::new).or_else(|| self.current());
        self.about.push(about);
    }

    /// Returns true if it is part of the message, or will be.
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

/// Adds a number that may be there already; a value with very many origins has none in particular.
fn add(origin: &mut Origin, read: usize) {
    if origin.len() < MOST_ORIGINS && !origin.contains(&read) {
        origin.push(read);
    }
}

const MOST_ORIGINS: usize = 24;
