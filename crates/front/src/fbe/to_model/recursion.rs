//! Structs that would contain themselves without end.

use super::Maker;
use crate::fbe::codes;
use polywire_model::{DeclId, DeclKind};
use polywire_source::Diagnostic;

impl Maker<'_, '_> {
    /// A field that is always there cannot lead back to its own struct.
    pub(super) fn check_containment(&mut self) {
        for index in 0..self.model.decls.len() {
            let id = DeclId(index as u32);
            let DeclKind::Struct(it) = &self.model.decl(id).kind else { continue };
            let own = it.fields.iter().skip(it.attrs.fbe.inherited as usize);
            let problem = own
                .filter(|field| field.always_held().is_some_and(|held| self.model.always_contains(held, id)))
                .map(|field| {
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
}
