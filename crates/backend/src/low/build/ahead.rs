//! Elements of a list that can be counted before they are read, because each has a label and a length.
//!
//! Design: docs/decisions/0073-elements-counted-ahead.md

use crate::low::{Ahead, Body, LeafTarget, Stmt};
use polywire_ir::{BinaryOp, Const, Expr, ReadLeaf, VarId};

/// If an arm with a label reads one element of a list, notes that those behind it can be counted.
pub(super) fn count_ahead(label: &[u8], body: &mut Body) {
    let last = body.stmts.iter().rposition(|stmt| !matches!(stmt, Stmt::Assign(_) | Stmt::Count(_)));
    let stmts = &mut body.stmts[..last.map_or(0, |last| last + 1)];
    let [Stmt::ReadLeaf { leaf: ReadLeaf::Varint, into: LeafTarget::Var(len), .. }, Stmt::Ensure { .. }, rest @ ..] =
        stmts
    else {
        return;
    };
    let is_len = |of: &Expr| *of == Expr::Var(*len);
    match rest {
        [Stmt::Window { len, body, .. }] if is_len(len) => mark(&mut body.stmts, label, true),
        [Stmt::Span { .. }, Stmt::Advance { len }, rest @ ..] if is_len(len) => mark(rest, label, false),
        _ => {}
    }
}

/// Marks the only push of the statements, unless something is charged for an element before it is read.
fn mark(stmts: &mut [Stmt], label: &[u8], behind_window: bool) {
    let mut pushes = stmts.iter().enumerate().filter(|(_, stmt)| matches!(stmt, Stmt::Push { size: Some(_), .. }));
    let (Some((index, _)), None) = (pushes.next(), pushes.next()) else { return };
    if stmts[..index].iter().any(|stmt| !matches!(stmt, Stmt::Let { .. })) {
        return;
    }
    let min_len = match &stmts[index + 1..] {
        [] => 0,
        [Stmt::Let { var: own, .. }, Stmt::If { cond, then, .. }] if is_charge(then) => match paying(cond, *own) {
            Some(len) => len,
            None => return,
        },
        _ => return,
    };
    if let Stmt::Push { ahead, .. } = &mut stmts[index] {
        *ahead = Some(Ahead { label: label.to_vec(), min_len, behind_window });
    }
}

fn is_charge(body: &Body) -> bool {
    matches!(body.stmts.as_slice(), [Stmt::Let { .. }, Stmt::Charge { .. }] | [Stmt::Charge { .. }])
}

/// Returns the least number of bytes with which an element is not charged, if that is the condition of a charge.
fn paying(cond: &Expr, own: VarId) -> Option<u64> {
    match cond {
        Expr::Binary(BinaryOp::Lt, left, right) => match (&**left, &**right) {
            (Expr::Var(var), Expr::Const(Const::U64(len))) if *var == own => Some(*len),
            _ => None,
        },
        _ => None,
    }
}
