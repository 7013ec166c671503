//! Fields, extensions and the entries of maps.

use super::Builder;
use crate::proto::ast::{self, Extend, FieldType as Written, MapEntry, OptionSetting, ValueKind, Word};
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Field, FieldType, Label, Message, Tree, Value, map_entry_name, numbers};
use crate::proto::place::Place;
use crate::proto::scalar;
use polywire_source::Diagnostic;

const DEFAULT: &str = "default";
const JSON_NAME: &str = "json_name";

impl Builder<'_> {
    pub(super) fn field(&mut self, it: ast::Field) -> Field {
        let (ty, type_name) = self.field_type(&it);
        let is_optional = matches!(it.label, Some((ast::Label::Optional, _)));
        let number = super::clamp(it.number.value);
        let default = self.default_of(&it.options, ty);
        let json_name = self.json_name_of(&it.options);
        let place = Place {
            name: it.name.span,
            number: it.number.span,
            ty: type_span(&it.ty),
            label: it.label.map(|(_, span)| span).unwrap_or_default(),
            doc: it.doc,
            settings: it.options,
            ..Place::default()
        };
        Field {
            name: it.name.text,
            number,
            label: label(&it.ty, it.label.map(|(label, _)| label)),
            ty,
            type_name,
            default,
            json_name,
            proto3_optional: is_optional && self.edition == Edition::PROTO3,
            node: self.places.add(place),
            ..Field::default()
        }
    }

    fn field_type(&self, it: &ast::Field) -> (Option<FieldType>, Option<String>) {
        match &it.ty {
            Written::Plain(name) => self.named_or_scalar(name),
            Written::Group(name) => (Some(FieldType::Group), Some(name.text.clone())),
            Written::Map(_) => (None, Some(map_entry_name(&it.name.text))),
        }
    }

    fn named_or_scalar(&self, name: &Word) -> (Option<FieldType>, Option<String>) {
        match scalar::from_keyword(&name.text, self.edition) {
            Some(ty) => (Some(ty), None),
            None => (None, Some(name.text.clone())),
        }
    }

    pub(super) fn extensions(&mut self, it: Extend) -> Vec<Field> {
        if it.fields.is_empty() {
            let empty = Diagnostic::error(codes::EMPTY_EXTEND, "an `extend` must contain at least one field");
            self.report(empty.at(it.extendee.span, "").help("give it a field or remove it"));
        }
        it.fields.into_iter().map(|field| self.extension(&it.extendee, field)).collect()
    }

    fn extension(&mut self, extendee: &Word, it: ast::Field) -> Field {
        if let Written::Map(span) = it.ty {
            let misplaced = Diagnostic::error(codes::MAP, "an extension cannot be a map").at(span, "");
            self.report(misplaced.help("wrap the map in a message"));
        }
        let mut field = self.field(it);
        field.extendee = Some(extendee.text.clone());
        let place = Place { extendee: extendee.span, ..self.places.of(field.node).clone() };
        field.node = self.places.add(place);
        field
    }

    /// Returns the message of a map's entries.
    pub(super) fn map_entry(&mut self, it: MapEntry) -> Message {
        let mut options = Tree::default();
        options.set(numbers::MAP_ENTRY, Value::Varint(1));
        let fields = [("key", 1, &it.key), ("value", 2, &it.value)];
        let fields = fields.map(|(name, number, ty)| self.entry_field(name, number, ty, &it.features));
        let place = Place { name: it.field.span, ..Place::default() };
        Message {
            name: map_entry_name(&it.field.text),
            fields: fields.into(),
            options: Some(options),
            node: self.places.add(place),
            ..Message::default()
        }
    }

    fn entry_field(&mut self, name: &str, number: i32, written: &Word, features: &[OptionSetting]) -> Field {
        let (ty, type_name) = self.named_or_scalar(written);
        let settings = features.to_vec();
        let place = Place { name: written.span, ty: written.span, settings, ..Place::default() };
        Field { name: name.to_owned(), number, ty, type_name, node: self.places.add(place), ..Field::default() }
    }

    fn default_of(&mut self, options: &[OptionSetting], ty: Option<FieldType>) -> Option<Vec<u8>> {
        let setting = self.only_setting(options, DEFAULT)?;
        match super::default::written(ty, &setting.value) {
            Ok(default) => Some(default),
            Err(misfit) => {
                let diagnostic = Diagnostic::error(codes::DEFAULT, misfit.message).at(setting.value.span, "");
                self.report(diagnostic.help(misfit.help));
                None
            }
        }
    }

    fn json_name_of(&mut self, options: &[OptionSetting]) -> Option<String> {
        let setting = self.only_setting(options, JSON_NAME)?;
        if let ValueKind::Text(text) = &setting.value.kind {
            return Some(String::from_utf8_lossy(text).into_owned());
        }
        let message = "the option cannot have this value";
        self.report(
            Diagnostic::error(codes::OPTION_VALUE, message).at(setting.value.span, "").help("put it in quotes"),
        );
        None
    }

    /// Returns the setting of a pseudo-option (such as `default`), which is a part of the field; a second one is
    /// reported.
    fn only_setting<'o>(&mut self, options: &'o [OptionSetting], name: &str) -> Option<&'o OptionSetting> {
        let mut settings = options.iter().filter(|it| it.begins_with(name));
        let first = settings.next()?;
        if let Some(second) = settings.next() {
            let twice = Diagnostic::error(codes::DUPLICATE_OPTION, format!("the option `{name}` is set twice"))
                .at(second.name_span(), "set again here")
                .related(first.name_span(), "first set here")
                .help("remove one of the settings");
            self.report(twice);
        }
        if first.name.len() > 1 {
            let message = format!("the option `{name}` is not a message and has no parts");
            self.report(Diagnostic::error(codes::UNKNOWN_OPTION, message).at(first.name_span(), ""));
        }
        Some(first)
    }
}

/// Returns true if an option is stored in the field's descriptor instead of its options.
pub(in crate::proto) fn is_part_of_field(setting: &OptionSetting) -> bool {
    setting.begins_with(DEFAULT) || setting.begins_with(JSON_NAME)
}

fn label(ty: &Written, written: Option<ast::Label>) -> Label {
    match (ty, written) {
        (Written::Map(_), _) | (_, Some(ast::Label::Repeated)) => Label::Repeated,
        (_, Some(ast::Label::Required)) => Label::Required,
        (_, Some(ast::Label::Optional) | None) => Label::Optional,
    }
}

fn type_span(ty: &Written) -> polywire_source::Span {
    match ty {
        Written::Plain(name) | Written::Group(name) => name.span,
        Written::Map(span) => *span,
    }
}
