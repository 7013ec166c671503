//! The subject of an op: the place to name when it fails.
//!
//! Design: docs/decisions/0018-error-paths.md

use crate::{Arg, Block, Function, Op, Place, ValueType, VarId};
use std::collections::HashSet;

/// Returns the subject of an op in a block: its own place, or the one built from the values that it reads or checks.
/// `None` if the op concerns the whole value: a header, a key, or data from which several members are read.
pub fn subject<'a>(function: &Function, ops: &'a [Op], index: usize) -> Option<&'a Place> {
    let op = ops.get(index)?;
    if let Some(place) = own_place(op) {
        return Some(place);
    }
    let mut tainted: HashSet<VarId> = op.binds().into_iter().collect();
    if matches!(op, Op::Check { .. } | Op::Charge { .. }) {
        op.visit_uses(&mut |var| tainted.extend([var]));
    }
    // A section provides many members, so it has no single subject.
    tainted.retain(|var| !matches!(function.var(*var).ty, ValueType::Section(_)));
    made_of(&ops[index + 1..], &mut tainted)
}

/// Returns the first place in a block whose root is bound outside.
pub fn first_subject(block: &Block) -> Option<&Place> {
    let mut bound = HashSet::new();
    first_of(&block.ops, &mut bound)
}

/// Returns the place that an op builds, visits, passes on or tests; for an op that measures or frames a block, the
/// first one inside.
fn own_place(op: &Op) -> Option<&Place> {
    match op {
        Op::Window { body, .. } | Op::At { body, .. } | Op::Measured { body, .. } => first_subject(body),
        _ => handed_over(op).or_else(|| op.place()).or_else(|| looked_at(op)),
    }
}

fn handed_over(op: &Op) -> Option<&Place> {
    let Op::Call { args, .. } = op else { return None };
    args.iter().find_map(|arg| match arg {
        Arg::Place(place) => Some(place),
        Arg::Value(_) => None,
    })
}

fn looked_at(op: &Op) -> Option<&Place> {
    let mut found = None;
    op.visit_exprs(&mut |outer| outer.visit(&mut |expr| found = found.or_else(|| expr.place())));
    found
}

/// Returns the first place built from tainted values.
fn made_of<'a>(ops: &'a [Op], tainted: &mut HashSet<VarId>) -> Option<&'a Place> {
    for op in ops {
        if is_made_of(op, tainted) {
            if let Some(place) = handed_over(op).or_else(|| op.place()) {
                return Some(place);
            }
            tainted.extend(op.binds());
        }
        let inside = op.blocks().into_iter().find_map(|block| made_of(&block.ops, tainted));
        if let Some(place) = inside {
            // Pushed or opened values are named by the outer place; their variable is meaningful only inside.
            return Some(op.place().unwrap_or(place));
        }
    }
    None
}

/// Returns true if an op uses tainted values. For a section, its place counts, since its length is unrelated to its
/// contents.
fn is_made_of(op: &Op, tainted: &HashSet<VarId>) -> bool {
    let mut uses = false;
    let mut see = |var| uses |= tainted.contains(&var);
    match op {
        Op::Section { region, pos, .. } => [region, pos].into_iter().for_each(|part| part.visit_uses(&mut see)),
        _ => op.visit_uses(&mut see),
    }
    uses
}

fn first_of<'a>(ops: &'a [Op], bound: &mut HashSet<VarId>) -> Option<&'a Place> {
    for op in ops {
        let own = handed_over(op).or_else(|| op.place()).or_else(|| looked_at(op));
        if let Some(place) = own.filter(|place| !bound.contains(&place.root)) {
            return Some(place);
        }
        bound.extend(op.binds());
        if let Some(place) = op.blocks().into_iter().find_map(|block| first_of(&block.ops, bound)) {
            return Some(place);
        }
    }
    None
}
