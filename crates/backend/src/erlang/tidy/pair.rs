//! Two consecutive matches at positions of one binary, the second starting where the first ends: usually replaced by a
//! single match.

use crate::erlang::ast::{Clause, Ex, Function, Kind, Segment};

pub(super) fn pair(function: &mut Function) {
    let locals = function.locals.iter_mut().flat_map(|local| &mut local.clauses);
    for clause in function.clauses.iter_mut().chain(locals) {
        pair_in(&mut clause.body);
    }
}

fn pair_in(body: &mut Vec<Ex>) {
    let mut index = 0;
    while index + 1 < body.len() {
        if let Some(both) = merged(&body[index], &body[index + 1]) {
            let apart = body.drain(index..index + 2).collect();
            let subject = both.subject;
            body.insert(index, Ex::case(subject, vec![both.clause, Clause::of(Ex::Any, apart)]));
        }
        index += 1;
    }
}

/// A quick match of a binary, at a position, of this many bytes.
struct Quick<'e> {
    subject: &'e Ex,
    pos: &'e Ex,
    inner: &'e [Segment],
    guard: Option<&'e Ex>,
}

struct Both {
    subject: Ex,
    clause: Clause,
}

fn merged(first: &Ex, second: &Ex) -> Option<Both> {
    let (first, second) = (quick(first)?, quick(second)?);
    if first.subject != second.subject {
        return None;
    }
    let end = Ex::binary("+", first.pos.clone(), Ex::Int(size(first.inner)? / 8));
    let adjacent = Ex::binary("=:=", second.pos.clone(), end);
    let guards = [first.guard, second.guard].into_iter().flatten().cloned();
    let guard = guards.fold(adjacent, |left, right| Ex::binary("andalso", left, right));
    let before = Segment::span(Ex::Any, first.pos.clone());
    let inner = first.inner.iter().chain(second.inner).cloned();
    let segments = std::iter::once(before).chain(inner).chain([Segment::binary(Ex::Any)]).collect();
    let clause = Clause { guard: Some(guard), ..Clause::of(Ex::Bits(segments), vec![]) };
    Some(Both { subject: first.subject.clone(), clause })
}

/// Returns the quick clause of a match with another path for other input.
fn quick(ex: &Ex) -> Option<Quick<'_>> {
    let Ex::Case(subject, clauses) = ex else { return None };
    let [quick, rare] = clauses.as_slice() else { return None };
    let ([Ex::Bits(segments)], [Ex::Any]) = (quick.patterns.as_slice(), rare.patterns.as_slice()) else { return None };
    let [before, inner @ .., rest] = segments.as_slice() else { return None };
    let skips = before.kind == Kind::Binary && before.value == Ex::Any;
    let ends = *rest == Segment::binary(Ex::Any);
    let pos = before.size.as_ref().filter(|pos| skips && ends && matches!(pos, Ex::Var(_)))?;
    let plain = matches!(**subject, Ex::Var(_)) && quick.body.is_empty() && rare.guard.is_none();
    plain.then_some(Quick { subject, pos, inner, guard: quick.guard.as_ref() })
}

/// Returns the number of bits of constant-size segments.
fn size(segments: &[Segment]) -> Option<i128> {
    let bits = |segment: &Segment| match (&segment.size, segment.kind) {
        (Some(Ex::Int(size)), Kind::Int { .. } | Kind::Float { .. }) => Some(*size),
        (Some(Ex::Int(size)), Kind::Binary | Kind::Bytes) => Some(size * 8),
        _ => None,
    };
    segments.iter().map(bits).sum()
}
