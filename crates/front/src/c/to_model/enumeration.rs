//! Enums.

use super::Maker;
use crate::c::note::NoteKind;
use crate::c::tree::EnumId;
use polywire_model::attr::EnumAttrs;
use polywire_model::{DeclKind, Enum, Enumerator};

impl Maker<'_> {
    pub(super) fn enumeration(&mut self, id: EnumId) {
        let it = &self.unit.enums[id.0];
        let (mut open, mut flags) = (false, false);
        for note in &it.declared.notes {
            match note.kind {
                NoteKind::Open => open = true,
                NoteKind::Flags => flags = true,
                _ => self.misplaced(note),
            }
        }
        let facts = it.facts;
        if flags && facts.min < 0 {
            let help = "remove the negative number, or the note";
            self.report(crate::c::codes::VALUE, "flags cannot be negative".to_owned(), it.declared.span, help);
        }
        let members = it.members.iter().flatten().map(|it| Enumerator {
            name: it.name.clone(),
            number: it.number,
            doc: it.doc.clone(),
            deprecated: it.deprecated,
            span: it.span,
        });
        let signed = facts.min < 0;
        let fits = |bits: u8| match signed {
            false => facts.max >> bits == 0,
            true => facts.min >> (bits - 1) == -1 && facts.max >> (bits - 1) == 0,
        };
        let least = if facts.packed { 8 } else { 32 };
        let bits = [8, 16, 32].into_iter().find(|bits| *bits >= least && fits(*bits)).unwrap_or(64);
        let attrs = EnumAttrs { c: Some(facts), ..EnumAttrs::default() };
        let kind = DeclKind::Enum(Enum { bits, signed, open: open || flags, flags, members: members.collect(), attrs });
        self.model.decls[self.enums[&id].0 as usize].kind = kind;
    }
}
