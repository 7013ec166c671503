//! Where features can be set, and to which values.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Field, FieldType, File, Message, Site, Tree, numbers};
use crate::proto::features::{FieldPresence, number, own};
use polywire_source::{Diagnostic, Span};

const IMPLICIT: u64 = 2;
const LEGACY_REQUIRED: u64 = 3;
const PACKED: u64 = 1;

impl<'a> Checker<'a, '_> {
    pub(super) fn feature_values(&mut self, site: &Site<'a>, element: Element<'a>) {
        let Some(set) = own(element) else { return };
        let place = self.features_place(element);
        if site.file.edition.is_legacy() {
            let misplaced = Diagnostic::error(codes::MISPLACED_OPTION, "features exist only in editions");
            self.report(misplaced.at(place, "").help("remove the option"));
        }
        // The number 0 means "unknown" in each feature enum.
        if number::ALL.iter().any(|feature| set.varint(*feature) == Some(0)) {
            let unknown = Diagnostic::error(codes::OPTION_VALUE, "a feature cannot be set to its unknown value");
            self.report(unknown.at(place, "").help("choose another value"));
        }
    }

    fn features_place(&self, element: Element<'_>) -> Span {
        let place = self.place(element.node());
        place.settings.iter().find(|it| it.begins_with("features")).map_or(place.name, |it| it.name_span())
    }

    pub(super) fn file_features(&mut self, file: &File) {
        if file.edition.is_legacy() {
            return;
        }
        if self.features_of(file.node).presence == FieldPresence::LegacyRequired {
            let message = "required presence cannot be the default of a file";
            let place = self.features_place(Element::File(file));
            let required = Diagnostic::error(codes::OPTION_VALUE, message).at(place, "");
            self.report(required.help("set it on fields"));
        }
        if Tree::flag(&file.options, numbers::JAVA_STRING_CHECK_UTF8) {
            let message = "editions have no option `java_string_check_utf8`";
            let place = self.place(file.node).value_or_name("java_string_check_utf8");
            let obsolete = Diagnostic::error(codes::MISPLACED_OPTION, message).at(place, "");
            self.report(obsolete.help("set the feature `(pb.java).utf8_validation`"));
        }
    }

    pub(super) fn field_features(&mut self, site: &Site<'a>, field: &'a Field) {
        if site.file.edition.is_legacy() {
            return;
        }
        self.implicit_enum(field);
        if field.packed().is_some() {
            self.misplaced(field, "editions have no option `packed`", "set `features.repeated_field_encoding`");
        }
        let Some(set) = own(Element::Field(field)) else { return };
        if site.message.is_some_and(Message::is_map_entry) {
            return;
        }
        self.presence_feature(field, set);
        self.encoding_features(field, set);
    }

    /// Without presence, an unknown value of a closed enum would be indistinguishable from zero.
    fn implicit_enum(&mut self, field: &Field) {
        if !self.has_implicit_presence(field) {
            return;
        }
        let Some(declared) = self.index.enum_of(field) else { return };
        if !self.features_of(declared.it.node).open_enum && !declared.is_built_in {
            let message = "a field of implicit presence cannot have a closed enum";
            let closed = Diagnostic::error(codes::CLOSED_ENUM, message)
                .at(self.place(field.node).name, "")
                .related(self.place(declared.it.node).name, "the enum is closed");
            self.report(closed.help("make the enum open, or the presence explicit"));
        }
    }

    fn has_implicit_presence(&self, field: &Field) -> bool {
        let is_plain = !field.is_repeated() && field.oneof.is_none() && field.extendee.is_none();
        is_plain && !field.is_message() && self.features_of(field.node).presence == FieldPresence::Implicit
    }

    fn presence_feature(&mut self, field: &Field, set: &Tree) {
        let Some(presence) = set.varint(number::FIELD_PRESENCE) else { return };
        let message = match () {
            () if field.oneof.is_some() => "a field of a oneof has explicit presence",
            () if field.is_repeated() => "a repeated field has no presence",
            () if field.extendee.is_some() && presence != LEGACY_REQUIRED => "an extension has explicit presence",
            () if field.is_message() && presence == IMPLICIT => "a message field cannot have implicit presence",
            () => return,
        };
        self.misplaced(field, message, "remove the feature");
    }

    fn encoding_features(&mut self, field: &Field, set: &Tree) {
        let is_map = self.index.is_map(field);
        let checks = [
            (
                set.varint(number::REPEATED_FIELD_ENCODING).is_some() && !field.is_repeated(),
                "only repeated fields have a repeated field encoding",
            ),
            (
                set.varint(number::UTF8_VALIDATION).is_some() && !self.holds_text(field),
                "only strings have UTF-8 validation",
            ),
            (
                set.varint(number::REPEATED_FIELD_ENCODING) == Some(PACKED)
                    && field.is_repeated()
                    && !field.is_packable(),
                "only repeated numbers, booleans and enums can be packed",
            ),
            (
                set.varint(number::MESSAGE_ENCODING).is_some() && (!field.is_message() || is_map),
                "only message fields have a message encoding",
            ),
        ];
        for (is_wrong, message) in checks {
            if is_wrong {
                self.misplaced(field, message, "remove the feature");
            }
        }
    }

    /// Returns true if the field is a string, or a map with strings in it.
    fn holds_text(&self, field: &Field) -> bool {
        let is_text = |field: &Field| field.ty == Some(FieldType::String);
        let entry = self.index.type_of(field).filter(|ty| ty.it.is_map_entry());
        is_text(field) || entry.is_some_and(|entry| entry.it.fields.iter().any(is_text))
    }

    fn misplaced(&mut self, field: &Field, message: &str, help: &str) {
        let place = self.place(field.node);
        let setting = place.settings.iter().find(|it| it.begins_with("features") || it.is("packed"));
        let span = setting.map_or(place.name, |it| it.name_span());
        self.report(Diagnostic::error(codes::MISPLACED_OPTION, message).at(span, "").help(help));
    }
}
