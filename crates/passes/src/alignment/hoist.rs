//! Moves the alignment with which a function starts in front of its calls, where the position is often known. Whether a
//! function is changed depends on what it calls alone, so that the outputs of all files agree on it.

use super::is_linked;
use crate::pure::{is_inert, uses_tail};
use polywire_ir::types::Types;
use polywire_ir::{Arg, Calls, Const, Datum, Expr, FuncId, Function, Module, Op, ReadWhat, SiteId};
use std::collections::BTreeSet;

/// An alignment that holds where a function starts.
#[derive(Clone, Debug)]
pub(super) struct Aligned {
    pub side: Side,
    pub to: u64,
    /// A constant or a parameter.
    pub from: Expr,
    /// The parameter's place among all.
    param: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

/// Returns the alignment with which each function then starts.
pub(super) fn hoist(module: &mut Module, calls: &Calls) -> Vec<Option<Aligned>> {
    let roots: BTreeSet<FuncId> = module.roots().collect();
    let types = module.types.clone();
    let mut hoisted = vec![None; module.functions.len()];
    for component in calls.components() {
        for id in component.iter().filter(|id| !roots.contains(id) && !calls.is_recursive(**id)) {
            let Some(found) = take_first(&types, &mut module.functions[id.0 as usize]) else { continue };
            for caller in calls.callers(*id).iter().collect::<BTreeSet<_>>() {
                align_calls(&mut module.functions[caller.0 as usize], *id, &found);
            }
            hoisted[id.0 as usize] = Some(found);
        }
    }
    hoisted
}

/// Removes the alignment with which a function starts.
fn take_first(types: &Types, function: &mut Function) -> Option<Aligned> {
    if is_linked(function) {
        return None;
    }
    let index = function.body.ops.iter().position(|op| !precedes(types, function, op))?;
    let found = aligned(function, &function.body.ops[index])?;
    let follows = function.body.ops[..index].iter().any(|op| matches!(op, Op::Check { .. }));
    if found.side == Side::Input && (follows || function.nests) {
        return None;
    }
    function.body.ops.remove(index);
    Some(found)
}

/// Returns true if an op may as well follow an alignment of the output, or if it has no check, of the input.
fn precedes(types: &Types, function: &Function, op: &Op) -> bool {
    let mut sees = false;
    op.visit_exprs(&mut |expr| sees |= uses_tail(expr) || expr.uses_cursor());
    !sees && (matches!(op, Op::Check { .. }) || is_inert(types, function, op))
}

fn aligned(function: &Function, op: &Op) -> Option<Aligned> {
    let (side, to, from) = match op {
        Op::Read { what: ReadWhat::Align { to: Expr::Const(Const::U64(to)), from }, .. } => (Side::Input, *to, from),
        Op::Write { what: Datum::Align { to, from } } => (Side::Output, u64::from(*to), from),
        _ => return None,
    };
    let param = match from {
        Expr::Const(_) => None,
        Expr::Var(var) => Some(function.params.iter().position(|param| param.var == *var)?),
        _ => return None,
    };
    Some(Aligned { side, to, from: from.clone(), param })
}

fn align_calls(caller: &mut Function, callee: FuncId, found: &Aligned) {
    let mut sites = caller.body.sites();
    caller.visit_blocks_mut(&mut |block| {
        let mut ops = Vec::with_capacity(block.ops.len());
        for op in std::mem::take(&mut block.ops) {
            if let Op::Call { func, args, .. } = &op
                && *func == callee
            {
                ops.push(found.before(args, SiteId(sites)));
                sites += 1;
            }
            ops.push(op);
        }
        block.ops = ops;
    });
}

impl Aligned {
    /// Returns the op in front of a call with these arguments.
    fn before(&self, args: &[Arg], site: SiteId) -> Op {
        let from = match self.param.and_then(|index| args.get(index)) {
            Some(Arg::Value(value)) => value.clone(),
            Some(Arg::Place(_)) | None => self.from.clone(),
        };
        match self.side {
            Side::Input => Op::Read { what: ReadWhat::Align { to: self.to.into(), from }, results: Vec::new(), site },
            Side::Output => Op::Write { what: Datum::Align { to: self.to as u32, from } },
        }
    }
}
