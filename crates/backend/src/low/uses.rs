//! Uses of variables.

use super::{Body, Stmt};
use polywire_ir::VarId;
use std::collections::{BTreeSet, HashMap, HashSet};

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

    /// Counts the uses in a body from which the declarations of unused variables are removed, and the assignments to them.
    pub(super) fn after_pruning(body: &mut Body) -> Self {
        let mut uses = Self::of(body);
        uses.prune_body(body);
        loop {
            let unused = uses.unused(body);
            if unused.is_empty() {
                return uses;
            }
            uses.prune_assigned(body, &unused);
            uses.prune_body(body);
        }
    }

    /// Returns the unused variables that are only declared and assigned.
    pub(super) fn unused(&self, body: &Body) -> BTreeSet<VarId> {
        let (mut unused, mut changed) = (BTreeSet::new(), HashSet::new());
        walk(body, &mut |stmt| match stmt {
            Stmt::Declare(var) | Stmt::Var { var, .. } if !self.has(*var) => {
                unused.insert(*var);
            }
            Stmt::Assign(_) => {}
            stmt => stmt.visit_changed(&mut |var| {
                changed.insert(var);
            }),
        });
        unused.retain(|var| !changed.contains(var));
        unused
    }

    fn prune_assigned(&mut self, body: &mut Body, unused: &BTreeSet<VarId>) {
        body.stmts.retain_mut(|stmt| {
            stmt.bodies_mut().into_iter().for_each(|body| self.prune_assigned(body, unused));
            match stmt {
                Stmt::Declare(var) => !unused.contains(var),
                Stmt::Var { var, .. } if unused.contains(var) => {
                    self.forget(stmt);
                    false
                }
                Stmt::Assign(values) => {
                    let removed = values.extract_if(.., |(var, _)| unused.contains(var)).collect();
                    self.forget(&Stmt::Assign(removed));
                    !values.is_empty()
                }
                _ => true,
            }
        });
    }

    /// Subtracts the uses of a statement that is removed.
    fn forget(&mut self, stmt: &Stmt) {
        stmt.visit_uses(&mut |var| {
            self.0.entry(var).and_modify(|count| *count = count.saturating_sub(1));
        });
    }

    fn prune_body(&mut self, body: &mut Body) {
        // From the end, so that what only an unused variable uses is found unused too.
        let mut kept = Vec::new();
        for mut stmt in std::mem::take(&mut body.stmts).into_iter().rev() {
            stmt.bodies_mut().into_iter().rev().for_each(|body| self.prune_body(body));
            match &stmt {
                Stmt::Let { var, .. } | Stmt::Alias { var, .. } if !self.has(*var) => self.forget(&stmt),
                _ => kept.push(stmt),
            }
        }
        kept.reverse();
        body.stmts = kept;
    }
}

fn walk(body: &Body, visit: &mut dyn FnMut(&Stmt)) {
    for stmt in &body.stmts {
        visit(stmt);
        stmt.bodies().into_iter().for_each(|body| walk(body, visit));
    }
}
