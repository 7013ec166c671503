//! Walking blocks of ops.

use polywire_ir::{Block, Expr, Op, Place, VarId};

/// Calls `f` with all ops of a block, including nested ones.
pub fn all_ops<'m>(block: &'m Block, f: &mut dyn FnMut(&'m Op)) {
    for op in &block.ops {
        f(op);
        op.blocks().into_iter().for_each(|block| all_ops(block, f));
    }
}

/// Calls `f` with all expressions of a block, including nested ones.
pub fn all_exprs<'m>(block: &'m Block, f: &mut dyn FnMut(&'m Expr)) {
    for op in &block.ops {
        op.visit_exprs(&mut |expr| expr.visit(f));
        op.blocks().into_iter().for_each(|block| all_exprs(block, f));
    }
    block.yields.iter().for_each(|expr| expr.visit(f));
}

/// Visits the places that expressions of a block read.
pub fn places_looked_at<'m>(block: &'m Block, f: &mut dyn FnMut(&'m Place)) {
    all_exprs(block, &mut |expr| {
        if let Some(place) = expr.place() {
            f(place);
        }
    });
}

/// Returns the variables that a block uses but does not bind.
pub fn free_vars(block: &Block) -> Vec<VarId> {
    let (mut used, mut bound) = (Vec::new(), Vec::new());
    all_ops(block, &mut |op| {
        op.visit_uses(&mut |var| used.push(var));
        bound.extend(op.binds());
        for block in op.blocks() {
            block.yields.iter().for_each(|expr| expr.visit_uses(&mut |var| used.push(var)));
        }
    });
    block.yields.iter().for_each(|expr| expr.visit_uses(&mut |var| used.push(var)));
    used.retain(|var| !bound.contains(var));
    used
}
