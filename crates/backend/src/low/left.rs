//! Determines what earlier ops establish about the number of bytes left.

use polywire_ir::{BinaryOp, Const, Expr as Ir, Op, ReadWhat, VarId};

/// Returns true if the `len` bytes that the op at an index matches are known to be left: before it, a span is read, and a check
/// has established that more is left than the span; or the span is all but the last `len` of some bytes, and checks have
/// established that these are left, and are at least `len`.
pub(super) fn is_left(ops: &[Op], index: usize, len: u64) -> bool {
    let Some((Op::Read { what: ReadWhat::Span(span), .. }, before)) = ops[..index].split_last() else { return false };
    let start = before.iter().rposition(|op| !is_still(op)).map_or(0, |moving| moving + 1);
    if len == 1 && before[start..].iter().any(|op| holds(op, BinaryOp::Lt, (span, &Ir::Left))) {
        return true;
    }
    let Some(all) = all_but(span, len) else { return false };
    before[start..].iter().any(|op| holds(op, BinaryOp::Le, (&all.into(), &Ir::Left)))
        && before.iter().any(|op| has_at_least(op, all, len))
}

/// Returns the variable that a length plus `len` equals.
fn all_but(length: &Ir, len: u64) -> Option<VarId> {
    match length {
        Ir::Binary(BinaryOp::Sub, all, rest) if **rest == len.into() => match **all {
            Ir::Var(all) => Some(all),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if an op does not move the cursor.
fn is_still(op: &Op) -> bool {
    matches!(op, Op::Let { .. } | Op::Check { .. } | Op::Charge { .. } | Op::Credit { .. } | Op::Section { .. })
}

fn holds(op: &Op, compared: BinaryOp, (left, right): (&Ir, &Ir)) -> bool {
    matches!(op, Op::Check { cond: Ir::Binary(by, a, b), .. } if *by == compared && **a == *left && **b == *right)
}

fn has_at_least(op: &Op, var: VarId, len: u64) -> bool {
    let zero = Ir::Const(Const::U64(0));
    holds(op, BinaryOp::Le, (&len.into(), &var.into())) || len == 1 && holds(op, BinaryOp::Ne, (&var.into(), &zero))
}
