//! Blocks: sequences of ops, and yields.

use super::Builder;
use crate::low::{Body, Stmt};
use polywire_ir::{Block, Expr, Op, Place, VarId, subject};

impl<'m> Builder<'m> {
    /// Returns a block's ops as a body that assigns its yields. Results that nothing uses are `None`.
    pub(super) fn block(&mut self, block: &'m Block, results: &[Option<VarId>]) -> Body {
        let mut body = self.captured(|builder| {
            builder.enter_branch(block);
            builder.ops(&block.ops, &mut |builder| {
                if !ends(&block.ops) {
                    builder.leave_branch(block);
                    builder.assign_yields(block, results);
                }
            });
        });
        body.ends = ends(&block.ops);
        body
    }

    pub(super) fn assign_yields(&mut self, block: &'m Block, results: &[Option<VarId>]) {
        let assigned = results.iter().zip(&block.yields).filter_map(|(var, value)| Some(((*var)?, value)));
        let changed = assigned.filter(|(var, value)| **value != Expr::Var(*var));
        let changed: Vec<(VarId, Expr)> = changed.map(|(var, value)| (var, value.clone())).collect();
        if !changed.is_empty() {
            self.emit(Stmt::Assign(changed));
        }
    }

    /// Appends ops, followed by the rest of their scope.
    pub(super) fn ops(&mut self, ops: &'m [Op], then: &mut dyn FnMut(&mut Self)) {
        let mut index = 0;
        while let Some(op) = ops.get(index) {
            if let Some(root) = whole_reset(op).filter(|root| self.is_object(*root)) {
                return self.building(root, &ops[index + 1..], &true.into(), then);
            }
            let place = if self.cx.target.explains { subject(self.function, ops, index).cloned() } else { None };
            index +=
                self.about(place, |builder| builder.fixed_run(ops, index).unwrap_or_else(|| builder.op(ops, index)));
            if ends(&ops[..index]) {
                return;
            }
        }
        then(self);
    }

    /// Appends statements whose failures are about a place, unless an inner statement is about another one.
    pub(super) fn about<T>(&mut self, place: Option<Place>, build: impl FnOnce(&mut Self) -> T) -> T {
        if !self.cx.target.explains {
            return build(self);
        }
        let mut built = None;
        let body = self.captured(|builder| built = Some(build(builder)));
        self.emit(Stmt::About { place, body });
        let Some(built) = built else { unreachable!("the body was built") };
        built
    }

    /// Appends a block's ops to the enclosing scope and binds the results to its yields.
    pub(super) fn inline_block(&mut self, body: &'m Block, results: &[VarId]) {
        self.ops(&body.ops, &mut |builder| {
            results.iter().zip(&body.yields).for_each(|(result, value)| builder.let_(*result, value));
        });
        if ends(&body.ops) {
            results.iter().for_each(|result| self.emit(Stmt::Declare(*result)));
        }
    }

    /// The same as a body of its own.
    pub(super) fn inline_body(&mut self, body: &'m Block, results: &[VarId]) -> Body {
        let mut inside = self.captured(|builder| builder.inline_block(body, results));
        inside.ends = ends(&body.ops);
        inside
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
