use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Field, Site};
use polywire_source::Diagnostic;

impl<'a> Checker<'a, '_> {
    /// In a proto3 message, an unknown value of a closed enum would be indistinguishable from zero.
    pub(super) fn closed_enum(&mut self, site: &Site<'a>, field: &Field) {
        if site.file.edition != Edition::PROTO3 {
            return;
        }
        let Some(declared) = self.index.enum_of(field) else { return };
        if declared.is_built_in || self.features_of(declared.it.node).open_enum {
            return;
        }
        let name = field.type_name.as_deref().unwrap_or_default().trim_start_matches('.');
        let message = format!("proto3 field `{}` cannot have the closed enum `{name}`", field.name);
        let closed = Diagnostic::error(codes::CLOSED_ENUM, message)
            .at(self.place(field.node).name, "")
            .related(self.place(declared.it.node).name, "enums of proto2 files are closed")
            .help("move the enum to a proto3 file, or the message to a proto2 file");
        self.report(closed);
    }
}
