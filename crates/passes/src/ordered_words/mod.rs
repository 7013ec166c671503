//! Builds sections once, in order.
//!
//! Puts into a section are tracked as non-overlapping pieces of its words; branches yield the pieces in which
//! they differ. Pieces stay as narrow as they were put: whole words as one expression would be numbers that do not fit
//! into a machine word in engines with tagged integers. A section with ops that cannot be tracked (a put of a span,
//! loops,
//! calls that put, byte orders known only at run time) is left unchanged.
//!
//! Design: docs/decisions/0014-ordered-pieces.md

mod body;
mod emit;
mod size;
mod word;

use crate::{Options, Pass};
use body::Rewrite;
use polywire_ir::types::Types;
use polywire_ir::{Block, Const, Effects, Expr, Function, Module, Op, effects};

pub(crate) const PASS: Pass = Pass {
    name: "ordered_words",
    doc: "For engines without mutation: converts conditional, overlapping and unordered puts so that each byte is put once, in order.",
    run,
};

fn run(module: &mut Module, options: &Options) {
    if !options.immutable {
        return;
    }
    let types = module.types.clone();
    let effects = effects(module);
    let sizes = size::section_sizes(module, &effects);
    for (function, size) in module.functions.iter_mut().zip(sizes) {
        let mut body = std::mem::take(&mut function.body);
        if let Some(size) = size {
            rewrite(&types, function, &effects, size, &mut body);
        }
        body.visit_blocks_mut(&mut |block| {
            for op in &mut block.ops {
                if let Op::Block { size: Expr::Const(Const::U64(size)), body, .. } = op
                    && let Ok(size) = u32::try_from(*size)
                {
                    rewrite(&types, function, &effects, size, body);
                }
            }
        });
        function.body = body;
    }
}

fn rewrite(types: &Types, function: &mut Function, effects: &[Effects], size: u32, body: &mut Block) {
    if body::gains(body) {
        let vars = function.vars.len();
        match Rewrite::new(types, function, effects, size).run(body.clone()) {
            Some(words) => *body = words,
            None => function.vars.truncate(vars),
        }
    }
}
