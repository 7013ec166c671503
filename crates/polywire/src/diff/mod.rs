//! The differences between two values of one type.

mod align;
mod compare;
mod same;
mod unknown;

pub use unknown::UnknownText;

use crate::any::Contents;
use compare::Comparison;
use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Path, Unknown, Value};

/// A difference between a value and another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path in the one value, or else in the other. Elements of lists may be at other places there.
    pub path: Path,
    /// Where it is in the other value, or else in the one.
    pub other_path: Path,
    /// The difference.
    pub change: Change,
}

/// How a part of a value differs from that of another; values are texts of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Both have a value.
    Changed(String, String),
    /// Only the other has a value.
    Added(String),
    /// Only the one has a value.
    Removed(String),
    /// Only the other has a value, which is what absence reads as.
    Set(String),
    /// Only the one has a value, which is what absence reads as.
    Unset(String),
    /// Fields that the schema does not know.
    Unknown(Option<Unknown>, Option<Unknown>),
}

/// Options of the comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Finite floats differ by more than this. (Without it, all but NaNs are compared bit by bit.)
    pub tolerance: Option<f64>,
    /// Messages in an `Any` are compared field by field. (Without it, their bytes are.)
    pub contents: Option<&'a Contents>,
}

/// The differences between two values of a struct, in the order of its fields.
pub fn differences(types: &Types, record: StructId, pair: (&Value, &Value), options: Options<'_>) -> Vec<Difference> {
    let mut comparison = Comparison::new(types, options);
    comparison.value(&Type::Struct(record), pair.0, pair.1);
    comparison.found
}
