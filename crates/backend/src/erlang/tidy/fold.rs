//! Moves a leading `Pattern = Parameter` into the function's head, and blanks variables that a clause binds but does
//! not use.

use crate::erlang::ast::{Clause, Ex, Function, Var, merge_skips};
use std::collections::{BTreeSet, HashMap};

pub(super) fn fold(function: &mut Function) {
    let locals = function.locals.iter_mut().flat_map(|local| &mut local.clauses);
    for clause in function.clauses.iter_mut().chain(locals) {
        fold_head(clause);
        blank_unused(clause);
    }
}

/// Only for record patterns of whole parameters: a bit pattern in the head would turn an error into a missing clause.
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
    let (mut occurs, mut used) = (HashMap::new(), HashMap::new());
    clause.parts(&mut |part| part.walk(&mut |ex| count(ex, &mut occurs)));
    used.clone_from(&occurs);
    clause.patterns.iter().for_each(|pattern| uncount_bound(pattern, &mut used));
    clause.body.iter().for_each(|ex| ex.walk(&mut |ex| uncount(ex, &mut used)));
    let once = |var: &Var| occurs.get(var) == Some(&1);
    clause.patterns.iter_mut().for_each(|pattern| blank(pattern, &once));
    let unused = |var: &Var| used.get(var).is_none_or(|count| *count <= 0);
    clause.body.iter_mut().for_each(|ex| drop_from_failures(ex, &unused));
    clause.body.iter_mut().for_each(|ex| blank_inside(ex, &once));
}

fn count(ex: &Ex, counts: &mut HashMap<Var, i32>) {
    match ex {
        Ex::Var(var) => *counts.entry(*var).or_default() += 1,
        Ex::Fail(_, vars) => vars.iter().for_each(|var| *counts.entry(*var).or_default() += 1),
        _ => {}
    }
}

/// Removes the counts of a variable's binding, and of its use in the pattern that binds it.
fn uncount(ex: &Ex, counts: &mut HashMap<Var, i32>) {
    match ex {
        Ex::Match(pattern, _) => uncount_bound(pattern, counts),
        Ex::Case(_, clauses) => clauses.iter().for_each(|clause| uncount_bound(&clause.patterns[0], counts)),
        Ex::Fail(_, vars) => vars.iter().for_each(|var| *counts.entry(*var).or_default() -= 1),
        _ => {}
    }
}

fn uncount_bound(pattern: &Ex, counts: &mut HashMap<Var, i32>) {
    let mut bound = BTreeSet::new();
    pattern.pattern_vars(&mut bound);
    pattern.walk(&mut |ex| match ex {
        Ex::Var(var) if bound.contains(var) => *counts.entry(*var).or_default() -= 1,
        _ => {}
    });
}

fn drop_from_failures(ex: &mut Ex, unused: &dyn Fn(&Var) -> bool) {
    if let Ex::Fail(_, vars) = ex {
        vars.retain(|var| !unused(var));
    }
    ex.parts_mut(&mut |part| drop_from_failures(part, unused));
}

fn blank_inside(ex: &mut Ex, unused: &dyn Fn(&Var) -> bool) {
    match ex {
        Ex::Match(pattern, value) => {
            blank(pattern, unused);
            blank_inside(value, unused);
            if **pattern == Ex::Any {
                *ex = std::mem::replace(&mut **value, Ex::Any).for_effect();
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
