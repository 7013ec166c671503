use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Message, Site};
use polywire_source::Diagnostic;

impl<'a> Checker<'a, '_> {
    pub(super) fn message_set(&mut self, site: &Site<'a>, message: &Message) {
        if !message.is_message_set() {
            return;
        }
        if site.file.edition == Edition::PROTO3 {
            let place = self.place(message.node).value_or_name("message_set_wire_format");
            let proto3 = Diagnostic::error(codes::MESSAGE_SET, "proto3 has no MessageSets").at(place, "");
            self.report(proto3.help("use a field of type `google.protobuf.Any`"));
        }
        for field in &message.fields {
            let place = self.place(field.node).name;
            let plain = Diagnostic::error(codes::MESSAGE_SET, "a MessageSet has extensions only, no fields");
            self.report(plain.at(place, "").help("declare the field as an extension"));
        }
    }
}
