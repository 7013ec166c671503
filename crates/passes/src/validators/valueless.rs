//! Finds functions that do not need the value that they build.

use super::check::strip;
use polywire_ir::{FuncId, Function, Module};
use std::collections::BTreeMap;

/// Returns for each function whether it builds a value of its caller and has the same verdict on a message without it.
pub(super) fn valueless(module: &Module) -> Vec<bool> {
    let mut valueless: Vec<bool> = module.functions.iter().map(Function::builds).collect();
    loop {
        // The ids do not matter here: each function is its own validator.
        let assumed: BTreeMap<FuncId, FuncId> = ids(&valueless).map(|id| (id, id)).collect();
        let failed: Vec<FuncId> = ids(&valueless).filter(|id| !strip(module, &assumed, *id).same).collect();
        if failed.is_empty() {
            return valueless;
        }
        failed.iter().for_each(|id| valueless[id.0 as usize] = false);
    }
}

fn ids(valueless: &[bool]) -> impl Iterator<Item = FuncId> {
    let numbered = (0..).map(FuncId).zip(valueless);
    numbered.filter(|(_, set)| **set).map(|(id, _)| id)
}
