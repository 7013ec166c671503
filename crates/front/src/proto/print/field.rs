//! Fields, groups and maps.

use super::Printer;
use super::message::Nested;
use crate::literal_text::{quoted, quoted_text};
use crate::proto::descriptor::{Edition, Field, FieldType, Label, Message, Target, json_name};
use crate::proto::scalar;

impl Printer<'_, '_> {
    /// Prints a field; `nested` are its sibling messages, among which are those of maps and groups.
    pub(super) fn field(&mut self, it: &Field, nested: &Nested<'_>) {
        let brought = nested.brought(it);
        let settings = self.field_settings(it);
        self.documentation(it.node);
        match brought.filter(|message| !message.is_map_entry()) {
            Some(group) => {
                let head = format!("{}group {} = {}", self.label(it), group.name, it.number);
                self.out.with_settings(&head, &settings, " {");
                self.out.enter();
                self.body(group);
                self.out.close();
            }
            None => {
                let ty = brought.map_or_else(|| self.ty(it), |entry| self.map(entry));
                let label = if brought.is_some() { "" } else { self.label(it) };
                self.out.with_settings(&format!("{label}{ty} {} = {}", it.name, it.number), &settings, ";");
            }
        }
    }

    fn label(&self, it: &Field) -> &'static str {
        match it.label {
            Label::Repeated => "repeated ",
            Label::Required => "required ",
            Label::Optional if it.proto3_optional => "optional ",
            Label::Optional if self.edition == Edition::PROTO2 && it.oneof.is_none() => "optional ",
            Label::Optional => "",
        }
    }

    fn map(&self, entry: &Message) -> String {
        let types: Vec<String> = entry.fields.iter().map(|it| self.ty(it)).collect();
        format!("map<{}>", types.join(", "))
    }

    fn ty(&self, it: &Field) -> String {
        match (&it.type_name, it.ty) {
            (Some(name), _) => name.clone(),
            (None, Some(ty)) => scalar::keyword(ty, self.edition).to_owned(),
            (None, None) => String::new(),
        }
    }

    /// Returns the bracketed options after a field.
    fn field_settings(&mut self, it: &Field) -> Vec<String> {
        let mut settings = Vec::new();
        if let Some(default) = &it.default {
            settings.push(format!("default = {}", default_text(it, default)));
        }
        if let Some(name) = it.json_name.as_ref().filter(|name| **name != json_name(&it.name)) {
            settings.push(format!("json_name = {}", quoted(name.as_bytes())));
        }
        settings.extend(self.settings(Target::Field, &it.options));
        settings
    }
}

fn default_text(it: &Field, default: &[u8]) -> String {
    let text = String::from_utf8_lossy(default);
    match it.ty {
        Some(FieldType::String) => quoted_text(default),
        // Already escaped.
        Some(FieldType::Bytes) => format!("\"{text}\""),
        _ => text.into_owned(),
    }
}
