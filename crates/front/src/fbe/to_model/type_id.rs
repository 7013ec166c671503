//! The numbers of types: counted from one in each file, plus the package's offset, unless they are stated.

use super::{Declared, Maker};
use crate::fbe::ast::{StructDecl, TypeId, Word};
use crate::fbe::codes;
use polywire_model::attr::SbeMessage;
use polywire_model::{DeclId, DeclKind};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

impl<'a> Maker<'a, '_> {
    pub(super) fn assign_type_ids(&mut self) {
        for unit in 0..self.units.len() {
            let structs: Vec<(Declared<'a>, &'a StructDecl)> =
                self.all_structs().into_iter().filter(|(it, _)| it.unit == unit).collect();
            self.assign_in_file(unit, &structs);
        }
        for (declared, decl) in self.all_structs() {
            if let TypeId::Base(_) = decl.type_id {
                self.take_base_id(declared.id, declared.id);
            }
        }
    }

    fn assign_in_file(&mut self, unit: usize, structs: &[(Declared<'a>, &'a StructDecl)]) {
        let offset = self.units[unit].ast.package.as_ref().map_or(0, |it| it.offset);
        let mut last = 0u32;
        let mut used: HashMap<u32, (&Word, bool)> = HashMap::new();
        for (declared, decl) in structs {
            let id = match decl.type_id {
                TypeId::Base(_) => continue,
                TypeId::Fixed(id, _) => id,
                TypeId::After(id, _) if id > 0 => {
                    last = id;
                    offset.saturating_add(last)
                }
                TypeId::Next | TypeId::After(..) => {
                    last = last.saturating_add(1);
                    offset.saturating_add(last)
                }
            };
            // The structs that only hold a value share the number 0.
            let is_fixed = matches!(decl.type_id, TypeId::Fixed(..));
            if let Some((first, first_is_fixed)) = used.get(&id).filter(|_| id > 0) {
                let name = &declared.item.name;
                let message = format!("`{}` has the type id {id}, as `{}` has", name.text, first.text);
                // The official compiler refuses only ids that are stated for both.
                let problem = match is_fixed && *first_is_fixed {
                    true => Diagnostic::error(codes::TYPE_ID, message),
                    false => Diagnostic::warning(codes::TYPE_ID, message),
                };
                let problem = problem.at(stated(decl).unwrap_or(name.span), "");
                let problem = problem.related(first.span, "used here");
                self.diagnostics
                    .push(problem.help("give one of them another id: `struct Name(+N)` or `struct Name(N)`"));
            }
            used.insert(id, (&declared.item.name, is_fixed));
            self.set_type_id(declared.id, id);
        }
    }

    /// The id is also that of the template in SBE.
    fn set_type_id(&mut self, id: DeclId, type_id: u32) {
        if let DeclKind::Struct(it) = &mut self.model.decls[id.0 as usize].kind {
            it.attrs.fbe.type_id = Some(type_id);
            it.attrs.sbe_message = u16::try_from(type_id)
                .ok()
                .filter(|id| *id < u16::MAX)
                .map(|template_id| SbeMessage { template_id, schema_id: 1, version: 0 });
        }
    }

    fn take_base_id(&mut self, derived: DeclId, of: DeclId) {
        let mut base = of;
        for _ in 0..self.model.decls.len() {
            let Some(it) = self.model.as_struct(base) else { return };
            let up = it.attrs.fbe.base.as_deref().and_then(|name| self.model.find(name));
            let (Some(up), true) = (up, it.attrs.fbe.takes_base_id) else { break };
            base = up;
        }
        if let Some(type_id) = self.model.as_struct(base).and_then(|it| it.attrs.fbe.type_id) {
            self.set_type_id(derived, type_id);
        }
    }
}

/// Returns the place of a type id in the text.
fn stated(decl: &StructDecl) -> Option<Span> {
    match decl.type_id {
        TypeId::Next => None,
        TypeId::After(_, span) | TypeId::Fixed(_, span) | TypeId::Base(span) => Some(span),
    }
}
