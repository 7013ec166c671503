//! Adds to each helper, as further arguments, the variables that it uses and does not bind.

use crate::erlang::ast::{Callee, Clause, Ex, Function, LocalId, Var};
use std::collections::BTreeSet;

pub(super) fn close(function: &mut Function) {
    let free = free_of_locals(function);
    let extend = |clauses: &mut Vec<Clause>| {
        for clause in clauses {
            clause.guard.iter_mut().chain(&mut clause.body).for_each(|ex| extend_calls(ex, &free));
        }
    };
    extend(&mut function.clauses);
    for (local, free) in function.locals.iter_mut().zip(&free) {
        extend(&mut local.clauses);
        local.params.extend(free);
        for clause in &mut local.clauses {
            clause.patterns.extend(free.iter().map(|var| Ex::Var(*var)));
        }
    }
}

/// Returns the smallest sets that contain the variables that a helper uses and those that its callees need from it.
fn free_of_locals(function: &Function) -> Vec<BTreeSet<Var>> {
    let facts: Vec<Facts> = function.locals.iter().map(|local| facts(&local.clauses)).collect();
    let mut free: Vec<BTreeSet<Var>> = facts.iter().map(|facts| facts.used.clone()).collect();
    loop {
        let mut changed = false;
        // Helpers are declared before those that they call.
        for (index, facts) in facts.iter().enumerate().rev() {
            let needed: BTreeSet<Var> = facts
                .calls
                .iter()
                .flat_map(|id| free[id.0 as usize].iter().copied())
                .filter(|var| !facts.bound.contains(var))
                .collect();
            let before = free[index].len();
            free[index].extend(needed);
            changed |= free[index].len() != before;
        }
        if !changed {
            return free;
        }
    }
}

/// The variables that a helper uses without binding them, those that it binds, and the helpers that it calls.
struct Facts {
    used: BTreeSet<Var>,
    bound: BTreeSet<Var>,
    calls: BTreeSet<LocalId>,
}

fn facts(clauses: &[Clause]) -> Facts {
    let mut facts = Facts { used: BTreeSet::new(), bound: BTreeSet::new(), calls: BTreeSet::new() };
    for clause in clauses {
        clause.patterns.iter().for_each(|pattern| pattern.pattern_vars(&mut facts.bound));
        clause.parts(&mut |ex| {
            ex.bound_vars(&mut facts.bound);
            ex.all_vars(&mut facts.used);
            ex.walk(&mut |ex| {
                if let Ex::Call(Callee::Local(id), _) = ex {
                    facts.calls.insert(*id);
                }
            });
        });
    }
    facts.used = facts.used.difference(&facts.bound).copied().collect();
    facts
}

fn extend_calls(ex: &mut Ex, free: &[BTreeSet<Var>]) {
    if let Ex::Call(Callee::Local(id), args) = ex {
        args.extend(free[id.0 as usize].iter().map(|var| Ex::Var(*var)));
    }
    ex.parts_mut(&mut |part| extend_calls(part, free));
}
