//! Separates views from the codecs that they were lowered with: with checks at each access, or for validated messages.
//!
//! Design: docs/decisions/0024-views.md

use crate::{dead_code, fold, tidy};
use polywire_ir::{Block, Miss, Module, Op, ReadWhat};

/// Keeps only the functions of a module that read in place, with checks at each access.
pub fn checked_views(mut module: Module) -> Module {
    module.entries.clear();
    dead_code::drop_functions(&mut module);
    crate::debug_assert_verified(&module, "checked_views");
    module
}

/// Keeps only the functions of a module that read in place, without checks: for messages that the module's validators
/// have accepted. Objects of a type that the schema does not state are not validated.
pub fn trusting_views(mut module: Module) -> Module {
    module.views.structs.iter_mut().for_each(|view| view.object = None);
    module.views.lists.iter_mut().for_each(|view| view.object = None);
    module.views.objects.iter_mut().for_each(|view| view.asks = None);
    let mut module = checked_views(module);
    let types = module.types.clone();
    for function in &mut module.functions {
        function.visit_blocks_mut(&mut trust);
        (function.nests, function.trusting) = (false, true);
        fold::simplify_function(&types, function);
        dead_code::drop_unused(function);
        tidy::number(function);
    }
    crate::debug_assert_verified(&module, "trusting_views");
    module
}

/// Functions of views write nothing, so that a look elsewhere which yields nothing only checks.
fn trust(block: &mut Block) {
    block.ops.retain(|op| match op {
        Op::Check { .. } | Op::Charge { .. } | Op::Credit { .. } => false,
        Op::At { results, .. } => !results.is_empty(),
        _ => true,
    });
    for op in &mut block.ops {
        if let Op::Match { bytes, miss: Miss::Fail { site, .. } } = op {
            let what = ReadWhat::Skip((bytes.len() as u64).into());
            *op = Op::Read { what, results: Vec::new(), site: *site };
        }
    }
}
