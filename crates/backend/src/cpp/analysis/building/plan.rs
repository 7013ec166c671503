//! What is decided for an object.

use super::facts::Facts;
use crate::cpp::analysis::touched::Touched;
use polywire_ir::FuncId;
use polywire_ir::types::{FieldType, StructId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// How an object is made new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildPlan {
    /// The whole object is reset before.
    pub reset_whole: bool,
    /// These fields are reset before.
    pub reset: BTreeSet<u32>,
    /// Unknown bytes are cleared before.
    pub reset_unknown: bool,
    /// These fields have a local variable.
    pub tracks: BTreeMap<u32, Track>,
    /// What functions that are called take over.
    pub delegates: BTreeSet<Delegate>,
    /// Ops (by address) that give a list its elements, or an optional its value, before anything else has to do with it: they
    /// make the field new themselves.
    pub firsts: BTreeSet<usize>,
    /// Branches (the address of the block) in which a field is reset or has a local variable, because the others make it new.
    pub sinks: BTreeSet<(usize, u32, Option<Track>)>,
}

/// A local variable that stands for the state of a list or optional while a value is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Track {
    /// The number of its elements.
    List,
    /// Whether it has a value.
    Optional,
}

/// A function that makes new what it touches of what stands at a path of fields.
pub type Delegate = (Vec<u32>, FuncId);

impl BuildPlan {
    /// Leaves to the caller what the function does not touch.
    pub(super) fn keep(&mut self, touched: &Touched) {
        self.reset.retain(|field| touched.fields.contains(field));
        self.tracks.retain(|field, _| touched.fields.contains(field));
        self.reset_unknown &= touched.unknown;
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(super) fn plan_struct(types: &Types, id: StructId, facts: Facts) -> BuildPlan {
    let record = types.record(id);
    let reset_unknown = record.keeps_unknown && !facts.unknown_assigned;
    let mut plan = BuildPlan {
        reset_unknown,
        delegates: facts.delegates,
        firsts: facts.firsts,
        sinks: facts.sinks,
        ..BuildPlan::default()
    };
    for (field, index) in record.fields.iter().zip(0..) {
        let track = track_of(field);
        if facts.assigned.contains(&vec![index]) {
            continue;
        }
        if let Some(track) = track.filter(|_| !facts.read.contains(&index) && !facts.all_read) {
            plan.tracks.insert(index, track);
        } else {
            plan.reset.insert(index);
        }
    }
    plan
}

/// The local variable that can stand for a field.
pub(super) fn track_of(field: &FieldType) -> Option<Track> {
    if field.optional {
        keeps_memory(&field.ty).then_some(Track::Optional)
    } else {
        matches!(field.ty, Type::List(_)).then_some(Track::List)
    }
}

/// Whether an object of this type holds memory worth keeping.
fn keeps_memory(ty: &Type) -> bool {
    match ty {
        Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => true,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(_) | Type::Enum(_) | Type::Union(_) => {
            false
        }
    }
}
