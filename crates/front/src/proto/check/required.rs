//! Options are messages, whose required fields must be set.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Label, Tree, Value, numbers};
use polywire_source::{Diagnostic, Span};

impl Checker<'_, '_> {
    /// Descriptor sets can contain uninterpreted options.
    pub(super) fn uninterpreted(&mut self, element: Element<'_>) {
        let is_open = |options: &Tree| !options.values(numbers::UNINTERPRETED).is_empty();
        if element.options().as_ref().is_some_and(is_open) {
            let open = Diagnostic::error(codes::UNKNOWN_OPTION, "it has options that were not interpreted");
            self.report(open.help("write the set with `protoc`, which interprets them"));
        }
    }

    pub(super) fn required_parts(&mut self, element: Element<'_>) {
        let Some(options) = element.options() else { return };
        if self.names.bad_options.contains(&element.node()) {
            return;
        }
        for (number, slot) in &options.fields {
            let Some(field) = self.index.field(element.target().options_message(), *number) else { continue };
            let span = self.place(element.node()).option(&field.name);
            for value in &slot.values {
                if let (Value::Message(inner) | Value::Group(inner), Some(name)) = (value, &field.type_name) {
                    self.required_fields(inner, name, span);
                }
            }
        }
    }

    fn required_fields(&mut self, tree: &Tree, message: &str, span: Span) {
        let Some(declared) = self.index.message(message) else { return };
        for field in &declared.it.fields {
            let values = tree.values(field.number.unsigned_abs());
            if field.label == Label::Required && values.is_empty() && !declared.it.is_message_set() {
                let text = format!("the required field `{}` of `{}` is not set", field.name, declared.it.name);
                self.report(Diagnostic::error(codes::OPTION_VALUE, text).at(span, "").help("set it"));
            }
            for value in values {
                if let (Value::Message(inner) | Value::Group(inner), Some(name)) = (value, &field.type_name) {
                    self.required_fields(inner, name, span);
                }
            }
        }
    }
}
