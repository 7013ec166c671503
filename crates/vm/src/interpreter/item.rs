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
    /// Bytes, including those of statically known length.
    Bytes(Bytes),
    /// A native value.
    Ref(Ref),
}

/// A value and its origin.
#[derive(Clone, Debug)]
pub struct Tracked {
    /// The value.
    pub item: Item,
    /// The reads from which it is computed, by number; empty without a tracer.
    pub origin: Origin,
}

/// Distinct read numbers.
pub type Origin = Vec<usize>;

impl From<Item> for Tracked {
    fn from(item: Item) -> Self {
        Self { item, origin: Origin::new() }
    }
}

/// A native value, as a path from a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ref {
    /// The start of the path.
    pub root: Root,
    /// The steps, with all indices evaluated.
    pub hops: Vec<Hop>,
}

impl Ref {
    /// A reference to a whole root.
    pub fn to(root: Root) -> Self {
        Self { root, hops: Vec::new() }
    }

    /// Returns true if it is a prefix of the other path.
    pub fn is_around(&self, other: &Self) -> bool {
        self.root == other.root && other.hops.starts_with(&self.hops)
    }

    /// Returns the path extended by one step.
    pub fn hop(&self, hop: Hop) -> Self {
        let mut to = self.clone();
        to.go(hop);
        to
    }

    /// Extends the path by one step. For a map's entry, the fields are its key and value, because entries are not
    /// structs.
    pub fn go(&mut self, hop: Hop) {
        match (self.hops.last_mut(), hop) {
            (Some(Hop::Entry(_, part @ EntryPart::Whole)), Hop::Field(0)) => *part = EntryPart::Key,
            (Some(Hop::Entry(_, part @ EntryPart::Whole)), Hop::Field(_)) => *part = EntryPart::Value,
            (_, hop) => self.hops.push(hop),
        }
    }
}

/// The roots of native values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The message itself, read or under construction.
    Message,
    /// The run-time schema.
    Schema,
    /// A temporary value made by an op, by number.
    Made(usize),
}

/// A step of a path.
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
