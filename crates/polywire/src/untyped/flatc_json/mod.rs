//! The dialect of JSON that flatc reads and writes: names without quotes, comments, commas before the end, `nan` and `inf`.
//!
//! It is translated into JSON, and errors in that are reported at their place in the original.
//!
//! Design: docs/decisions/0099-flexbuffers.md

mod number;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;
