//! Records that contain themselves.

use super::Maker;
use crate::avro::codes;
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};
use polywire_source::Diagnostic;

impl Maker<'_, '_> {
    /// Refuses records of which no value ends.
    pub(super) fn check_containment(&mut self) {
        for (decl, id) in self.model.decls.iter().zip((0..).map(DeclId)) {
            let DeclKind::Struct(it) = &decl.kind else { continue };
            if it.fields.iter().filter_map(Field::always_held).any(|held| self.model.always_contains(held, id)) {
                let message = format!("each `{}` contains another one, so no value of it ends", decl.path());
                let problem = Diagnostic::error(codes::CYCLE, message).at(decl.span, "");
                self.diagnostics.push(problem.help("make one of the fields a union with null, or an array"));
            }
        }
    }
}

/// Requires the records by which others contain themselves through a union: they are absent in a new value, as it would not end, but
/// never in a message.
pub fn require_boxed(model: &mut Model) {
    let records: Vec<bool> = model.decls.iter().map(|decl| matches!(decl.kind, DeclKind::Struct(_))).collect();
    let is_record = |ty: &Type| matches!(ty, Type::Named(id) if records[id.0 as usize]);
    for decl in &mut model.decls {
        let DeclKind::Struct(it) = &mut decl.kind else { continue };
        let fields = it.fields.iter_mut().filter(|field| field.boxed && field.presence == Presence::Implicit);
        fields.filter(|field| is_record(&field.ty)).for_each(|field| field.presence = Presence::Required);
    }
}
