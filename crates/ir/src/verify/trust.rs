//! Functions that read validated messages.

use super::module::violation;
use super::{Rule, Violation};
use crate::{Block, Function, Miss, Module, Op};

/// Checks that functions for validated messages do not check.
pub(super) fn check(module: &Module) -> Vec<Violation> {
    let trusting = module.functions.iter().filter(|function| function.trusting);
    let broken = trusting.filter(|function| function.nests || !trusts(module, &function.body));
    let message = "a trusting function checks, charges or nests, or calls one that does";
    broken.map(|function: &Function| violation(Rule::Trust, &function.name, message.to_owned())).collect()
}

fn trusts(module: &Module, block: &Block) -> bool {
    block.ops.iter().all(|op| {
        let alone = match op {
            Op::Check { .. } | Op::Charge { .. } | Op::Credit { .. } | Op::Match { miss: Miss::Fail { .. }, .. } => {
                false
            }
            Op::Call { func, .. } => module.functions.get(func.0 as usize).is_none_or(|callee| callee.trusting),
            _ => true,
        };
        alone && op.blocks().into_iter().all(|inner| trusts(module, inner))
    })
}
