//! Structs that contain themselves, which Go refuses.

use super::Maker;
use crate::zebra::codes;
use polywire_model::{DeclId, DeclKind, Presence, Type};
use polywire_source::Diagnostic;
use std::collections::HashSet;

impl Maker<'_, '_> {
    pub(super) fn check_containment(&mut self) {
        let ids: Vec<DeclId> = (0..self.model.decls.len() as u32).map(DeclId).collect();
        for id in ids {
            if self.contains(id, id) {
                let decl = self.model.decl(id);
                let message = format!("`{}` contains itself", decl.path());
                let problem = Diagnostic::error(codes::CYCLE, message).at(decl.span, "");
                self.diagnostics.push(problem.help("use a pointer or a slice for one of the fields"));
            }
        }
    }

    /// Returns true if each value of a struct has a value of another one in it.
    fn contains(&self, outer: DeclId, inner: DeclId) -> bool {
        let (mut waiting, mut seen) = (vec![outer], HashSet::new());
        while let Some(id) = waiting.pop() {
            let DeclKind::Struct(it) = &self.model.decl(id).kind else { continue };
            let held = it.fields.iter().filter(|field| field.presence != Presence::Optional);
            for id in held.filter_map(|field| held_struct(&field.ty)) {
                if id == inner {
                    return true;
                }
                if seen.insert(id) {
                    waiting.push(id);
                }
            }
        }
        false
    }
}

fn held_struct(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Array(element, _) => held_struct(element),
        _ => None,
    }
}
