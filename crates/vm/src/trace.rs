//! What a decoder reads of a message: which bytes, how, and what for.

use crate::{Path, Refusal, Value};
use polywire_ir::ReadLeaf;
use polywire_ir::types::Type;
use std::ops::Range;
use std::sync::Arc;

/// More reads of a buffer are not noted.
pub const MOST_READS: usize = 50_000;

/// A decoder's way through a message.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The message; then what the codec unpacked of it and read in turn.
    pub buffers: Vec<Vec<u8>>,
    /// What was read, in the order of the first time. What is read again is there once.
    pub reads: Vec<Read>,
    /// More was read of a buffer than [`MOST_READS`]: what came later is not among the reads.
    pub is_cut: bool,
    /// What is wrong with the message. Reading goes on behind a fault in a text, and behind a part of declared length that
    /// has one; another fault is the last.
    pub faults: Vec<Refusal>,
    /// What the decoder tells that it leaves out.
    pub omitted: Vec<Omitted>,
    /// What the decoder made of it; after a fault, what it has so far.
    pub value: Value,
}

/// Bytes that a decoder leaves out because the schema does not know what they mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Index of the buffer.
    pub buffer: usize,
    /// Bytes of the buffer.
    pub range: Range<usize>,
    /// What they are left out of.
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
    /// What they are used for.
    pub role: Role,
    /// What the codec calls that which is read; empty where it does not keep it.
    pub name: String,
    /// The member that they are about; of those that share them the first.
    pub path: Arc<Path>,
    /// The number that they are as the wire has it, where they are one.
    pub number: Option<u64>,
    /// What that comes to in their role: a length in bytes or other units, a count, a position in the buffer.
    pub meaning: Option<u64>,
    /// What is made of them, where they alone are a native value.
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
    /// An integer of so many bytes.
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

/// What bytes are used for. A later one says more than an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Not told, or checked only.
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
