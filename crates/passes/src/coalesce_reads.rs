//! Merges the bounds checks of a run of fixed-size reads.

use crate::dead_code::drop_unused;
use crate::pure::{fresh, is_inert};
use crate::{Options, Pass};
use polywire_ir::types::Types;
use polywire_ir::{Block, Const, Expr, Function, Module, Op, Order, ReadWhat, SiteId, ValueType, VarId};

pub(crate) const PASS: Pass = Pass {
    name: "coalesce_reads",
    doc: "Reads a run of integers and spans of fixed size as one section under one bounds check, and loads them from it.",
    run,
};

fn run(module: &mut Module, _: &Options) {
    let types = module.types.clone();
    for function in &mut module.functions {
        let before = function.vars.len();
        let mut body = std::mem::take(&mut function.body);
        body.visit_blocks_mut(&mut |block| coalesce(&types, function, block));
        function.body = body;
        if function.vars.len() > before {
            // A read may have had a result that nothing uses.
            drop_unused(function);
        }
    }
}

/// A read of fixed size.
struct Fixed {
    len: u32,
    what: FixedKind,
    site: SiteId,
}

enum FixedKind {
    Int { var: VarId, width: u8, order: Order },
    Span { var: VarId },
    Skip,
}

fn fixed(op: &Op) -> Option<Fixed> {
    let Op::Read { what, results, site } = op else { return None };
    let constant = |len: &Expr| match len {
        Expr::Const(Const::U64(len)) => u32::try_from(*len).ok(),
        _ => None,
    };
    let (len, what) = match (what, results.as_slice()) {
        (ReadWhat::Int { width, order }, [var]) => {
            (u32::from(*width), FixedKind::Int { var: *var, width: *width, order: *order })
        }
        (ReadWhat::Span(len), [var]) => (constant(len)?, FixedKind::Span { var: *var }),
        (ReadWhat::Skip(len), []) => (constant(len)?, FixedKind::Skip),
        _ => return None,
    };
    Some(Fixed { len, what, site: *site })
}

/// The ops from the first to the last read of fixed size, with no op in between that can fail or see the cursor. All
/// reads fail with the same code, so checking the whole run first fails in the same way.
struct Run {
    ops: Vec<Op>,
    reads: u32,
    len: u32,
}

fn coalesce(types: &Types, function: &mut Function, block: &mut Block) {
    let mut ops = Vec::with_capacity(block.ops.len());
    let mut rest = std::mem::take(&mut block.ops).into_iter().peekable();
    while let Some(op) = rest.next() {
        let Some(first) = fixed(&op) else {
            ops.push(op);
            continue;
        };
        let mut run = Run { ops: vec![op], reads: 1, len: first.len };
        // Ops after the last read stay outside the run.
        let mut waiting = Vec::new();
        while let Some(op) = rest.next_if(|op| extends(types, function, &run, op)) {
            match fixed(&op) {
                Some(read) => {
                    run.ops.append(&mut waiting);
                    run.ops.push(op);
                    (run.reads, run.len) = (run.reads + 1, run.len + read.len);
                }
                None => waiting.push(op),
            }
        }
        if run.reads > 1 {
            under_one_check(function, run, first.site, &mut ops)
        } else {
            ops.append(&mut run.ops)
        }
        ops.append(&mut waiting);
    }
    block.ops = ops;
}

fn extends(types: &Types, function: &Function, run: &Run, op: &Op) -> bool {
    match fixed(op) {
        Some(read) => run.len.checked_add(read.len).is_some(),
        None => is_inert(types, function, op),
    }
}

fn under_one_check(function: &mut Function, run: Run, site: SiteId, ops: &mut Vec<Op>) {
    let section = fresh(function, "run", ValueType::Section(run.len));
    ops.push(Op::Read { what: ReadWhat::Span(u64::from(run.len).into()), results: vec![section], site });
    let mut offset = 0;
    for op in run.ops {
        let Some(read) = fixed(&op) else {
            ops.push(op);
            continue;
        };
        match read.what {
            FixedKind::Int { var, width, order } => {
                ops.push(Op::Let { var, value: Expr::Load { section, offset, width, order } });
            }
            FixedKind::Span { var } => ops.push(Op::Let { var, value: Expr::Slice { section, offset, len: read.len } }),
            FixedKind::Skip => {}
        }
        offset += read.len;
    }
}
