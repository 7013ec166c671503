//! Uses of variables.

use super::{Body, Stmt};
use polywire_ir::VarId;
use std::collections::HashMap;

/// The number of uses of each variable: reads of its value, not assignments to it.
#[derive(Clone, Debug, Default)]
pub struct Uses(HashMap<VarId, usize>);

impl Uses {
    /// Counts the uses in a body.
    pub fn of(body: &Body) -> Self {
        let mut uses = Self::default();
        uses.add(body);
        uses
    }

    /// The number of uses of a variable.
    pub fn count(&self, var: VarId) -> usize {
        self.0.get(&var).copied().unwrap_or_default()
    }

    /// Returns true if a variable is used.
    pub fn has(&self, var: VarId) -> bool {
        self.count(var) > 0
    }

    fn add(&mut self, body: &Body) {
        for stmt in &body.stmts {
            stmt.visit_uses(&mut |var| *self.0.entry(var).or_default() += 1);
            stmt.bodies().into_iter().for_each(|body| self.add(body));
        }
    }

    /// Counts the uses in a body from which the declarations of unused variables are removed.
    pub(super) fn after_pruning(body: &mut Body) -> Self {
        let mut uses = Self::of(body);
        uses.prune_body(body);
        uses
    }

    fn prune_body(&mut self, body: &mut Body) {
        // From the end, so that what only an unused variable uses is found unused too.
        let mut kept = Vec::new();
        for mut stmt in std::mem::take(&mut body.stmts).into_iter().rev() {
            stmt.bodies_mut().into_iter().rev().for_each(|body| self.prune_body(body));
            match &stmt {
                Stmt::Let { var, .. } if !self.has(*var) => {
                    stmt.visit_uses(&mut |var| {
                        self.0.entry(var).and_modify(|count| *count = count.saturating_sub(1));
                    });
                }
                _ => kept.push(stmt),
            }
        }
        kept.reverse();
        body.stmts = kept;
    }
}
