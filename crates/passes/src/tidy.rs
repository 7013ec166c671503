//! Cleans up after other passes.
//!
//! Design: docs/decisions/0031-starting-up.md

use polywire_ir::{Function, Module, VarId};
use std::collections::HashMap;

/// Removes variables that are never bound, and numbers the others in the order of their bindings.
pub(crate) fn number_vars(module: &mut Module) {
    module.functions.iter_mut().for_each(number);
}

/// Removes a function's variables that are never bound, and numbers the others in the order of their bindings.
pub(crate) fn number(function: &mut Function) {
    let order = function.binding_order();
    let numbers: HashMap<VarId, VarId> = order.iter().copied().zip((0..).map(VarId)).collect();
    function.vars = order.iter().map(|var| function.vars[var.0 as usize].clone()).collect();
    function.visit_vars_mut(&mut |var| *var = numbers.get(var).copied().unwrap_or(*var));
}
