use super::bytes::Bytes;

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

/// A native value: the way to it from a root.
#[derive(Clone, Debug)]
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

    /// One step on.
    pub fn hop(&self, hop: Hop) -> Self {
        let mut to = self.clone();
        to.hops.push(hop);
        to
    }
}

/// The native values that a message is about.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// The message itself, read or under construction.
    Message,
    /// The run-time schema.
    Schema,
}

/// A step of a way.
#[derive(Clone, Copy, Debug)]
pub enum Hop {
    /// Field of a struct.
    Field(usize),
    /// Value of an optional.
    Some,
    /// Value of a union's case.
    Case(u32),
    /// Element of a list or array.
    At(usize),
}
