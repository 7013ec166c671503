//! Orders the arguments of helpers that continue a function as that function has them: then most of them stay in the
//! registers in which they are.
//!
//! Design: docs/decisions/0069-erlang-json-leaves.md

use crate::erlang::ast::{Callee, Clause, Ex, Function, LocalId, Var};
use std::collections::{HashMap, VecDeque};

/// Helpers that are called from many places.
const LOOPS: &[&str] = &["loop", "fields"];

pub(super) fn order(function: &mut Function) {
    let orders = orders(function);
    let reorder = |clauses: &mut Vec<Clause>| {
        for clause in clauses {
            clause.guard.iter_mut().chain(&mut clause.body).for_each(|ex| reorder_calls(ex, &orders));
        }
    };
    reorder(&mut function.clauses);
    for (local, order) in function.locals.iter_mut().zip(&orders) {
        reorder(&mut local.clauses);
        permute(&mut local.params, order);
        local.clauses.iter_mut().for_each(|clause| permute(&mut clause.patterns, order));
    }
}

/// Returns for each helper the old indices of its parameters in their new order.
fn orders(function: &Function) -> Vec<Vec<usize>> {
    let unchanged = |id: usize| (0..function.locals[id].params.len()).collect::<Vec<_>>();
    let mut orders: Vec<Option<Vec<usize>>> = vec![None; function.locals.len()];
    let mut queue: VecDeque<Option<usize>> = VecDeque::from([None]);
    while let Some(caller) = queue.pop_front() {
        let clauses = caller.map_or(&function.clauses, |id| &function.locals[id].clauses);
        for clause in clauses {
            let places = places(clause, caller.and_then(|id| orders[id].as_deref()));
            let mut visit = |ex: &Ex| {
                let Ex::Call(Callee::Local(LocalId(id)), args) = ex else { return };
                let id = *id as usize;
                if orders[id].is_none() {
                    let moves = !LOOPS.contains(&function.locals[id].role);
                    orders[id] = Some(if moves { arranged(args, &places) } else { unchanged(id) });
                    queue.push_back(Some(id));
                }
            };
            clause.body.iter().for_each(|ex| ex.walk(&mut visit));
        }
    }
    orders.into_iter().enumerate().map(|(id, order)| order.unwrap_or_else(|| unchanged(id))).collect()
}

/// Returns the variables of a clause's head, and the positions of their parameters. The rest of a matched binary is
/// where the binary was.
fn places(clause: &Clause, order: Option<&[usize]>) -> HashMap<Var, usize> {
    let mut places = HashMap::new();
    for (index, pattern) in clause.patterns.iter().enumerate() {
        let place = order.map_or(index, |order| order.iter().position(|old| *old == index).unwrap_or(index));
        note(pattern, place, &mut places);
    }
    places
}

fn note(pattern: &Ex, place: usize, places: &mut HashMap<Var, usize>) {
    match pattern {
        Ex::Var(var) => {
            places.insert(*var, place);
        }
        Ex::Match(left, right) => {
            note(left, place, places);
            note(right, place, places);
        }
        Ex::Bits(segments) => {
            if let Some(var) = segments.last().and_then(|last| last.bound()) {
                places.insert(var, place);
            }
        }
        _ => {}
    }
}

/// Puts each argument at the position that it has in the caller, and the others into the gaps.
fn arranged(args: &[Ex], places: &HashMap<Var, usize>) -> Vec<usize> {
    let mut slots: Vec<Option<usize>> = vec![None; args.len()];
    let mut others = VecDeque::new();
    for (index, arg) in args.iter().enumerate() {
        let place = match arg {
            Ex::Var(var) => places.get(var).copied(),
            _ => None,
        };
        match place.and_then(|place| slots.get_mut(place)) {
            Some(slot @ None) => *slot = Some(index),
            _ => others.push_back(index),
        }
    }
    slots.into_iter().map(|slot| slot.or_else(|| others.pop_front()).unwrap_or_default()).collect()
}

fn permute<T: Clone>(items: &mut Vec<T>, order: &[usize]) {
    *items = order.iter().filter_map(|index| items.get(*index).cloned()).collect();
}

fn reorder_calls(ex: &mut Ex, orders: &[Vec<usize>]) {
    if let Ex::Call(Callee::Local(id), args) = ex {
        permute(args, &orders[id.0 as usize]);
    }
    ex.parts_mut(&mut |part| reorder_calls(part, orders));
}
