//! Which structs an edit can affect, and values that set one member after the other.

use super::Direction;
use super::edits::{Edit, Subject};
use super::pair::Pairs;
use super::side::Place;
use super::witness::Values;
use polywire_model::DeclId;
use polywire_vm::Value;
use std::collections::BTreeSet;

/// A struct in the old and in the new version.
pub(super) type Pair = (DeclId, DeclId);

/// The member that a value sets, given by the writer's place, and those of the structs inside of it.
pub(super) type Focus = Vec<(Pair, Place)>;

/// Structs inside of others are followed to this depth.
const DEEPEST: usize = 2;

/// Returns the structs to compare: those in both versions, and those that methods take and return.
pub(super) fn roots(pairs: &Pairs<'_>) -> BTreeSet<Pair> {
    let structs = pairs.decls.iter().map(|(old, new)| (*old, *new));
    let mut roots: BTreeSet<Pair> = structs.filter(|(old, _)| pairs.old.model.as_struct(*old).is_some()).collect();
    for old in &pairs.old.model.services {
        let Some(new) = pairs.new.model.services.iter().find(|new| new.path() == old.path()) else { continue };
        for was in &old.methods {
            let same = new.methods.iter().find(|is| is.name == was.name);
            roots.extend(
                same.into_iter().flat_map(|is| [(was.input, is.input)].into_iter().chain(was.output.zip(is.output))),
            );
        }
    }
    roots
}

/// Returns the structs and enums with edits, and the structs that contain them.
pub(super) fn affected(pairs: &Pairs<'_>, edits: &[Edit], roots: &BTreeSet<Pair>) -> BTreeSet<Pair> {
    let mut affected: BTreeSet<Pair> = edits.iter().filter_map(|edit| owner(edit.subject)).collect();
    // Structs that only methods pair have no edits of their own.
    affected.extend(roots.iter().filter(|(old, new)| pairs.decls.get(old) != Some(new)));
    loop {
        let contains = |pair: &&Pair| {
            let members = pairs.members(pair.0, pair.1);
            members.both.iter().any(|(old, new)| {
                let inner = pairs.named_in(members.old[*old].ty, members.new[*new].ty);
                inner.into_iter().any(|inner| affected.contains(&inner))
            })
        };
        let more: Vec<Pair> = roots.iter().filter(|pair| !affected.contains(*pair)).filter(contains).copied().collect();
        if more.is_empty() {
            return affected;
        }
        affected.extend(more);
    }
}

/// Returns a struct, and the structs and enums inside of it.
pub(super) fn inside(pairs: &Pairs<'_>, pair: Pair) -> BTreeSet<Pair> {
    let (mut found, mut open) = (BTreeSet::from([pair]), vec![pair]);
    while let Some((old, new)) = open.pop() {
        let members = pairs.members(old, new);
        for (old, new) in &members.both {
            let inner = pairs.named_in(members.old[*old].ty, members.new[*new].ty);
            open.extend(inner.into_iter().filter(|inner| found.insert(*inner)));
        }
    }
    found
}

/// Returns the struct or enum of an edit.
pub(super) fn owner(subject: Subject) -> Option<Pair> {
    match subject {
        Subject::Struct(old, new) | Subject::Enum(old, new) => Some((old, new)),
        Subject::Member { owner, .. } | Subject::Enumerator { owner, .. } => Some(owner),
        Subject::Other => None,
    }
}

/// Returns values of a struct, each with one member set, with the members that are set, the smallest first.
pub(super) fn values(
    pairs: &Pairs<'_>,
    direction: Direction,
    values: Values<'_, '_>,
    (pair, depth): (Pair, usize),
    affected: &BTreeSet<Pair>,
) -> Vec<(Focus, Value)> {
    let id = direction.of(pair.0, pair.1).0;
    let members = pairs.members(pair.0, pair.1);
    let mut found = Vec::new();
    for (at, member) in direction.of(&members.old, &members.new).0.iter().enumerate() {
        for value in values.of_member(member) {
            found.push((vec![(pair, member.place)], Value::Struct(values.with(id, member.place, value))));
        }
        let partner = members.both.iter().find(|(old, new)| direction.of(*old, *new).0 == at);
        let Some((old, new)) = partner.filter(|_| depth < DEEPEST) else { continue };
        for inner in pairs.named_in(members.old[*old].ty, members.new[*new].ty) {
            if !affected.contains(&inner) || pairs.old.model.as_struct(inner.0).is_none() {
                continue;
            }
            for (focus, value) in self::values(pairs, direction, values, (inner, depth + 1), affected) {
                let Some(value) = values.around(member.ty, &value) else { continue };
                let focus = [vec![(pair, member.place)], focus].concat();
                found.push((focus, Value::Struct(values.with(id, member.place, value))));
            }
        }
    }
    found
}
