//! Finds functions that can do without the value that they build.

use super::check::strip;
use polywire_ir::{Calls, FuncId, Module};
use std::collections::BTreeMap;

/// For each function, whether it builds a value of its caller's and says the same of a message without it.
pub(super) fn valueless(module: &Module) -> Vec<bool> {
    let builders = (0..).map(FuncId).zip(&module.functions).filter(|(_, function)| function.builds());
    // The numbers do not matter here: each function stands for its own validator.
    let mut assumed: BTreeMap<FuncId, FuncId> = builders.map(|(id, _)| (id, id)).collect();
    Calls::of(module).solve(|id| {
        let fails = assumed.contains_key(&id) && !strip(module, &assumed, id).same;
        fails && assumed.remove(&id).is_some()
    });
    (0..module.functions.len() as u32).map(|id| assumed.contains_key(&FuncId(id))).collect()
}
