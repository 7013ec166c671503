//! Structs that would contain themselves without end.

use super::Maker;
use crate::fbe::codes;
use polywire_model::{DeclId, DeclKind, Field, Presence, Type};
use polywire_source::Diagnostic;

impl Maker<'_, '_> {
    /// A field that is always there cannot lead back to its own struct.
    pub(super) fn check_containment(&mut self) {
        for index in 0..self.model.decls.len() {
            let id = DeclId(index as u32);
            let DeclKind::Struct(it) = &self.model.decl(id).kind else { continue };
            let own = it.fields.iter().skip(it.attrs.fbe.inherited as usize);
            let problem = own.filter(|field| self.leads_to(held(field), id)).map(|field| {
                let name = self.model.decl(id).name.join(".");
                let message = format!("each `{name}` would contain another one without end");
                let problem = Diagnostic::error(codes::CYCLE, message).at(field.span, "");
                let problem = problem.related(self.model.decl(id).span, "the struct that contains itself");
                problem.help("make the field optional: write `?` behind its type; or use a vector: `[]`")
            });
            let problems: Vec<Diagnostic> = problem.collect();
            problems.into_iter().for_each(|problem| self.diagnostics.push(problem));
        }
    }

    /// Returns true if each value of one struct contains a value of another.
    fn leads_to(&self, from: Option<DeclId>, to: DeclId) -> bool {
        let mut open: Vec<DeclId> = from.into_iter().collect();
        let mut seen = vec![false; self.model.decls.len()];
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                open.extend(self.model.as_struct(id).into_iter().flat_map(|it| &it.fields).filter_map(held));
            }
        }
        false
    }
}

/// Returns the type of a value that each value with this field contains.
fn held(field: &Field) -> Option<DeclId> {
    match (&field.ty, field.presence) {
        (Type::Named(id), Presence::Implicit) => Some(*id),
        (Type::Array(element, _), Presence::Implicit) => match **element {
            Type::Named(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}
