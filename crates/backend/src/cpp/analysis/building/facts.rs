//! The effects of a scope's ops on an object.

use super::plan::{CalleeReset, Track};
use std::collections::BTreeSet;

/// The effects of a scope on an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Made new on every path to success, as paths of fields; what delegates make new among them.
    pub(super) assigned: BTreeSet<Vec<u32>>,
    /// Unknown bytes are reset by a callee.
    pub(super) unknown_assigned: bool,
    /// Fields of fields that functions leave as they are when they make structs of the object new.
    pub(super) left_fields: BTreeSet<(u32, u32)>,
    /// Structs of the object whose unknown bytes they leave.
    pub(super) left_unknown: BTreeSet<u32>,
    /// First touched, on every path, by functions that reset the parts that they touch.
    pub(super) callee_resets: BTreeSet<CalleeReset>,
    /// Fields that are read, or touched in a way that a local variable could not follow.
    pub(super) read: BTreeSet<u32>,
    /// The whole object is.
    pub(super) all_read: bool,
    /// Fields that any op has to do with.
    pub(super) touched: BTreeSet<u32>,
    /// Lists that are given many elements at once.
    pub(super) filled: BTreeSet<u32>,
    /// Ops that make a list or an optional new themselves.
    pub(super) self_resetting: BTreeSet<usize>,
    /// Branches that do not make a field new, where the others do.
    pub(super) branch_resets: BTreeSet<(usize, u32, Option<Track>)>,
    /// Success is not reached.
    pub(super) ends: bool,
}

/// Parts of an object.
pub(super) struct Parts {
    pub(super) paths: Vec<Vec<u32>>,
    pub(super) unknown: bool,
}
