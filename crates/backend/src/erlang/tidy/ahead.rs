//! A number that is read only to branch on one value of it, after which that branch reads further: usually replaced by
//! a single match.

use crate::erlang::ast::{Clause, Ex, Function, Kind, Segment, Var};
use std::collections::BTreeSet;

pub(super) fn ahead(function: &mut Function) {
    let locals = function.locals.iter_mut().flat_map(|local| &mut local.clauses);
    for clause in function.clauses.iter_mut().chain(locals) {
        if let Some(both) = clause.body.get(..2).and_then(|first| merged(first, &clause.body[2..])) {
            let apart = clause.body.drain(..2).collect();
            let clauses = vec![both.clause, Clause::of(Ex::Any, apart)];
            clause.body.insert(0, Ex::case(both.subject, clauses));
        }
    }
}

struct Both {
    subject: Ex,
    clause: Clause,
}

/// Matches `case Subject of <<Number, Rest/binary>> …`, then `if Number =:= Value -> case Rest of <<…, End/binary>> …`.
fn merged(first: &[Ex], behind: &[Ex]) -> Option<Both> {
    let [read, branch] = first else { return None };
    let (subject, segments) = quick(read)?;
    let [number, rest] = segments else { return None };
    let Ex::If(branches) = branch else { return None };
    let [(Ex::Binary("=:=", tested, value), body), _] = branches.as_slice() else { return None };
    let (Ex::Var(var), Kind::Int { .. }) = (&number.value, number.kind) else { return None };
    let [next, binds @ ..] = body.as_slice() else { return None };
    let (continued, segments) = quick(next)?;
    let plain = **tested == number.value && matches!(**value, Ex::Int(_)) && *continued == rest.value;
    if !plain || !binds.iter().all(is_bind) || [*var, rest.bound()?].iter().any(|var| is_used(behind, *var)) {
        return None;
    }
    let (end, segments) = segments.split_last()?;
    let mut body = binds.to_vec();
    let known = Segment { value: (**value).clone(), ..number.clone() };
    let mut pattern: Vec<Segment> = std::iter::once(&known).chain(segments).cloned().collect();
    if nothing_follows(binds, behind, &end.value) {
        body.iter_mut().for_each(|bind| end_with(bind, &end.value));
    } else {
        pattern.push(end.clone());
    }
    Some(Both { subject: subject.clone(), clause: Clause::of(Ex::Bits(pattern), body) })
}

/// Returns the subject and the pattern of a match of a whole binary, after which other code follows only if it fails.
fn quick(ex: &Ex) -> Option<(&Ex, &[Segment])> {
    let Ex::Case(subject, clauses) = ex else { return None };
    let [quick, rare] = clauses.as_slice() else { return None };
    let ([Ex::Bits(segments)], [Ex::Any]) = (quick.patterns.as_slice(), rare.patterns.as_slice()) else { return None };
    let fails = matches!(rare.body.as_slice(), [Ex::Fail(..)]);
    let to_end = segments.last().is_some_and(|last| last.kind == Kind::Binary && last.size.is_none());
    (fails && to_end && quick.guard.is_none() && quick.body.is_empty()).then_some((subject, segments))
}

fn is_bind(ex: &Ex) -> bool {
    matches!(ex, Ex::Match(pattern, value) if matches!(**pattern, Ex::Var(_)) && matches!(**value, Ex::Var(_)))
}

fn is_used(body: &[Ex], var: Var) -> bool {
    let mut vars = BTreeSet::new();
    body.iter().for_each(|ex| ex.all_vars(&mut vars));
    vars.contains(&var)
}

/// Returns true if the end that was matched, under another name, is then required to be empty.
fn nothing_follows(binds: &[Ex], behind: &[Ex], end: &Ex) -> bool {
    let Some(Ex::Binary("orelse", test, fail)) = behind.first() else { return false };
    let Ex::Binary("=:=", size, zero) = &**test else { return false };
    let Ex::Call(_, sized) = &**size else { return false };
    let renamed = |bind: &Ex| matches!(bind, Ex::Match(name, value) if **value == *end && sized.contains(name));
    matches!(**fail, Ex::Fail(..)) && **zero == Ex::Int(0) && binds.iter().any(renamed)
}

fn end_with(bind: &mut Ex, end: &Ex) {
    if let Ex::Match(_, value) = bind
        && **value == *end
    {
        **value = Ex::Bytes(vec![]);
    }
}
