//! Checks rules that the grammar guarantees for text but descriptors can break.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Field, Message};
use polywire_source::Diagnostic;

impl Checker<'_, '_> {
    pub(super) fn name(&mut self, element: Element<'_>) {
        let is_named = !matches!(element, Element::File(_) | Element::ExtensionRange(_));
        if is_named && !is_identifier(element.name()) {
            let message = format!("{:?} is not a name", element.name());
            self.report(Diagnostic::error(codes::SYNTAX, message).at(self.place(element.node()).name, ""));
        }
    }

    /// The fields of a oneof must be contiguous.
    pub(super) fn oneof_order(&mut self, message: &Message) {
        let mut ended = Vec::new();
        let mut last = None;
        for field in &message.fields {
            if field.oneof != last {
                ended.extend(last);
                last = field.oneof;
            }
            let is_lost = last.is_some_and(|oneof| oneof as usize >= message.oneofs.len() || ended.contains(&oneof));
            if is_lost {
                self.report_oneof(field);
            }
        }
    }

    fn report_oneof(&mut self, field: &Field) {
        let message = format!(
            "`{}` is in a oneof that does not exist, or is separated from the other fields of the oneof",
            field.name
        );
        self.report(Diagnostic::error(codes::SYNTAX, message).at(self.place(field.node).name, ""));
    }
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(is_letter)
}
