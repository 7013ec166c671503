//! Names of fields in JSON.

use super::message::all_fields;
use super::options;
use super::{Resolver, Site};
use crate::proto::ast::{Field, Message, Syntax};
use crate::proto::codes;
use polywire_source::{Diagnostic, Severity, Span};
use std::collections::HashMap;

/// The name of a field in JSON: as its option says, else without underscores and with a capital behind each of them
/// (ProtoJSON specification, "Representation of each type").
pub(super) fn json_name(field: &Field) -> String {
    custom_json_name(field).unwrap_or_else(|| default_json_name(&field.name.text))
}

fn custom_json_name(field: &Field) -> Option<String> {
    options::text(&field.options, options::JSON_NAME).map(|text| String::from_utf8_lossy(text).into_owned())
}

fn default_json_name(name: &str) -> String {
    let mut json_name = String::with_capacity(name.len());
    let mut behind_underscore = false;
    for ch in name.chars() {
        if ch != '_' {
            json_name.push(if behind_underscore { ch.to_ascii_uppercase() } else { ch });
        }
        behind_underscore = ch == '_';
    }
    json_name
}

impl Resolver<'_> {
    pub(super) fn check_json_names(&mut self, site: Site<'_>, message: &Message) {
        let may_conflict = options::is_set(&message.body.options, options::LEGACY_JSON_CONFLICTS);
        let mut first_uses: HashMap<String, &Field> = HashMap::new();
        for field in all_fields(&message.body) {
            self.check_json_name(field);
            let Some(first) = first_uses.insert(json_name(field), field) else { continue };
            if first.name.text == field.name.text {
                continue;
            }
            let both_custom = custom_json_name(first).is_some() && custom_json_name(field).is_some();
            if both_custom || !may_conflict {
                let is_error = both_custom || site.syntax == Syntax::Proto3;
                self.report_json_clash(field, first, if is_error { Severity::Error } else { Severity::Warning });
            }
        }
    }

    fn check_json_name(&mut self, field: &Field) {
        let Some(setting) = options::find(&field.options, options::JSON_NAME) else { return };
        let name = json_name(field);
        let problem = match (name.contains('\0'), name.starts_with('[') && name.ends_with(']')) {
            (true, _) => "a JSON name cannot hold the character NUL",
            (_, true) => "a JSON name in brackets would be taken for an extension",
            _ => return,
        };
        self.report(
            Diagnostic::error(codes::JSON_NAME, problem).at(setting.value.span, "").help("choose another name"),
        );
    }

    fn report_json_clash(&mut self, field: &Field, first: &Field, severity: Severity) {
        let message =
            format!("`{}` and `{}` have the same JSON name \"{}\"", first.name.text, field.name.text, json_name(field));
        let clash = Diagnostic::error(codes::JSON_NAME, message)
            .at(json_name_place(field), "used again here")
            .related(json_name_place(first), "first used here")
            .help("rename one of them, or give it a `json_name`");
        self.report(Diagnostic { severity, ..clash });
    }
}

fn json_name_place(field: &Field) -> Span {
    options::find(&field.options, options::JSON_NAME).map_or(field.name.span, |setting| setting.value.span)
}
