//! What the ops of a scope do with an object.

use super::plan::{Delegate, Track};
use std::collections::BTreeSet;

/// What a scope does with an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Made new on every way to success, as paths of fields; what delegates make new among them.
    pub(super) assigned: BTreeSet<Vec<u32>>,
    /// Unknown bytes are made new by a delegate.
    pub(super) unknown_assigned: bool,
    /// What the functions that make structs of the object new leave of them: fields of fields.
    pub(super) left_fields: BTreeSet<(u32, u32)>,
    /// Structs of the object whose unknown bytes they leave.
    pub(super) left_unknown: BTreeSet<u32>,
    /// First touched, and on every way, by functions that make new what they touch.
    pub(super) delegates: BTreeSet<Delegate>,
    /// Fields that are read, or touched in a way that a local variable could not follow.
    pub(super) read: BTreeSet<u32>,
    /// The whole object is.
    pub(super) all_read: bool,
    /// Fields that any op has to do with.
    pub(super) touched: BTreeSet<u32>,
    /// Lists that are given many elements at once.
    pub(super) filled: BTreeSet<u32>,
    /// Ops that make a list or an optional new themselves.
    pub(super) firsts: BTreeSet<usize>,
    /// Branches that do not make a field new, where the others do.
    pub(super) sinks: BTreeSet<(usize, u32, Option<Track>)>,
    /// Success is not reached.
    pub(super) ends: bool,
}

/// Parts of an object.
pub(super) struct Parts {
    pub(super) paths: Vec<Vec<u32>>,
    pub(super) unknown: bool,
}
