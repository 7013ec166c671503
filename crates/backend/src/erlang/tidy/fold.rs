//! Moves a first `Pattern = Parameter` into the function's head, and blanks what a clause binds and does not use.

use crate::erlang::ast::{Clause, Ex, Function, Var, merge_skips};
use std::collections::HashMap;

pub(super) fn fold(function: &mut Function) {
    let locals = function.locals.iter_mut().flat_map(|local| &mut local.clauses);
    for clause in function.clauses.iter_mut().chain(locals) {
        fold_head(clause);
        blank_unused(clause);
    }
}

/// Only record patterns of whole parameters: a bit pattern in the head would turn an error into a missing clause.
fn fold_head(clause: &mut Clause) {
    while let Some(Ex::Match(pattern, value)) = clause.body.first() {
        let (Ex::Record(..), Ex::Var(var)) = (&**pattern, &**value) else { return };
        let Some(at) = clause.patterns.iter().position(|it| *it == Ex::Var(*var)) else { return };
        if clause.body.len() == 1 {
            return;
        }
        let (pattern, var) = ((**pattern).clone(), *var);
        clause.body.remove(0);
        clause.patterns[at] = Ex::bind(pattern, Ex::Var(var));
    }
}

fn blank_unused(clause: &mut Clause) {
    let mut counts: HashMap<Var, usize> = HashMap::new();
    clause.parts(&mut |part| {
        part.walk(&mut |ex| match ex {
            Ex::Var(var) => *counts.entry(*var).or_default() += 1,
            Ex::Fail(_, vars) => vars.iter().for_each(|var| *counts.entry(*var).or_default() += 1),
            _ => {}
        });
    });
    let unused = |var: &Var| counts.get(var) == Some(&1);
    clause.patterns.iter_mut().for_each(|pattern| blank(pattern, &unused));
    clause.body.iter_mut().for_each(|ex| blank_inside(ex, &unused));
}

fn blank_inside(ex: &mut Ex, unused: &dyn Fn(&Var) -> bool) {
    match ex {
        Ex::Match(pattern, value) => {
            blank(pattern, unused);
            blank_inside(value, unused);
            if **pattern == Ex::Any {
                *ex = std::mem::replace(&mut **value, Ex::Any);
            }
        }
        Ex::Case(subject, clauses) => {
            blank_inside(subject, unused);
            for clause in clauses {
                clause.patterns.iter_mut().for_each(|pattern| blank(pattern, unused));
                clause.body.iter_mut().for_each(|ex| blank_inside(ex, unused));
            }
        }
        Ex::If(branches) => branches.iter_mut().flat_map(|(_, body)| body).for_each(|ex| blank_inside(ex, unused)),
        Ex::Fail(_, vars) => vars.retain(|var| !unused(var)),
        _ => {}
    }
}

fn blank(pattern: &mut Ex, unused: &dyn Fn(&Var) -> bool) {
    match pattern {
        Ex::Var(var) if unused(var) => *pattern = Ex::Any,
        Ex::Tuple(items) => items.iter_mut().for_each(|item| blank(item, unused)),
        Ex::Cons(head, tail) => {
            blank(head, unused);
            blank(tail, unused);
        }
        Ex::Record(_, fields) => {
            fields.iter_mut().for_each(|(_, value)| blank(value, unused));
            fields.retain(|(_, value)| *value != Ex::Any);
        }
        Ex::Match(left, right) => {
            blank(left, unused);
            blank(right, unused);
            if **right == Ex::Any {
                *pattern = std::mem::replace(&mut **left, Ex::Any);
            }
        }
        Ex::Bits(segments) => {
            segments.iter_mut().for_each(|segment| blank(&mut segment.value, unused));
            *segments = merge_skips(std::mem::take(segments));
        }
        _ => {}
    }
}
