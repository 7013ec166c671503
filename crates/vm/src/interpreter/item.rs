use super::bytes::Bytes;
use crate::Value;
use std::rc::Rc;

/// A value of the IR.
#[derive(Clone, Debug)]
pub enum Item {
    /// True or false.
    Bool(bool),
    /// An unsigned integer.
    U64(u64),
    /// A signed integer.
    I64(i64),
    /// Bytes, also of statically known length.
    Bytes(Bytes),
    /// A native value.
    Ref(Ref),
}

/// A value and its origin.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// The value.
    pub item: Item,
    /// The reads that it is computed from, by number; none where nobody traces.
    pub origin: Origin,
}

/// Reads by number, each once.
pub type Origin = Vec<usize>;

impl From<Item> for Tracked {
    fn from(item: Item) -> Self {
        Self { item, origin: Origin::new() }
    }
}

/// A native value: the path to it from a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ref {
    /// Where the way starts.
    pub root: Root,
    /// Its steps, of which no index is left to be computed.
    pub hops: Vec<Hop>,
}

impl Ref {
    /// A whole root.
    pub fn to(root: Root) -> Self {
        Self { root, hops: Vec::new() }
    }

    /// Returns true if the path to another begins with this one.
    pub fn is_around(&self, other: &Self) -> bool {
        self.root == other.root && other.hops.starts_with(&self.hops)
    }

    /// One step on.
    pub fn hop(&self, hop: Hop) -> Self {
        let mut to = self.clone();
        to.go(hop);
        to
    }

    /// Goes one step on. The fields of a map's entry are its key and value, for a map has no entries of its own.
    pub fn go(&mut self, hop: Hop) {
        match (self.hops.last_mut(), hop) {
            (Some(Hop::Entry(_, part @ EntryPart::Whole)), Hop::Field(0)) => *part = EntryPart::Key,
            (Some(Hop::Entry(_, part @ EntryPart::Whole)), Hop::Field(_)) => *part = EntryPart::Value,
            (_, hop) => self.hops.push(hop),
        }
    }
}

/// The native values that a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The message itself, read or under construction.
    Message,
    /// The run-time schema.
    Schema,
    /// One that an op made, by number.
    Made(usize),
}

/// A step of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hop {
    /// Field of a struct.
    Field(usize),
    /// Value of an optional.
    Some,
    /// Value of a union's case.
    Case(u32),
    /// Element of a list or array.
    At(usize),
    /// Entry of a map, by its key.
    Entry(Rc<Value>, EntryPart),
}

/// The part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryPart {
    /// All of it.
    Whole,
    /// Its key.
    Key,
    /// Its value.
    Value,
}
