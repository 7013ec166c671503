//! Checks of `extend`. Extension fields do not reach the model; a warning says so.

use super::options::Target;
use super::{Resolver, Site};
use crate::proto::ast::{Extend, Field, FieldType, Label, Syntax};
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use polywire_model::DeclId;
use polywire_source::Diagnostic;

impl Resolver<'_> {
    pub(super) fn check_extend(&mut self, site: Site<'_>, extend: &Extend) {
        if extend.fields.is_empty() && !self.is_incomplete {
            let empty = Diagnostic::error(codes::EMPTY_EXTEND, "an `extend` must hold at least one field");
            self.report(empty.at(extend.extendee.span, "").help("give it a field or remove it"));
        }
        for field in &extend.fields {
            self.check_extension_field(site, field);
        }
        if let Some(extendee) = self.named_message(site, &extend.extendee) {
            self.check_extendee(site, extend, extendee);
            for field in &extend.fields {
                self.check_extension_number(extend, extendee, field);
            }
        }
    }

    fn check_extendee(&mut self, site: Site<'_>, extend: &Extend, extendee: DeclId) {
        let defines_options = is_options_message(&self.model.decl(extendee).path());
        let feature = if defines_options { Feature::CustomOption } else { Feature::Extension };
        self.report(capability::missing(feature, extend.extendee.span));
        if site.syntax == Syntax::Proto3 && !defines_options {
            let message = "proto3 files can extend the messages of options only";
            let proto3 = Diagnostic::error(codes::EXTENSION, message).at(extend.extendee.span, "");
            self.report(proto3.help("use a field of type `google.protobuf.Any`, or proto2"));
        }
    }

    fn check_extension_field(&mut self, site: Site<'_>, field: &Field) {
        if let FieldType::Map(map) = &field.ty {
            let misplaced = Diagnostic::error(codes::MAP, "an extension cannot be a map").at(map.span, "");
            self.report(misplaced.help("wrap the map in a message"));
        }
        if let Some((Label::Required, span)) = field.label {
            let required = Diagnostic::error(codes::EXTENSION, "an extension cannot be required").at(span, "");
            self.report(required.help("write `optional`"));
        }
        self.check_options(Target::Field, &field.options);
        self.field_shape(site, field);
    }

    fn check_extension_number(&mut self, extend: &Extend, extendee: DeclId, field: &Field) {
        if !self.check_number(field.number) {
            return;
        }
        let number = field.number.value;
        let ranges = self.extension_ranges.get(&extendee).map(Vec::as_slice).unwrap_or_default();
        let is_declared =
            ranges.iter().any(|range| (range.start..=super::ranges::last(range, i64::MAX)).contains(&number));
        if !is_declared {
            let message = format!("message `{}` has no extension range with {number}", extend.extendee.text);
            let outside = Diagnostic::error(codes::EXTENSION, message)
                .at(field.number.span, "")
                .related(self.model.decl(extendee).span, "the message is declared here")
                .help("choose a number from its `extensions`");
            self.report(outside);
        } else if let Some(first) = self.extensions.insert((extendee, number), field.number.span) {
            let message = format!("the extension number {number} of `{}` is used twice", extend.extendee.text);
            let twice = Diagnostic::error(codes::DUPLICATE_FIELD_NUMBER, message)
                .at(field.number.span, "used again here")
                .related(first, "first used here")
                .help("give one of them another number");
            self.report(twice);
        }
    }
}

/// Messages of `descriptor.proto` that hold the options of declarations.
fn is_options_message(path: &str) -> bool {
    path.strip_prefix("google.protobuf.").is_some_and(|name| name.ends_with("Options") && !name.contains('.'))
}
