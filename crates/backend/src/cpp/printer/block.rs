//! Blocks: sequences of ops, and yields.

use super::Printer;
use super::mention::mentions;
use polywire_ir::{Block, Op, VarId};

impl<'m> Printer<'m> {
    /// Prints a block's ops and assigns its yields.
    pub(super) fn block(&mut self, block: &'m Block, results: &[String]) {
        self.enter_branch(block);
        self.ops(&block.ops, &mut |printer| {
            if !ends(&block.ops) {
                printer.leave_branch(block);
                printer.assign_yields(block, results);
            }
        });
    }

    pub(super) fn assign_yields(&mut self, block: &'m Block, results: &[String]) {
        let values: Vec<String> = block.yields.iter().map(|value| self.expr(value).text).collect();
        let changed: Vec<(&String, String)> =
            results.iter().zip(values).filter(|(name, value)| !name.is_empty() && *name != value).collect();
        // Simultaneously, because a value may refer to another variable's old value.
        if changed.len() > 1 && changed.iter().any(|(_, value)| changed.iter().any(|(name, _)| mentions(value, name))) {
            let next: Vec<String> = changed.iter().map(|(name, _)| self.name(&format!("next_{name}"))).collect();
            for ((_, value), next) in changed.iter().zip(&next) {
                self.out.line(format!("const auto {next} = {value};"));
            }
            changed.iter().zip(&next).for_each(|((name, _), next)| self.out.line(format!("{name} = {next};")));
        } else {
            changed.iter().for_each(|(name, value)| self.out.line(format!("{name} = {value};")));
        }
    }

    /// Prints ops, followed by the rest of their scope.
    pub fn ops(&mut self, ops: &'m [Op], then: &mut dyn FnMut(&mut Self)) {
        let mut index = 0;
        while let Some(op) = ops.get(index) {
            let op: &'m Op = op;
            if let Some(root) = whole_reset(op).filter(|root| self.is_object(*root)) {
                return self.building(root, &ops[index + 1..], "true", then);
            }
            index += self.tracing_op(ops, index, |printer| {
                printer.fixed_run(ops, index).unwrap_or_else(|| printer.op(ops, index))
            });
            if ends(&ops[..index]) {
                return;
            }
        }
        then(self);
    }
}

/// Returns true if code after these ops never runs.
pub(super) fn ends(ops: &[Op]) -> bool {
    matches!(ops.last(), Some(Op::Check { cond, .. }) if *cond == false.into())
}

fn whole_reset(op: &Op) -> Option<VarId> {
    match op {
        Op::Reset { place } if place.steps.is_empty() => Some(place.root),
        _ => None,
    }
}
