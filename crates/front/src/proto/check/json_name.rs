//! JSON names of fields, which must be unique in a message.

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Field, Message, Tree, json_name, numbers};
use polywire_source::{Diagnostic, Severity};
use std::collections::HashMap;

/// Returns true if the JSON name is not the one derived from the field's name.
fn is_custom(field: &Field) -> bool {
    field.json_name.as_ref().is_some_and(|name| *name != json_name(&field.name))
}

fn name_of(field: &Field) -> String {
    field.json_name.clone().unwrap_or_else(|| json_name(&field.name))
}

impl Checker<'_, '_> {
    pub(super) fn json_names(&mut self, message: &Message) {
        message.fields.iter().for_each(|field| self.json_name_characters(field));
        if Tree::flag(&message.options, numbers::MESSAGE_LEGACY_JSON) {
            return;
        }
        self.clashes(message, &|field| json_name(&field.name), &|_, _| true);
        self.clashes(message, &name_of, &|one, other| is_custom(one) || is_custom(other));
    }

    fn clashes(
        &mut self,
        message: &Message,
        name: &dyn Fn(&Field) -> String,
        is_wanted: &dyn Fn(&Field, &Field) -> bool,
    ) {
        let mut first_uses: HashMap<String, &Field> = HashMap::new();
        for field in &message.fields {
            let first = *first_uses.entry(name(field)).or_insert(field);
            if first.name != field.name && is_wanted(first, field) {
                let both_custom = is_custom(first) && is_custom(field);
                let is_error = both_custom || self.features_of(message.node).strict_json;
                let severity = if is_error { Severity::Error } else { Severity::Warning };
                self.report_json_clash(field, first, &name(field), severity);
            }
        }
    }

    fn json_name_characters(&mut self, field: &Field) {
        let Some(name) = &field.json_name else { return };
        let problem = match (name.contains('\0'), is_custom(field) && name.starts_with('[') && name.ends_with(']')) {
            (true, _) => "a JSON name cannot contain the character NUL",
            (_, true) => "a JSON name in brackets would be read as an extension",
            _ => return,
        };
        let place = self.place(field.node).value_or_name("json_name");
        self.report(Diagnostic::error(codes::JSON_NAME, problem).at(place, "").help("choose another name"));
    }

    fn report_json_clash(&mut self, field: &Field, first: &Field, name: &str, severity: Severity) {
        let message = format!("`{}` and `{}` have the same JSON name \"{name}\"", first.name, field.name);
        let clash = Diagnostic::error(codes::JSON_NAME, message)
            .at(self.place(field.node).value_or_name("json_name"), "used again here")
            .related(self.place(first.node).value_or_name("json_name"), "first used here")
            .help("rename one of them, or give it a `json_name`");
        self.report(Diagnostic { severity, ..clash });
    }
}
