//! Functions, or parts of them, that are so short that they are worth having in place of each call.
//!
//! Design: docs/decisions/0096-short-forms-and-names.md

use super::{Body, Context, Function, Mode, Stmt};
use crate::plan::Shape;
use polywire_ir::{Datum, Expr};

/// Functions of more statements are called.
const SHORT: usize = 12;

impl Function {
    /// Returns true if the function only reads, and is so short that it can be in place of each call. It fails or comes to its
    /// end, where it returns its results.
    pub fn is_short_reader(&self, cx: &Context<'_>) -> bool {
        let (convention, function) = (&cx.conventions[self.id.0 as usize], cx.module.function(self.id));
        let effects = &convention.effects;
        let only_reads = convention.shape() == Shape::Reads && !effects.writes && !effects.nests && !function.builds();
        let is_excluded = function.rare || function.trusting || cx.calls.is_recursive(self.id);
        only_reads && !is_excluded && self.is_short()
    }

    /// Returns the condition under which a function without results writes a byte, or calls one with a short form, and that
    /// part of it. Small numbers are an example. Its caller has ensured the room.
    pub fn short_form(&self) -> Option<(Expr, &Body)> {
        let mut required = Vec::new();
        for stmt in &self.body.stmts {
            match stmt {
                Stmt::Require { cond, .. } => required.push(cond.clone()),
                Stmt::If { cond, then, .. } if writes_byte(then) => {
                    return Some((required.into_iter().fold(cond.clone(), |all, cond| all & cond), then));
                }
                _ => return None,
            }
        }
        None
    }

    fn is_short(&self) -> bool {
        match self.body.stmts.split_last() {
            Some((Stmt::Return(_), stmts)) => count(stmts) <= SHORT && !stmts.iter().any(leaves),
            _ => false,
        }
    }
}

/// Returns the number of statements, those of their bodies included.
fn count(stmts: &[Stmt]) -> usize {
    stmts.iter().map(|stmt| 1 + stmt.bodies().iter().map(|body| count(&body.stmts)).sum::<usize>()).sum()
}

/// Returns true if a statement returns from the function, or contains a loop.
fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Return(_) | Stmt::Members(_) | Stmt::While { .. })
        || stmt.bodies().iter().any(|body| body.stmts.iter().any(leaves))
}

fn writes_byte(body: &Body) -> bool {
    match body.stmts.as_slice() {
        [Stmt::Write(Datum::Int { width: 1, .. })] => true,
        [Stmt::Call(call)] => call.mode == Mode::Raw && call.results.is_empty(),
        _ => false,
    }
}
