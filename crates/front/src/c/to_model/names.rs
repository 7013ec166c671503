//! Names of types that have none in C: that of the member, in that of the struct around it.

use super::Maker;
use super::used::Used;
use crate::c::note::NoteKind;
use crate::c::tree::{EnumId, Member, RecordId, Type, Unit};
use polywire_model::pascal_case;

/// A type without a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Anonymous {
    Record(RecordId),
    Enum(EnumId),
}

impl Maker<'_> {
    /// Names the types of members. Outer structs come before those inside of them.
    pub(super) fn name_anonymous(&mut self, used: &Used) {
        for id in used.structs.iter().chain(&used.unions) {
            let path = self.record_path(*id);
            self.name_members(*id, &path);
        }
    }

    fn name_members(&mut self, of: RecordId, path: &[String]) {
        let unit = self.unit;
        for member in unit.records[of.0].members.iter().flatten() {
            let anonymous = match member.ty.element() {
                Type::Record(id) if unit.records[id.0].declared.name().is_none() => Anonymous::Record(*id),
                Type::Enum(id) if unit.enums[id.0].declared.name().is_none() => Anonymous::Enum(*id),
                _ => continue,
            };
            if let (Some(inner), false) = (member.anonymous(), is_union(unit, member)) {
                self.name_members(inner, path);
                continue;
            }
            let field = member_name(unit, member);
            let mut name = pascal_case(&field);
            if name == field {
                name.push('_');
            }
            let path: Vec<String> = path.iter().cloned().chain([name]).collect();
            self.paths.entry(anonymous).or_insert_with(|| path.clone());
        }
    }

    pub(super) fn record_path(&self, id: RecordId) -> Vec<String> {
        match self.unit.records[id.0].declared.name() {
            Some(name) => vec![name.to_owned()],
            None => self.paths.get(&Anonymous::Record(id)).cloned().unwrap_or_else(|| vec!["anonymous".to_owned()]),
        }
    }

    pub(super) fn enum_path(&self, id: EnumId) -> Vec<String> {
        match self.unit.enums[id.0].declared.name() {
            Some(name) => vec![name.to_owned()],
            None => self.paths.get(&Anonymous::Enum(id)).cloned().unwrap_or_else(|| vec!["anonymous".to_owned()]),
        }
    }

    /// Returns the name of a struct or union in C, with its keyword.
    pub(super) fn c_name(&self, id: RecordId) -> String {
        let record = &self.unit.records[id.0];
        let keyword = if record.is_union { "union" } else { "struct" };
        match (&record.declared.tag, &record.declared.typedef) {
            (Some(tag), _) => format!("{keyword} {tag}"),
            (None, Some(name)) => name.clone(),
            (None, None) => String::new(),
        }
    }
}

fn is_union(unit: &Unit, it: &Member) -> bool {
    matches!(it.ty.element(), Type::Record(id) if unit.records[id.0].is_union)
}

/// Returns the name of a member; an anonymous union has that of a note, or one after its first member.
pub(super) fn member_name(unit: &Unit, it: &Member) -> String {
    let noted = super::used::notes(unit, it).find_map(|note| match &note.kind {
        NoteKind::Name(name) => Some(name.clone()),
        _ => None,
    });
    match (noted, it.anonymous()) {
        _ if !it.name.is_empty() => it.name.clone(),
        (Some(name), _) => name,
        (None, None) => String::new(),
        (None, Some(id)) => {
            let first = unit.records[id.0].members.iter().flatten().next();
            first.map_or_else(|| "union".to_owned(), |it| member_name(unit, it) + "_union")
        }
    }
}
