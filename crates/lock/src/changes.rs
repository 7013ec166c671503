//! Reports the edits of a schema when a lock is updated.

use crate::assignments::{Entry, Section};
use crate::member::{Numbered, Owner, SELF};
use polywire_model::attr::Fact;
use polywire_model::{Change, Edit, Model, Part};
use polywire_source::Span;
use std::collections::BTreeSet;

/// Returns the edits between two states of the order of a type's members; empty if the type is new.
pub(crate) fn changes(before: &Section, after: &Section, it: &Numbered<'_>, model: &Model) -> Vec<Change> {
    let Owner::Decl(owner) = it.owner else { return Vec::new() };
    if before.entries.values().all(|entry| entry.removed) {
        return Vec::new();
    }
    let (was, is) = (unions(before), unions(after));
    let mut told = BTreeSet::new();
    let mut changes = Vec::new();
    for (number, entry) in &after.entries {
        let Some(edit) = edit(before.entries.get(number), entry) else { continue };
        let union = entry.union(Fact::Order).filter(|union| *union != SELF);
        let is_whole_union = union.is_some_and(|union| !was.contains(union) || !is.contains(union));
        let name = entry.name.strip_prefix('.').unwrap_or(&entry.name);
        let member = union.filter(|_| is_whole_union).unwrap_or(name);
        let part = match union {
            _ if model.as_enum(owner).is_some() => Part::Enumerator,
            _ if model.as_union(owner).is_some() => Part::Case,
            Some(_) if !is_whole_union => Part::Case,
            Some(_) | None => Part::Field,
        };
        if told.insert(member.to_owned()) {
            let span = span(it, &entry.name).unwrap_or(model.decl(owner).span);
            changes.push(Change { owner, member: member.to_owned(), part, edit, span });
        }
    }
    changes
}

fn edit(before: Option<&Entry>, after: &Entry) -> Option<Edit> {
    let is_optional = |entry: &Entry| entry.ty.ends_with('?');
    match before {
        None if after.removed => None,
        None => Some(Edit::Added),
        Some(before) => match (before.removed, after.removed) {
            (true, true) => None,
            (true, false) => Some(Edit::Restored),
            (false, true) => Some(Edit::Removed),
            (false, false) => (is_optional(before) != is_optional(after)).then_some(Edit::PresenceChanged),
        },
    }
}

/// Returns the unions with at least one case.
fn unions(section: &Section) -> BTreeSet<&str> {
    let live = section.entries.values().filter(|entry| !entry.removed);
    live.filter_map(|entry| entry.union(Fact::Order)).collect()
}

fn span(it: &Numbered<'_>, name: &str) -> Option<Span> {
    it.members.iter().find(|member| member.name == name).map(|member| member.span)
}
