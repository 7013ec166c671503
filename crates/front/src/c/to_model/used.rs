//! Which types are in the model: those of the user's files that have names, and all that they are made of.

use crate::c::note::NoteKind;
use crate::c::tree::{Declared, EnumId, Member, RecordId, Type, Unit};
use std::collections::BTreeSet;

/// The types of the model.
#[derive(Default)]
pub(super) struct Used {
    /// All structs and unions that are part of something.
    pub records: BTreeSet<RecordId>,
    /// Structs with a declaration.
    pub structs: BTreeSet<RecordId>,
    /// Unions with a tag.
    pub unions: BTreeSet<RecordId>,
    pub enums: BTreeSet<EnumId>,
}

pub(super) fn used(unit: &Unit) -> Used {
    let mut used = Used::default();
    let is_wanted = |declared: &Declared| !declared.is_system && declared.name().is_some();
    for (id, record) in (0..).map(RecordId).zip(&unit.records) {
        if is_wanted(&record.declared) && record.members.is_some() {
            used.record(unit, id, !record.is_union);
        }
    }
    for (id, it) in (0..).map(EnumId).zip(&unit.enums) {
        if is_wanted(&it.declared) && it.members.is_some() {
            used.enums.insert(id);
        }
    }
    used
}

impl Used {
    /// Adds a struct or union; it has a declaration if it is not inside of a union without a tag.
    fn record(&mut self, unit: &Unit, id: RecordId, is_declared: bool) {
        let record = &unit.records[id.0];
        let set = if record.is_union { &mut self.unions } else { &mut self.structs };
        let is_new = self.records.insert(id);
        if !(is_declared && set.insert(id) || is_new) {
            return;
        }
        for member in record.members.iter().flatten() {
            self.member(unit, member, is_declared);
        }
    }

    fn member(&mut self, unit: &Unit, it: &Member, is_declared: bool) {
        match it.ty.element() {
            Type::Record(id) => {
                let record = &unit.records[id.0];
                let is_declared = is_declared && (!record.is_union || is_tagged(unit, it));
                match it.anonymous().filter(|_| !record.is_union) {
                    // Its members are those of the outer struct.
                    Some(_) => {
                        self.records.insert(*id);
                        record.members.iter().flatten().for_each(|inner| self.member(unit, inner, is_declared));
                    }
                    None => self.record(unit, *id, is_declared),
                }
            }
            Type::Enum(id) if is_declared => {
                self.enums.insert(*id);
            }
            _ => {}
        }
    }
}

/// Returns true for a union with a tag.
pub(super) fn is_tagged(unit: &Unit, it: &Member) -> bool {
    matches!(it.ty.plain(), Type::Record(_)) && notes(unit, it).any(|note| matches!(note.kind, NoteKind::Tag(_)))
}

/// Returns the notes of a member, and those at the beginning of its type if that has no name.
pub(super) fn notes<'u>(unit: &'u Unit, it: &'u Member) -> impl Iterator<Item = &'u crate::c::note::Note> {
    let of_type = match it.ty.element() {
        Type::Record(id) if unit.records[id.0].declared.name().is_none() => &unit.records[id.0].declared.notes[..],
        Type::Enum(_) | Type::Record(_) => &[],
        _ => &[],
    };
    it.notes.iter().chain(of_type)
}
