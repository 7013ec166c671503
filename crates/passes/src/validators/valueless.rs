//! Finds functions that do not need the value that they build.

use super::check::strip;
use polywire_ir::{Calls, FuncId, Module};
use std::collections::BTreeMap;

/// Returns for each function whether it builds a value of its caller and has the same verdict on a message without it.
pub(super) fn valueless(module: &Module) -> Vec<bool> {
    let builders = (0..).map(FuncId).zip(&module.functions).filter(|(_, function)| function.builds());
    // The ids do not matter here: each function is its own validator.
    let mut assumed: BTreeMap<FuncId, FuncId> = builders.map(|(id, _)| (id, id)).collect();
    Calls::of(module).solve(|id| {
        let fails = assumed.contains_key(&id) && !strip(module, &assumed, id).same;
        fails && assumed.remove(&id).is_some()
    });
    (0..module.functions.len() as u32).map(|id| assumed.contains_key(&FuncId(id))).collect()
}
