//! Expressions that can be computed whichever branch is taken.

use super::term::{SizeBound, SizeBoundTerm};
use polywire_ir::{Arg, Expr, Place, Step};

pub(super) fn is_safe_place(place: &Place) -> bool {
    place.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

pub(in crate::plan) fn is_safe_expr(expr: &Expr) -> bool {
    let mut safe = true;
    expr.visit(&mut |expr| safe &= expr.place().is_none_or(is_safe_place));
    safe
}

/// Returns a bound of both branches that needs no condition.
pub(super) fn unconditional(then: &SizeBound, other: &SizeBound) -> Option<SizeBound> {
    let fixed = then.fixed.max(other.fixed);
    let terms = match (then.terms.is_empty(), other.terms.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) if then.is_safe() => then.terms.clone(),
        (true, false) if other.is_safe() => other.terms.clone(),
        _ => return None,
    };
    Some(SizeBound { fixed, terms })
}

/// Returns the optionals whose presence a condition tests.
pub(super) fn tested_presence(cond: &Expr) -> Vec<Place> {
    let mut tested = Vec::new();
    cond.visit(&mut |expr| {
        if let Expr::Present(place) = expr {
            tested.push(place.clone());
        }
    });
    tested
}

/// Returns a size bound that accesses these optionals only if they are present; enclosing optionals come first.
pub(super) fn guarded(size_bound: SizeBound, optionals: &[Place]) -> SizeBound {
    let guard = |term: SizeBoundTerm, optional: &Place| {
        if !looks_into(&term, optional) {
            return term;
        }
        let then = SizeBound { fixed: 0, terms: vec![term] };
        SizeBoundTerm::If { cond: Expr::Present(optional.clone()), then, other: SizeBound::default() }
    };
    let guarded = |term| optionals.iter().rev().fold(term, guard);
    SizeBound { fixed: size_bound.fixed, terms: size_bound.terms.into_iter().map(guarded).collect() }
}

/// Returns true if a term accesses an optional, apart from the branches of conditions, which are already guarded.
fn looks_into(term: &SizeBoundTerm, optional: &Place) -> bool {
    let value = optional.clone().some();
    let is_inside = |place: &Place| place.root == value.root && place.steps.starts_with(&value.steps);
    let has_inside = |expr: &Expr| {
        let mut found = false;
        expr.visit(&mut |expr| found |= expr.place().is_some_and(is_inside));
        found
    };
    match term {
        SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) => has_inside(value),
        SizeBoundTerm::Each { place, .. } => is_inside(place),
        SizeBoundTerm::If { cond, .. } => has_inside(cond),
        SizeBoundTerm::Switch { on, .. } => has_inside(on),
        SizeBoundTerm::Call { args, .. } => args.iter().any(|arg| match arg {
            Arg::Value(value) => has_inside(value),
            Arg::Place(place) => is_inside(place),
        }),
    }
}
