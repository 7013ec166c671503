//! A trace of a decoder's reads: which bytes, how, and for what purpose.

use crate::{Path, Refusal, Value};
use polywire_ir::ReadLeaf;
use polywire_ir::types::Type;
use std::ops::Range;
use std::sync::Arc;

/// A decoder's way through a message.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The message; then the bytes that the codec unpacked of it and read in turn.
    pub buffers: Vec<Vec<u8>>,
    /// The reads, in the order of the first time. Bytes that are read again are listed once.
    pub reads: Vec<Read>,
    /// The faults of the message. Reading continues behind a fault in a text, and behind a part of declared length that
    /// has one; any other fault is the last.
    pub faults: Vec<Refusal>,
    /// The parts that the decoder reports as left out.
    pub omitted: Vec<Omitted>,
    /// The value that the decoder made; after a fault, the value so far.
    pub value: Value,
}

/// Bytes that a decoder leaves out because the schema does not know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Index of the buffer.
    pub buffer: usize,
    /// Bytes of the buffer.
    pub range: Range<usize>,
    /// The value that they are left out of.
    pub path: Arc<Path>,
}

/// Bytes that an op reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Index of the buffer.
    pub buffer: usize,
    /// Bytes of the buffer.
    pub range: Range<usize>,
    /// How they are read.
    pub how: How,
    /// The purpose of the bytes.
    pub role: Role,
    /// The codec's name for the value; empty where it does not keep it.
    pub name: String,
    /// The member that they are about; of those that share them the first.
    pub path: Arc<Path>,
    /// The number that they are as the wire has it, where they are one.
    pub number: Option<u64>,
    /// The number in its role: a length in bytes or other units, a count, a position in the buffer.
    pub meaning: Option<u64>,
    /// The native value made of them alone, if there is one.
    pub value: Option<Native>,
    /// They are kept as unknown.
    pub is_unknown: bool,
    /// How often they are read again for other members.
    pub shared: u32,
}

/// A native value and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Native {
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// How bytes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// They must be, or may be, just these.
    Constant,
    /// An integer of this many bytes.
    Int {
        /// 1, 2, 4 or 8.
        width: u8,
        /// The least significant byte comes first.
        little: bool,
    },
    /// A run of bytes.
    Bytes,
    /// Passed over.
    Skipped,
    /// Passed over to get to a multiple.
    Aligned,
    /// By a leaf.
    Leaf(ReadLeaf),
    /// A section, of which others are parts.
    Section,
}

/// The purpose of bytes. A later role is more specific than an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Unknown, or checked only.
    Other,
    /// Decides how reading goes on.
    Choice,
    /// A length in some unit.
    Length,
    /// How many there are of something.
    Count,
    /// Where to read on.
    Position,
    /// Tells which member follows.
    Key,
    /// Part of a member's value.
    Value,
    /// Bytes in which others are read.
    Region,
}
