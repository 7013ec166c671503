//! Members that only tell about others: counts, tags, lengths. The model does not have them.

use super::{Maker, used};
use crate::c::codes;
use crate::c::note::{Note, NoteKind};
use crate::c::tree::{Member, RecordId, Type, Unit};
use polywire_source::{Diagnostic, Span, closest};
use std::collections::HashMap;

/// The members of a struct that tell about others, and about the struct itself.
#[derive(Default)]
pub(super) struct Hidden {
    /// By name, where a note names them.
    pub tellers: HashMap<String, Span>,
    pub length: Option<String>,
    pub version: Option<String>,
}

impl<'a> Maker<'a> {
    /// Finds the members that notes of other members name, and those with notes of their own.
    pub(super) fn hidden(&mut self, id: RecordId) -> Hidden {
        let members = flat(self.unit, id);
        let mut hidden = Hidden::default();
        for member in &members {
            let notes: Vec<&Note> = used::notes(self.unit, member).collect();
            for note in notes {
                match &note.kind {
                    NoteKind::Count(name) | NoteKind::Tag(name) | NoteKind::Present(name) => {
                        self.teller(name, note, &members, &mut hidden)
                    }
                    NoteKind::Length if self.is_number(member, note) => {
                        self.only_one(hidden.length.replace(member.name.clone()), note);
                        hidden.tellers.insert(member.name.clone(), note.span);
                    }
                    NoteKind::Version if self.is_number(member, note) => {
                        self.only_one(hidden.version.replace(member.name.clone()), note);
                    }
                    _ => {}
                }
            }
        }
        hidden
    }

    fn teller(&mut self, name: &str, note: &Note, members: &[&'a Member], hidden: &mut Hidden) {
        let Some(found) = members.iter().find(|it| it.name == name) else {
            let help = match closest(name, members.iter().map(|it| it.name.as_str())) {
                Some(close) => format!("did you mean `{close}`?"),
                None => "name a member of the same struct".to_owned(),
            };
            return self.report(codes::UNKNOWN_NAME, format!("the struct has no member `{name}`"), note.span, &help);
        };
        let is_tag = matches!(note.kind, NoteKind::Tag(_) | NoteKind::Present(_));
        if !is_integer(found, is_tag) {
            let error = Diagnostic::error(codes::WRONG_KIND, format!("`{name}` cannot tell this"));
            let error = error.at(note.span, "").related(found.span, "declared here");
            let help = if is_tag { "use an integer, `_Bool` or an enum" } else { "use an integer" };
            return self.diagnostics.push(error.help(help));
        }
        if let Some(first) = hidden.tellers.insert(name.to_owned(), note.span) {
            let error = Diagnostic::error(codes::NOTE, format!("`{name}` tells about two members"));
            let error = error.at(note.span, "").related(first, "the other one");
            self.diagnostics.push(error.help("declare a member for each of them"));
        }
    }

    fn is_number(&mut self, it: &Member, note: &Note) -> bool {
        let is_number = is_integer(it, false);
        if !is_number {
            self.misplaced(note);
        }
        is_number
    }

    fn only_one(&mut self, before: Option<String>, note: &Note) {
        if let Some(before) = before {
            let message = format!("`{before}` has the note `{}` as well", note.kind.word());
            self.report(codes::NOTE, message, note.span, "remove one of them");
        }
    }
}

/// Returns true for what can be a count, or a tag.
fn is_integer(it: &Member, is_tag: bool) -> bool {
    use polywire_model::c::CScalar;
    match it.ty.plain() {
        Type::Scalar(CScalar::Exact { bits: 128, .. }) => false,
        Type::Scalar(CScalar::Bool | CScalar::Char) => is_tag,
        Type::Scalar(scalar) => scalar.is_integer(),
        Type::Enum(_) => is_tag,
        _ => false,
    }
}

/// Returns the members of a struct with those of anonymous structs in it.
pub(super) fn flat(unit: &Unit, id: RecordId) -> Vec<&Member> {
    let mut all = Vec::new();
    for member in unit.records[id.0].members.iter().flatten() {
        match member.anonymous().filter(|id| !unit.records[id.0].is_union) {
            Some(inner) => all.extend(flat(unit, inner)),
            None => all.push(member),
        }
    }
    all
}
