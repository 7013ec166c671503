//! Records that contain themselves: no value of them ends.

use super::Maker;
use crate::avro::codes;
use polywire_model::{DeclId, DeclKind, Field};
use polywire_source::Diagnostic;

impl Maker<'_, '_> {
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
