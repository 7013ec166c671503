//! Facts about the effects of a scope's ops on an object.

use super::plan::{CalleeReset, Track};
use crate::plan::{BlockId, OpId};
use std::collections::BTreeSet;

/// The effects of a scope on an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Reset on every path to success, as paths of fields, including resets by callees.
    pub(super) assigned: BTreeSet<Vec<u32>>,
    /// Unknown bytes are reset by a callee.
    pub(super) unknown_assigned: bool,
    /// Fields of fields that functions leave unchanged when they reset structs of the object.
    pub(super) left_fields: BTreeSet<(u32, u32)>,
    /// Structs of the object whose unknown bytes are left unchanged in this way.
    pub(super) left_unknown: BTreeSet<u32>,
    /// First touched, on every path, by functions that reset the parts that they touch.
    pub(super) callee_resets: BTreeSet<CalleeReset>,
    /// Fields that are read, or touched in a way that a local variable could not track.
    pub(super) read: BTreeSet<u32>,
    /// The whole object is read in this way.
    pub(super) all_read: bool,
    /// Fields touched by any op.
    pub(super) touched: BTreeSet<u32>,
    /// Lists that get many elements at once.
    pub(super) filled: BTreeSet<u32>,
    /// Ops that reset a list or an optional themselves.
    pub(super) self_resetting: BTreeSet<OpId>,
    /// Branches that do not reset a field, although others do.
    pub(super) branch_resets: BTreeSet<(BlockId, u32, Option<Track>)>,
    /// Success is not reached.
    pub(super) ends: bool,
}

/// Parts of an object.
pub(super) struct Parts {
    pub(super) paths: Vec<Vec<u32>>,
    pub(super) unknown: bool,
}
