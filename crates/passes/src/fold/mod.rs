//! Evaluates constant expressions.

mod evaluate;

use crate::{Options, Pass};
use evaluate::simplify;
use polywire_ir::types::Types;
use polywire_ir::{Block, Const, Expr, Function, Module, Op, VarId};
use std::collections::HashMap;

pub(crate) const PASS: Pass = Pass {
    name: "fold",
    doc: "Computes constant expressions, removes neutral operands, and replaces variables that equal a constant or another variable.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    let types = module.types.clone();
    for function in &mut module.functions {
        simplify_function(&types, function);
    }
}

/// Evaluates constant expressions in a function.
pub(crate) fn simplify_function(types: &Types, function: &mut Function) {
    function.body.visit_exprs_mut(&mut |outer| outer.visit_mut(&mut |expr| simplify(types, expr)));
    let copies = copies(function);
    if !copies.is_empty() {
        replace(function, &copies);
        function.body.visit_exprs_mut(&mut |outer| outer.visit_mut(&mut |expr| simplify(types, expr)));
    }
}

/// Returns the variables that are only a number or another variable. Byte constants stay bound once.
fn copies(function: &mut Function) -> HashMap<VarId, Expr> {
    let mut copies: HashMap<VarId, Expr> = HashMap::new();
    let vars = function.vars.clone();
    let mut note = |var: VarId, value: &Expr| {
        let same_type = |other: &VarId| vars[other.0 as usize].ty == vars[var.0 as usize].ty;
        match value {
            Expr::Const(Const::Bytes(_)) => {}
            Expr::Const(_) => drop(copies.insert(var, value.clone())),
            Expr::Var(other) if same_type(other) => drop(copies.insert(var, value.clone())),
            _ => {}
        }
    };
    function.visit_blocks_mut(&mut |block| {
        for op in &block.ops {
            match op {
                Op::Let { var, value } => note(*var, value),
                Op::If { results, .. } | Op::Switch { results, .. } => {
                    let ends: Vec<&Block> = op.blocks().into_iter().filter(|block| !always_fails(block)).collect();
                    let same =
                        results.iter().enumerate().filter_map(|(index, var)| Some((*var, same_yield(&ends, index)?)));
                    same.for_each(|(var, value)| note(var, value));
                }
                _ => {}
            }
        }
    });
    copies
}

/// Returns true if no run gets to the end of a block.
fn always_fails(block: &Block) -> bool {
    block.ops.iter().any(|op| matches!(op, Op::Check { cond: Expr::Const(Const::Bool(false)), .. }))
}

/// Returns what several blocks yield if it is the same: a constant, or a variable that is bound before them.
fn same_yield<'a>(ends: &[&'a Block], index: usize) -> Option<&'a Expr> {
    let (first, rest) = ends.split_first()?;
    let value = first.yields.get(index)?;
    // Two blocks can only share a variable that is bound before them.
    let is_outside = !rest.is_empty() || matches!(value, Expr::Const(_));
    (is_outside && rest.iter().all(|end| end.yields.get(index) == Some(value))).then_some(value)
}

/// Replaces variables by their values, following chains of copies.
fn replace(function: &mut Function, copies: &HashMap<VarId, Expr>) {
    function.body.visit_uses_mut(&mut |var| {
        while let Some(Expr::Var(origin)) = copies.get(var) {
            *var = *origin;
        }
    });
    function.body.visit_exprs_mut(&mut |outer| {
        outer.visit_mut(&mut |expr| {
            if let Expr::Var(var) = expr
                && let Some(value @ Expr::Const(_)) = copies.get(var)
            {
                *expr = value.clone();
            }
        });
    });
}
