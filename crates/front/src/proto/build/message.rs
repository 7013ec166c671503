//! Messages, oneofs and ranges.

use super::Builder;
use crate::proto::ast::{self, ExtensionRanges, Item, Member, MessageBody, OptionSetting};
use crate::proto::codes;
use crate::proto::descriptor::{Edition, ExtensionRange, MAX_FIELD_NUMBER, Message, Oneof};
use crate::proto::place::Place;
use polywire_source::Diagnostic;
use std::collections::HashSet;

impl Builder<'_> {
    pub(super) fn message(&mut self, it: ast::Message) -> Message {
        let body = it.body;
        self.check_map_entry(&body.options);
        let max = if is_message_set(&body.options) { i64::from(i32::MAX) - 1 } else { i64::from(MAX_FIELD_NUMBER) };
        let place = Place {
            name: it.name.span,
            parts: body.reserved_names.iter().map(|name| name.span).collect(),
            doc: it.doc,
            settings: body.options.clone(),
            ..Place::default()
        };
        let node = self.places.add(place);
        let mut message = Message {
            name: it.name.text,
            reserved: body.reserved.iter().map(|range| self.range(range, max, 1)).collect(),
            reserved_names: body.reserved_names.iter().map(|name| name.text.clone()).collect(),
            visibility: it.visibility,
            node,
            ..Message::default()
        };
        for statement in &body.extensions {
            self.extension_ranges(&mut message, statement, max);
        }
        self.members(&mut message, body);
        message
    }

    fn members(&mut self, message: &mut Message, body: MessageBody) {
        for member in body.members {
            match member {
                Member::Field(it) => {
                    let field = self.field(it);
                    message.fields.push(field);
                }
                Member::Oneof(it) => self.oneof(message, it),
            }
        }
        self.synthetic_oneofs(message);
        for item in body.items {
            match item {
                Item::Message(it) => message.messages.push(self.message(it)),
                Item::Enum(it) => message.enums.push(self.enumeration(it)),
                Item::Extend(it) => message.extensions.extend(self.extensions(it)),
                Item::MapEntry(it) => message.messages.push(self.map_entry(it)),
                // The parser accepts services only at the top level.
                Item::Service(_) => {}
            }
        }
    }

    fn oneof(&mut self, message: &mut Message, it: ast::Oneof) {
        let index = message.oneofs.len() as u32;
        for field in it.fields {
            self.check_oneof_field(&field);
            let mut field = self.field(field);
            field.proto3_optional = false;
            field.oneof = Some(index);
            message.fields.push(field);
        }
        let place = Place { name: it.name.span, doc: it.doc, settings: it.options, ..Place::default() };
        let node = self.places.add(place);
        message.oneofs.push(Oneof { name: it.name.text, node, options: None });
    }

    fn check_oneof_field(&mut self, field: &ast::Field) {
        if let ast::FieldType::Map(span) = field.ty {
            let misplaced = Diagnostic::error(codes::MAP, "a oneof cannot contain a map").at(span, "");
            self.report(misplaced.help("wrap the map in a message"));
        }
    }

    /// Each optional field of proto3 is in its own oneof, whose name is derived from that of the field.
    fn synthetic_oneofs(&mut self, message: &mut Message) {
        if self.edition != Edition::PROTO3 {
            return;
        }
        let oneofs = message.oneofs.iter().map(|it| it.name.clone());
        let mut names: HashSet<String> = message.fields.iter().map(|it| it.name.clone()).chain(oneofs).collect();
        for field in message.fields.iter_mut().filter(|field| field.proto3_optional) {
            let underscore = if field.name.starts_with('_') { "" } else { "_" };
            let mut name = format!("{underscore}{}", field.name);
            while names.contains(&name) {
                name.insert(0, 'X');
            }
            names.insert(name.clone());
            field.oneof = Some(message.oneofs.len() as u32);
            let place = Place { name: self.places.of(field.node).name, ..Place::default() };
            message.oneofs.push(Oneof { name, node: self.places.add(place), options: None });
        }
    }

    fn extension_ranges(&mut self, message: &mut Message, statement: &ExtensionRanges, max: i64) {
        for range in &statement.ranges {
            let mut range = self.range(range, max, 1);
            let place = Place { settings: statement.options.clone(), ..self.places.of(range.node).clone() };
            range.node = self.places.add(place);
            message.extension_ranges.push(ExtensionRange { range, options: None });
        }
    }

    fn check_map_entry(&mut self, options: &[OptionSetting]) {
        if let Some(setting) = options.iter().find(|it| it.begins_with("map_entry")) {
            let set = Diagnostic::error(codes::MISPLACED_OPTION, "`map_entry` must not be set explicitly");
            self.report(set.at(setting.name_span(), "").help("declare a field `map<key, value>`"));
        }
    }
}

fn is_message_set(options: &[OptionSetting]) -> bool {
    let setting = options.iter().find(|it| it.is("message_set_wire_format"));
    setting.is_some_and(|it| it.value.kind.word() == Some("true"))
}
