//! The rules of plans: what they say of an op is about an op of this kind, in the right function.

use super::{Building, Numbering, OpId, WriteLimits};
use polywire_ir::{FuncId, Op};

/// Checks what plans say of a function; returns the violations.
pub fn verify(numbering: &Numbering<'_>, building: &Building<'_>, limits: &WriteLimits, func: FuncId) -> Vec<String> {
    let mut checker = Checker { numbering, func, violations: Vec::new() };
    if let Some(limit) = limits.get(func) {
        limit.writes.keys().for_each(|id| checker.op(*id, "a write", |op| matches!(op, Op::Write { .. })));
        limit.visits.keys().for_each(|id| checker.op(*id, "a visit", |op| matches!(op, Op::Each { .. })));
        limit.calls.keys().for_each(|id| checker.op(*id, "a call", |op| matches!(op, Op::Call { .. })));
        for id in limit.turns.keys() {
            if id.func != func || numbering.block_of(*id).is_none() {
                checker.violation(format!("{} is no block of the function", numbering.block_text(*id)));
            }
        }
    }
    for plan in building.plans_of(func) {
        let resets = |op: &Op| matches!(op, Op::Open { .. } | Op::Fill { .. });
        plan.self_resetting.iter().for_each(|id| checker.op(*id, "an op that resets its place", resets));
        for (id, ..) in &plan.branch_resets {
            if id.func != func || numbering.block_of(*id).is_none() {
                checker.violation(format!("{} is no branch of the function", numbering.block_text(*id)));
            }
        }
    }
    checker.violations
}

struct Checker<'a, 'm> {
    numbering: &'a Numbering<'m>,
    func: FuncId,
    violations: Vec<String>,
}

impl Checker<'_, '_> {
    fn violation(&mut self, text: String) {
        self.violations.push(text);
    }

    fn op(&mut self, id: OpId, what: &str, fits: impl Fn(&Op) -> bool) {
        if id.func != self.func || !self.numbering.op_of(id).is_some_and(fits) {
            self.violation(format!("{} is not {what} of the function", self.numbering.op_text(id)));
        }
    }
}
