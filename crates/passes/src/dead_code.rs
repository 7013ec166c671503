//! Removes ops without effect.

use crate::{Options, Pass};
use polywire_ir::{Block, Carried, Const, Expr, FuncId, Function, Module, Op, ReadWhat, VarId};
use std::collections::HashMap;

pub(crate) const PASS: Pass = Pass {
    name: "dead_code",
    doc: "Removes unused values, branches that are never taken, empty branches, and functions that no entry reaches.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    for function in &mut module.functions {
        function.visit_blocks_mut(&mut splice_constant_branches);
        drop_unused(function);
    }
    drop_functions(module);
}

/// Removes ops without effect, and those used only by them.
pub(crate) fn drop_unused(function: &mut Function) {
    while drop_unused_once(function) {}
}

/// Replaces an `if` or a `switch` on a constant by the ops of the branch taken.
fn splice_constant_branches(block: &mut Block) {
    let mut ops = Vec::with_capacity(block.ops.len());
    for mut op in std::mem::take(&mut block.ops) {
        match taken(&mut op) {
            Some((taken, results)) => {
                ops.extend(taken.ops);
                let lets = results.into_iter().zip(taken.yields);
                ops.extend(lets.map(|(var, value)| Op::Let { var, value }));
            }
            None => ops.push(op),
        }
    }
    block.ops = ops;
}

/// Takes the block that always runs, and the results, out of an `if` or a `switch` that has one.
fn taken(op: &mut Op) -> Option<(Block, Vec<VarId>)> {
    let (block, results) = match op {
        Op::If { cond: Expr::Const(Const::Bool(cond)), then, other, results } => {
            (if *cond { then } else { other }, results)
        }
        Op::Switch { on: Expr::Const(key), arms, default, results } => {
            let arm = arms.iter_mut().find(|arm| arm.keys.contains(key));
            (arm.map_or(default, |arm| &mut arm.body), results)
        }
        Op::Switch { arms, default, results, .. } if arms.is_empty() => (default, results),
        _ => return None,
    };
    Some((std::mem::take(block), std::mem::take(results)))
}

/// Removes ops without effect; returns true if there were any.
fn drop_unused_once(function: &mut Function) -> bool {
    let mut uses: HashMap<VarId, u32> = HashMap::new();
    function.body.visit_uses_mut(&mut |var| *uses.entry(*var).or_default() += 1);
    let mut dropped = false;
    function.visit_blocks_mut(&mut |block| {
        let before = block.ops.len();
        block.ops.retain(|op| !is_dead(op, &uses));
        dropped |= block.ops.len() < before;
        block.ops.iter_mut().for_each(|op| dropped |= drop_results(op, &uses) || drop_carried(op, &uses));
    });
    dropped
}

fn is_dead(op: &Op, uses: &HashMap<VarId, u32>) -> bool {
    let nothing = |block: &Block| block.ops.is_empty() && block.yields.is_empty();
    match op {
        Op::Let { var, .. } | Op::Section { var, code: None, .. } => !uses.contains_key(var),
        Op::Read { what: ReadWhat::Peek, results, .. } => results.iter().all(|var| !uses.contains_key(var)),
        Op::If { then, other, results, .. } => results.is_empty() && nothing(then) && nothing(other),
        Op::Each { carried, body, .. } => carried.is_empty() && nothing(body),
        Op::Scratch { var, body } => {
            !uses.contains_key(var) && body.ops.iter().all(|op| matches!(op, Op::Write { .. }))
        }
        Op::Check { cond: Expr::Const(Const::Bool(true)), .. }
        | Op::Charge { cost: Expr::Const(Const::U64(0)), .. } => true,
        _ => false,
    }
}

/// Removes unused results and their yields; returns true if there were any.
fn drop_results(op: &mut Op, uses: &HashMap<VarId, u32>) -> bool {
    let (Op::If { results, .. } | Op::Switch { results, .. } | Op::Window { results, .. } | Op::At { results, .. }) =
        op
    else {
        return false;
    };
    let used: Vec<bool> = results.iter().map(|var| uses.contains_key(var)).collect();
    if used.iter().all(|used| *used) {
        return false;
    }
    keep(results, &used);
    op.blocks_mut().into_iter().for_each(|block| keep(&mut block.yields, &used));
    true
}

/// Removes the values that a loop carries for nothing but themselves; returns true if there were any.
fn drop_carried(op: &mut Op, uses: &HashMap<VarId, u32>) -> bool {
    let (Op::Loop { carried, body, results, .. } | Op::Each { carried, body, results, .. }) = op else { return false };
    let is_used = |((carried, next), result): ((&Carried, &Expr), &VarId)| {
        let of_itself = u32::from(*next == Expr::Var(carried.var));
        uses.contains_key(result) || uses.get(&carried.var).is_some_and(|uses| *uses > of_itself)
    };
    let used: Vec<bool> = carried.iter().zip(&body.yields).zip(&*results).map(is_used).collect();
    if used.iter().all(|used| *used) {
        return false;
    }
    keep(carried, &used);
    keep(&mut body.yields, &used);
    keep(results, &used);
    true
}

fn keep<T>(list: &mut Vec<T>, flags: &[bool]) {
    let mut flags = flags.iter();
    list.retain(|_| flags.next() == Some(&true));
}

/// Removes functions that no entry reaches. A module without entries and views keeps all functions.
pub(crate) fn drop_functions(module: &mut Module) {
    let mut open: Vec<FuncId> = module.roots().collect();
    if open.is_empty() {
        return;
    }
    let mut reached = vec![false; module.functions.len()];
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut reached[id.0 as usize], true) {
            calls(&module.function(id).body, &mut open);
        }
    }
    let mut numbers: Vec<FuncId> = Vec::new();
    let mut kept = 0;
    for reached in &reached {
        numbers.push(FuncId(kept));
        kept += u32::from(*reached);
    }
    keep(&mut module.functions, &reached);
    module.functions.iter_mut().for_each(|function| renumber_calls(function, &numbers));
    module.views.renumber(|id| numbers[id.0 as usize]);
    for entry in &mut module.entries {
        entry.decode = numbers[entry.decode.0 as usize];
        entry.encode = entry.encode.map(|id| numbers[id.0 as usize]);
        entry.validate = entry.validate.map(|id| numbers[id.0 as usize]);
        entry.size = entry.size.map(|id| numbers[id.0 as usize]);
    }
}

/// Collects the functions that a block calls.
pub(crate) fn calls(block: &Block, found: &mut Vec<FuncId>) {
    for op in &block.ops {
        if let Op::Call { func, .. } = op {
            found.push(*func);
        }
        op.blocks().into_iter().for_each(|block| calls(block, found));
    }
}

fn renumber_calls(function: &mut Function, numbers: &[FuncId]) {
    function.visit_blocks_mut(&mut |block| {
        for op in &mut block.ops {
            if let Op::Call { func, .. } = op {
                *func = numbers[func.0 as usize];
            }
        }
    });
}
