//! Computes how far functions put into their caller's section.

use crate::types::{Type, Types};
use crate::{Block, Const, Datum, Effects, Expr, Function, Module, Op, ValueType};

/// Returns for each function the end of the bytes that it puts into its caller's section, if that is constant.
pub(super) fn extents(module: &Module, effects: &[Effects]) -> Vec<u64> {
    let mut known = vec![0; module.functions.len()];
    // A function that recursively puts further into the same section has no extent; the loop is cut off.
    for _ in 0..=module.functions.len() {
        let next: Vec<u64> = module
            .functions
            .iter()
            .zip(effects)
            .map(
                |(function, effects)| {
                    if effects.section { block(&module.types, function, &function.body, &known) } else { 0 }
                },
            )
            .collect();
        if next == known {
            break;
        }
        known = next;
    }
    known
}

fn block(types: &Types, function: &Function, it: &Block, known: &[u64]) -> u64 {
    it.ops.iter().map(|op| end(types, function, op, known)).max().unwrap_or(0)
}

fn end(types: &Types, function: &Function, op: &Op, known: &[u64]) -> u64 {
    let inner = || op.blocks().into_iter().map(|it| block(types, function, it, known)).max().unwrap_or(0);
    match op {
        Op::Put { offset, what } => u64::from(*offset).saturating_add(put_len(types, function, what)),
        Op::Sub { offset, .. } => u64::from(*offset).saturating_add(inner()),
        Op::Call { func, .. } => known.get(func.0 as usize).copied().unwrap_or(0),
        Op::Each { place, stride: Some(stride), .. } => match types.at(function, place).and_then(|at| at.value()) {
            Some(Type::Array(_, count)) => u64::from(*count).saturating_mul(u64::from(*stride)),
            _ => 0,
        },
        Op::Block { .. } | Op::Tail { .. } | Op::Scratch { .. } => 0,
        Op::Let { .. }
        | Op::If { .. }
        | Op::Switch { .. }
        | Op::Loop { .. }
        | Op::Check { .. }
        | Op::Charge { .. }
        | Op::Credit { .. }
        | Op::Read { .. }
        | Op::Match { .. }
        | Op::Window { .. }
        | Op::At { .. }
        | Op::Section { .. }
        | Op::Keyed { .. }
        | Op::Set { .. }
        | Op::Reset { .. }
        | Op::Open { .. }
        | Op::Push { .. }
        | Op::Fill { .. }
        | Op::Make { .. }
        | Op::Retain { .. }
        | Op::ReportUnknown { .. }
        | Op::Write { .. }
        | Op::Measured { .. }
        | Op::Each { stride: None, .. }
        | Op::Memo { .. } => inner(),
    }
}

/// Returns the length of a put, if known.
pub(super) fn put_len(types: &Types, function: &Function, what: &Datum) -> u64 {
    match what {
        Datum::Int { width, .. } => u64::from(*width),
        Datum::Bytes(bytes) => bytes.len() as u64,
        Datum::Span(value) => span_len(types, function, value).unwrap_or(0),
        Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => 0,
    }
}

fn span_len(types: &Types, function: &Function, value: &Expr) -> Option<u64> {
    match value {
        Expr::Const(Const::Bytes(bytes)) => Some(bytes.len() as u64),
        Expr::Slice { len, .. } => Some(u64::from(*len)),
        Expr::Var(var) => match function.vars.get(var.0 as usize)?.ty {
            ValueType::Section(len) => Some(u64::from(len)),
            _ => None,
        },
        Expr::Get(place) => match types.at(function, place)?.value()? {
            Type::FixedBytes(len, _) => Some(u64::from(*len)),
            _ => None,
        },
        _ => None,
    }
}
