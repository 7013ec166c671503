//! What can be computed whatever branch is taken.

use super::term::Room;
use polywire_ir::{Expr, Place, Step};

pub(super) fn is_safe_place(place: &Place) -> bool {
    place.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

pub(super) fn is_safe_expr(expr: &Expr) -> bool {
    let mut safe = true;
    expr.visit(&mut |expr| safe &= expr.place().is_none_or(is_safe_place));
    safe
}

/// A bound of either branch that needs no condition.
pub(super) fn unconditional(then: &Room, other: &Room) -> Option<Room> {
    let fixed = then.fixed.max(other.fixed);
    let terms = match (then.terms.is_empty(), other.terms.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) if then.is_safe() => then.terms.clone(),
        (true, false) if other.is_safe() => other.terms.clone(),
        _ => return None,
    };
    Some(Room { fixed, terms })
}
