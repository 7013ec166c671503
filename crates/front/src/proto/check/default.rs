use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Field, FieldType, Site};
use crate::proto::features::FieldPresence;
use polywire_source::Diagnostic;
use polywire_source::closest;

impl<'a> Checker<'a, '_> {
    pub(super) fn field_default(&mut self, site: &Site<'a>, field: &Field) {
        let Some(default) = &field.default else { return };
        let implicit = self.features_of(field.node).presence == FieldPresence::Implicit;
        let misplaced = match field.ty {
            _ if site.file.edition == Edition::PROTO3 => "proto3 fields have no defaults of their own",
            _ if field.is_repeated() => "a repeated field has no default",
            Some(FieldType::Message | FieldType::Group) => "a field of a message type has no default",
            _ if implicit && field.oneof.is_none() && field.extendee.is_none() => {
                "a field of implicit presence has no default of its own"
            }
            Some(FieldType::Enum) => return self.enum_default(field, default),
            _ => return,
        };
        let place = self.place(field.node).value_or_name("default");
        self.report(Diagnostic::error(codes::DEFAULT, misplaced).at(place, "").help("remove the default"));
    }

    fn enum_default(&mut self, field: &Field, default: &[u8]) {
        let Some(declared) = self.index.enum_of(field) else { return };
        let values = &declared.it.values;
        let is_incomplete = self.is_incomplete();
        if values.iter().any(|value| value.name.as_bytes() == default) || is_incomplete {
            return;
        }
        let name = String::from_utf8_lossy(default);
        let help = match closest(&name, values.iter().map(|value| value.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write the name of one of its values".to_owned(),
        };
        let path = field.type_name.as_deref().unwrap_or_default().trim_start_matches('.');
        let message = format!("the default is not a value of enum `{path}`");
        let unknown = Diagnostic::error(codes::DEFAULT, message)
            .at(self.place(field.node).value_or_name("default"), "")
            .related(self.place(declared.it.node).name, "the enum is declared here");
        self.report(unknown.help(help));
    }
}
