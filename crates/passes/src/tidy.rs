//! Cleans up after other passes.

use polywire_ir::{Function, Module, VarId};
use std::collections::HashMap;

/// Drops variables that are bound nowhere, and numbers the others as they are bound.
pub(crate) fn number_vars(module: &mut Module) {
    module.functions.iter_mut().for_each(number);
}

/// Drops variables of a function that are bound nowhere, and numbers the others as they are bound.
pub(crate) fn number(function: &mut Function) {
    let order = function.binding_order();
    let numbers: HashMap<VarId, VarId> = order.iter().copied().zip((0..).map(VarId)).collect();
    function.vars = order.iter().map(|var| function.vars[var.0 as usize].clone()).collect();
    function.visit_vars_mut(&mut |var| *var = numbers.get(var).copied().unwrap_or(*var));
}
