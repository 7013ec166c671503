//! The naming style of editions (feature `enforce_naming_style`).

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Field, File, Message, NodeId, Oneof, Site, Target};
use crate::proto::features::NamingStyle;
use polywire_source::Diagnostic;

impl<'a> Checker<'a, '_> {
    pub(super) fn naming_style(&mut self, element: Element<'_>, name: &str) {
        let (fits, style): (fn(&str) -> bool, &str) = match element.target() {
            Target::Message | Target::Enum | Target::Service | Target::Method => (is_title_case, "TitleCase"),
            Target::EnumValue => (is_upper_snake_case, "UPPER_SNAKE_CASE"),
            Target::File | Target::Field | Target::Oneof | Target::ExtensionRange => {
                (is_lower_snake_case, "lower_snake_case")
            }
        };
        let is_free = self.is_stripped || self.features_of(element.node()).naming_style == NamingStyle::Legacy;
        if is_free || fits(name) {
            return;
        }
        let noun = if element.target() == Target::File { "package" } else { element.target().noun() };
        self.report_style(element.node(), format!("the name of {noun} `{name}` is not in {style}"), "STYLE_LEGACY");
    }

    pub(super) fn package_naming_style(&mut self, file: &File) {
        if !file.package.is_empty() {
            self.naming_style(Element::File(file), &file.package);
        }
    }

    pub(super) fn field_naming_style(&mut self, site: &Site<'a>, field: &Field) {
        self.naming_style(Element::Field(field), &field.name);
        // The scope of an extension is not that of the extended message.
        let around = if field.extendee.is_some() { self.extended(field) } else { site.message };
        self.collision(field.node, &field.name, around);
    }

    fn extended(&self, field: &Field) -> Option<&'a Message> {
        Some(self.index.message(field.extendee.as_deref()?)?.it)
    }

    pub(super) fn oneof_naming_style(&mut self, site: &Site<'a>, oneof: &Oneof) {
        let is_synthetic = site.message.is_some_and(|it| {
            it.fields.iter().any(|field| {
                field.proto3_optional
                    && field.oneof.and_then(|at| it.oneofs.get(at as usize)).map(|it| it.node) == Some(oneof.node)
            })
        });
        if !is_synthetic {
            self.naming_style(Element::Oneof(oneof), &oneof.name);
            self.collision(oneof.node, &oneof.name, site.message);
        }
    }

    /// Reports names that clash with another field's accessors in generated code.
    fn collision(&mut self, node: NodeId, name: &str, message: Option<&Message>) {
        if self.is_stripped || self.features_of(node).naming_style < NamingStyle::Style2026 {
            return;
        }
        let is_taken = |name: &str| {
            message.is_some_and(|it| {
                it.fields.iter().any(|field| field.name == name) || it.oneofs.iter().any(|oneof| oneof.name == name)
            })
        };
        let prefixes = ["has_", "get_", "set_", "clear_"].into_iter();
        let mut stems = prefixes.filter_map(|prefix| name.strip_prefix(prefix)).chain(name.strip_suffix("_value"));
        let message = match stems.find(|stem| is_taken(stem)) {
            Some(stem) => format!("`{name}` clashes with an accessor of `{stem}` in generated code"),
            None if name == "descriptor" => "`descriptor` clashes with generated code".to_owned(),
            None => return,
        };
        self.report_style(node, message, "STYLE2024");
    }

    fn report_style(&mut self, node: NodeId, message: String, way_out: &str) {
        let place = self.place(node).name;
        let help = format!("rename it, or set `features.enforce_naming_style = {way_out}`");
        self.report(Diagnostic::error(codes::NAMING_STYLE, message).at(place, "").help(help));
    }
}

fn is_title_case(name: &str) -> bool {
    name.starts_with(|ch: char| ch.is_ascii_uppercase()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_lower_snake_case(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'.';
    name.starts_with(|ch: char| ch.is_ascii_lowercase()) && name.bytes().all(fits) && has_good_underscores(name)
}

fn is_upper_snake_case(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|ch: char| ch.is_ascii_uppercase()) && name.bytes().all(fits) && has_good_underscores(name)
}

/// Underscores separate words and are followed by a letter.
fn has_good_underscores(name: &str) -> bool {
    !name.ends_with('_') && name.split('_').skip(1).all(|word| word.starts_with(|ch: char| ch.is_ascii_alphabetic()))
}
