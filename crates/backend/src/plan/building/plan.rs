//! The decisions for an object.

use super::facts::Facts;
use crate::plan::touched::Touched;
use crate::plan::{BlockId, OpId};
use polywire_ir::FuncId;
use polywire_ir::types::{FieldType, StructId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// How an object is reset for reuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildPlan {
    /// The whole object is reset at the start.
    pub reset_whole: bool,
    /// Fields reset at the start.
    pub reset: BTreeSet<u32>,
    /// Unknown bytes are cleared at the start.
    pub reset_unknown: bool,
    /// Fields of fields reset at the start, because functions that reset the others leave them unchanged.
    pub reset_inside: BTreeSet<(u32, u32)>,
    /// Fields whose unknown bytes are cleared at the start, for the same reason.
    pub reset_unknown_inside: BTreeSet<u32>,
    /// Fields tracked by a local variable.
    pub tracks: BTreeMap<u32, Track>,
    /// Resets done by called functions.
    pub callee_resets: BTreeSet<CalleeReset>,
    /// Ops that give a list its elements, or an optional its value, before anything else touches it, and
    /// so reset the field themselves.
    pub self_resetting: BTreeSet<OpId>,
    /// Branches in which a field is reset or tracked, because other branches reset it.
    pub branch_resets: BTreeSet<(BlockId, u32, Option<Track>)>,
}

/// A local variable that tracks the state of a field while a value is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Track {
    /// The number of its elements.
    List,
    /// Its presence.
    Optional,
    /// The start of the old entries of a map.
    Map,
    /// True if a union has a new case.
    Union,
    /// True if a struct is new.
    Struct,
}

/// A function that resets the parts that it touches at a path of fields.
pub type CalleeReset = (Vec<u32>, FuncId);

impl BuildPlan {
    /// Leaves parts that the function does not touch to the caller.
    pub(super) fn keep(&mut self, touched: &Touched) {
        self.reset.retain(|field| touched.fields.contains(field));
        self.tracks.retain(|field, _| touched.fields.contains(field));
        self.reset_unknown &= touched.unknown;
        self.reset_inside.retain(|(field, _)| touched.fields.contains(field));
        self.reset_unknown_inside.retain(|field| touched.fields.contains(field));
    }

    /// Returns true if there is nothing to do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(super) fn plan_struct(types: &Types, id: StructId, facts: Facts) -> BuildPlan {
    let record = types.record(id);
    let reset_unknown = record.keeps_unknown && !facts.unknown_assigned;
    let mut plan = BuildPlan {
        reset_unknown,
        reset_inside: facts.left_fields.clone(),
        reset_unknown_inside: facts.left_unknown.clone(),
        callee_resets: facts.callee_resets.clone(),
        self_resetting: facts.self_resetting.clone(),
        branch_resets: facts.branch_resets.clone(),
        ..BuildPlan::default()
    };
    for (field, index) in record.fields.iter().zip(0..) {
        let track = track_of(types, field);
        if facts.assigned.contains(&vec![index]) {
            continue;
        }
        match track
            .filter(|track| !facts.read.contains(&index) && !facts.all_read && pays(*track, field, &facts, index))
        {
            Some(track) => drop(plan.tracks.insert(index, track)),
            None => drop(plan.reset.insert(index)),
        }
    }
    plan
}

/// Returns the kind of local variable that can track a field.
pub(super) fn track_of(types: &Types, field: &FieldType) -> Option<Track> {
    if field.optional {
        (keeps_memory(&field.ty) && !matches!(field.ty, Type::Union(_))).then_some(Track::Optional)
    } else {
        match &field.ty {
            Type::List(_) => Some(Track::List),
            Type::Map(_) => Some(Track::Map),
            Type::Union(_) if !field.boxed => Some(Track::Union),
            Type::Struct(id) if !field.boxed && has_state(types, *id) => Some(Track::Struct),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Array(..)
            | Type::Struct(_)
            | Type::Union(_) => None,
        }
    }
}

/// Returns true if values of a struct differ: it has members, or keeps unknown ones.
fn has_state(types: &Types, id: StructId) -> bool {
    let record = types.record(id);
    record.keeps_unknown || !record.fields.is_empty()
}

/// Returns true if a local variable is better than a reset: lists of numbers need none, because a cleared list keeps
/// its memory, and unused fields are simply reset.
fn pays(track: Track, field: &FieldType, facts: &Facts, index: u32) -> bool {
    match (track, &field.ty) {
        (Track::List, Type::List(element)) => keeps_memory(element) || facts.filled.contains(&index),
        (Track::Union | Track::Struct, _) => facts.touched.contains(&index),
        (Track::List | Track::Optional | Track::Map, _) => true,
    }
}

/// Returns true if an object of this type may own memory worth keeping.
fn keeps_memory(ty: &Type) -> bool {
    match ty {
        Type::Text { .. }
        | Type::Bytes
        | Type::Struct(_)
        | Type::List(_)
        | Type::Array(..)
        | Type::Map(_)
        | Type::Union(_) => true,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(..) | Type::Enum(_) => false,
    }
}
