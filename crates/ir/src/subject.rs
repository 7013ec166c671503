//! The subject of an op: the place to name when it fails.

use crate::{Arg, Block, Function, Op, Place, ValueType, VarId};
use std::collections::HashSet;

/// The subject of one of a block's ops: its own place, or the one that is built of the values that it reads or checks.
/// None where it is about the whole value: a head, a key, data from which several members are read.
pub fn subject<'a>(function: &Function, ops: &'a [Op], index: usize) -> Option<&'a Place> {
    let op = ops.get(index)?;
    if let Some(place) = own_place(op) {
        return Some(place);
    }
    let mut tainted: HashSet<VarId> = op.binds().into_iter().collect();
    if matches!(op, Op::Check { .. } | Op::Charge { .. }) {
        op.visit_uses(&mut |var| tainted.extend([var]));
    }
    // Of a section, many members are made.
    tainted.retain(|var| !matches!(function.var(*var).ty, ValueType::Section(_)));
    made_of(&ops[index + 1..], &mut tainted)
}

/// The first place that a block is about, whose root is bound outside.
pub fn first_subject(block: &Block) -> Option<&Place> {
    let mut bound = HashSet::new();
    first_of(&block.ops, &mut bound)
}

/// The place that an op builds, visits or hands over, or looks at; of what measures or frames others that of the first inside.
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

/// The first place built of tainted values.
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
            // Pushed or opened values are named by the place outside; their variable has a meaning only inside.
            return Some(op.place().unwrap_or(place));
        }
    }
    None
}

/// Returns true if an op uses tainted values; of a section, its place counts, for its length says nothing of its
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
