//! A trace of a decoder's reads: which bytes, how, and for what purpose.

use crate::{Path, Refusal, Value};
use polywire_ir::ReadLeaf;
use polywire_ir::types::Type;
use std::ops::Range;
use std::sync::Arc;

/// Limit on the recorded reads of a buffer.
pub const MOST_READS: usize = 50_000;

/// A record of decoding a message.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The message, followed by the bytes that the codec unpacked from it and then read.
    pub buffers: Vec<Vec<u8>>,
    /// The reads, in the order of first occurrence. Bytes that are read again are listed once.
    pub reads: Vec<Read>,
    /// True if a buffer had more than [`MOST_READS`] reads, so that later ones are missing.
    pub is_cut: bool,
    /// The faults of the message. Reading continues after a fault in a text, and after a faulty part of declared
    /// length; any other fault is the last, and so is a fault after the trace was cut off.
    pub faults: Vec<Refusal>,
    /// The parts that the decoder reports as dropped.
    pub omitted: Vec<Omitted>,
    /// The value that the decoder made; after a fault, the value so far.
    pub value: Value,
}

/// Bytes that a decoder drops because they are not in the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Index of the buffer.
    pub buffer: usize,
    /// Bytes of the buffer.
    pub range: Range<usize>,
    /// The value that lacks them.
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
    /// The codec's name for the value; empty if it has none.
    pub name: String,
    /// The member that they belong to; if shared, the first one.
    pub path: Arc<Path>,
    /// The number as encoded, if they are one.
    pub number: Option<u64>,
    /// The number in its role: a length in bytes or other units, a count, a position in the buffer.
    pub meaning: Option<u64>,
    /// The native value built only from them, if any.
    pub value: Option<Native>,
    /// True if they are kept as unknown.
    pub is_unknown: bool,
    /// The number of other members for which they are read again.
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
    /// A constant that is required or permitted here.
    Constant,
    /// An integer of this many bytes.
    Int {
        /// 1, 2, 4 or 8.
        width: u8,
        /// True for little-endian.
        little: bool,
    },
    /// A run of bytes.
    Bytes,
    /// Skipped bytes.
    Skipped,
    /// Skipped padding up to a multiple.
    Aligned,
    /// By a leaf.
    Leaf(ReadLeaf),
    /// A section, which contains others.
    Section,
}

/// The purpose of bytes. A later role is more specific than an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Unknown, or checked only.
    Other,
    /// Determines how reading continues.
    Choice,
    /// A length in some unit.
    Length,
    /// A number of items.
    Count,
    /// The position of other data.
    Position,
    /// Identifies the next member.
    Key,
    /// Part of a member's value.
    Value,
    /// Bytes in which others are read.
    Region,
}
