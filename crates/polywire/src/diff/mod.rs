//! Differences between two values of one type.
//!
//! Design: docs/decisions/0044-differences.md

mod align;
mod compare;
mod same;
mod unknown;

pub use unknown::UnknownText;

use crate::any::Contents;
use compare::Comparison;
use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Path, PathStep, Unknown, Value};

/// A difference between two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path in the first value, or if absent there, in the second. List elements may have different indices there.
    pub path: Path,
    /// The path in the second value, or if absent there, in the first.
    pub other_path: Path,
    /// The difference.
    pub change: Change,
}

/// The kind of difference; values are in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Both have a value.
    Changed(String, String),
    /// Only the second has a value.
    Added(String),
    /// Only the first has a value.
    Removed(String),
    /// Only the second has a value, which equals the default.
    Set(String),
    /// Only the first has a value, which equals the default.
    Unset(String),
    /// Unknown fields.
    Unknown(Option<Unknown>, Option<Unknown>),
}

/// Options of the comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Finite floats are equal if they differ by at most this. Without it, all floats except NaNs are compared bit by
    /// bit.
    pub tolerance: Option<f64>,
    /// Decoders for messages in an `Any`, which are compared field by field. Without them, their bytes are compared.
    pub contents: Option<&'a Contents>,
}

/// Returns the differences between two values of a struct, in field order.
pub fn differences(types: &Types, record: StructId, pair: (&Value, &Value), options: Options<'_>) -> Vec<Difference> {
    let mut comparison = Comparison::new(types, options);
    comparison.value(&Type::Struct(record), pair.0, pair.1);
    comparison.found
}

/// Returns the differences between two values of no known type, as [`crate::untyped::Reader`] reads them.
pub fn untyped_differences(pair: (&Value, &Value), options: Options<'_>) -> Vec<Difference> {
    let types = Types::default();
    let mut comparison = Comparison::new(&types, options);
    comparison.value(&Type::Bytes, pair.0, pair.1);
    let named = |mut it: Difference| {
        it.path.steps.iter_mut().chain(&mut it.other_path.steps).for_each(name_step);
        it
    };
    comparison.found.into_iter().map(named).collect()
}

/// Makes a key that looks like a name the name of a member.
fn name_step(step: &mut PathStep) {
    let PathStep::Key(key) = step else { return };
    let name = key.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|name| !name.is_empty());
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = |name: &&str| name.bytes().all(is_part) && !name.starts_with(|first: char| first.is_ascii_digit());
    if let Some(name) = name.filter(is_name) {
        *step = PathStep::Name(name.to_owned());
    }
}
