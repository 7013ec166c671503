//! Finds live variables: those used by a result, by an error, or by an expression with effects.

use crate::erlang::ast::{Callee, Clause, Ex, Function, LocalId, Var};
use std::collections::BTreeSet;

/// Returns the live variables, as the smallest fixpoint: an argument of a helper counts only if the helper's parameter
/// does. Uses are seen before what they use, so that a chain of bindings does not take a round for each of them.
pub(super) fn live(function: &Function) -> BTreeSet<Var> {
    let mut live = Live { function, vars: BTreeSet::new() };
    live.mark_matched_params();
    loop {
        let before = live.vars.len();
        function.all_clauses().collect::<Vec<_>>().into_iter().rev().for_each(|clause| live.clause(clause));
        if live.vars.len() == before {
            return live.vars;
        }
    }
}

struct Live<'f> {
    function: &'f Function,
    vars: BTreeSet<Var>,
}

impl Live<'_> {
    /// A parameter that some clause matches against a pattern is always passed.
    fn mark_matched_params(&mut self) {
        for local in &self.function.locals {
            for clause in &local.clauses {
                for (pattern, param) in clause.patterns.iter().zip(&local.params) {
                    if !matches!(pattern, Ex::Var(_) | Ex::Any) {
                        self.vars.insert(*param);
                    }
                }
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.body(&clause.body);
        clause.patterns.iter().for_each(|pattern| self.pattern(pattern));
        clause.guard.iter().for_each(|guard| self.value(guard));
    }

    fn body(&mut self, body: &[Ex]) {
        let Some((last, before)) = body.split_last() else { return };
        match last {
            Ex::Match(..) | Ex::Case(..) | Ex::If(..) => self.statement_at_end(last),
            _ => self.value(last),
        }
        before.iter().rev().for_each(|ex| self.statement(ex));
    }

    /// The value of a body's last expression is the function's, unless the body only binds variables.
    fn statement_at_end(&mut self, ex: &Ex) {
        match ex {
            Ex::Case(subject, clauses) => {
                self.value(subject);
                clauses.iter().for_each(|clause| self.clause(clause));
            }
            Ex::If(branches) => branches.iter().for_each(|(guard, body)| {
                self.value(guard);
                self.body(body);
            }),
            _ => self.statement(ex),
        }
    }

    fn statement(&mut self, ex: &Ex) {
        if ex.is_pure() && !self.binds_live(ex) {
            return;
        }
        match ex {
            Ex::Match(pattern, value) => {
                self.pattern(pattern);
                self.value(value);
            }
            Ex::Case(..) | Ex::If(..) => self.statement_at_end(ex),
            _ => self.value(ex),
        }
    }

    fn binds_live(&self, ex: &Ex) -> bool {
        let mut bound = BTreeSet::new();
        ex.bound_vars(&mut bound);
        !bound.is_disjoint(&self.vars)
    }

    /// Sizes in a pattern are uses.
    fn pattern(&mut self, pattern: &Ex) {
        pattern.walk(&mut |ex| {
            if let Ex::Bits(segments) = ex {
                let sizes = segments.iter().filter_map(|segment| segment.size.as_ref());
                sizes.for_each(|size| self.value(size));
            }
        });
    }

    fn value(&mut self, ex: &Ex) {
        match ex {
            Ex::Var(var) => {
                self.vars.insert(*var);
            }
            Ex::Call(Callee::Local(id), args) => self.local_call(*id, args),
            Ex::Case(..) | Ex::If(..) => self.statement_at_end(ex),
            Ex::Match(pattern, value) => {
                self.pattern(pattern);
                self.value(value);
            }
            _ => ex.parts(&mut |part| self.value(part)),
        }
    }

    fn local_call(&mut self, id: LocalId, args: &[Ex]) {
        let params = &self.function.locals[id.0 as usize].params;
        for (param, arg) in params.iter().zip(args) {
            if self.vars.contains(param) {
                self.value(arg);
            }
        }
    }
}
