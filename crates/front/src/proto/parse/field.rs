//! Fields, groups and maps.

use super::{Parse, Parser};
use crate::proto::ast::{Field, FieldType, Item, Label, MapEntry, Message, Number, OptionSetting, Word};
use crate::proto::codes;
use crate::proto::descriptor::Edition;
use crate::proto::lex::{Token, TokenKind};
use crate::proto::scalar;
use polywire_source::{Diagnostic, Span};

impl Parser<'_> {
    /// Parses a field of a message or `extend`. The message of a group is added to `items`.
    pub(super) fn field(&mut self, items: &mut Vec<Item>) -> Parse<Field> {
        let first = self.peek();
        let label = self.label();
        let field = self.unlabelled_field(first, label, items)?;
        self.check_label(&field);
        Ok(field)
    }

    pub(super) fn oneof_field(&mut self, items: &mut Vec<Item>) -> Parse<Field> {
        let first = self.peek();
        if let Some((_, span)) = self.label() {
            let labelled = Diagnostic::error(codes::LABEL, "fields of a oneof have no label").at(span, "");
            self.report(labelled.help("remove the label; a oneof holds at most one of its fields"));
        }
        self.unlabelled_field(first, None, items)
    }

    fn label(&mut self) -> Option<(Label, Span)> {
        let label = match self.text(self.peek()).as_str() {
            "optional" => Label::Optional,
            "required" => Label::Required,
            "repeated" => Label::Repeated,
            _ => return None,
        };
        Some((label, self.take().span))
    }

    fn unlabelled_field(&mut self, first: &Token, label: Option<(Label, Span)>, items: &mut Vec<Item>) -> Parse<Field> {
        if self.at_word("group") {
            return self.group(first, label, items);
        }
        if self.at_word("map") && self.peek_ahead(1).kind == TokenKind::Symbol('<') {
            return self.map(first, label, items);
        }
        let ty = FieldType::Plain(self.type_name("the type of a field")?);
        let name = self.name("the name of the field")?;
        let (number, options) = self.number_and_options()?;
        self.expect_semicolon("behind the field")?;
        Ok(Field { label, ty, name, number, options, doc: self.documentation(first) })
    }

    /// Parses a keyword or a dotted name.
    fn type_name(&mut self, what: &str) -> Parse<Word> {
        let word = self.text(self.peek());
        if scalar::from_keyword(&word, self.edition).is_none() && word != "map" {
            return self.dotted_name(what);
        }
        self.name(what)
    }

    /// Parses `map<Key, Value> name = number;`. The message of its entries is added to `items`.
    fn map(&mut self, first: &Token, label: Option<(Label, Span)>, items: &mut Vec<Item>) -> Parse<Field> {
        let start = self.take().span;
        self.expect_symbol('<', "behind `map`")?;
        let key = self.type_name("the type of the map's keys")?;
        self.expect_symbol(',', "between key and value type")?;
        let value = self.type_name("the type of the map's values")?;
        self.expect_symbol('>', "after the value type")?;
        let ty = FieldType::Map(start.to(self.previous().span));
        let name = self.name("the name of the field")?;
        let (number, options) = self.number_and_options()?;
        self.expect_semicolon("behind the field")?;
        let features = options.iter().filter(|it| it.begins_with("features")).cloned().collect();
        items.push(Item::MapEntry(MapEntry { field: name.clone(), key, value, features }));
        Ok(Field { label, ty, name, number, options, doc: self.documentation(first) })
    }

    /// Parses `group Name = number { … }`: a field `name` whose type is the message `Name`.
    fn group(&mut self, first: &Token, label: Option<(Label, Span)>, items: &mut Vec<Item>) -> Parse<Field> {
        let keyword = self.take().span;
        let ty = self.name("the name of the group")?;
        if !ty.text.starts_with(|ch: char| ch.is_ascii_uppercase()) {
            let lower = Diagnostic::error(codes::GROUP, "the name of a group must start with a capital letter");
            self.report(lower.at(ty.span, "").help("the field gets the name in lower case, the message keeps it"));
        }
        if self.edition != Edition::PROTO2 {
            let message = format!("{} has no groups", self.edition_noun());
            let group = Diagnostic::error(codes::GROUP, message).at(keyword, "");
            let help = match self.edition.is_legacy() {
                true => "declare a message and a field of its type",
                false => "declare a message and a field of its type with `[features.message_encoding = DELIMITED]`",
            };
            self.report(group.help(help));
        }
        let name = Word { text: ty.text.to_ascii_lowercase(), span: ty.span };
        let (number, options) = self.number_and_options()?;
        let doc = super::message::documentation_at_brace(self, first);
        let body = self.message_body()?;
        items.push(Item::Message(Message { name: ty.clone(), doc: doc.clone(), visibility: None, body }));
        Ok(Field { label, ty: FieldType::Group(ty), name, number, options, doc })
    }

    fn number_and_options(&mut self) -> Parse<(Number, Vec<OptionSetting>)> {
        self.expect_symbol('=', "and a number after the name of the field")?;
        let number = self.number("the number of the field")?;
        Ok((number, self.bracketed_options()?))
    }

    fn edition_noun(&self) -> &'static str {
        if self.edition.is_legacy() { "proto3" } else { "an edition" }
    }

    fn check_label(&mut self, field: &Field) {
        match (&field.ty, &field.label, self.edition) {
            (FieldType::Map(_), Some((_, span)), _) => {
                let labelled = Diagnostic::error(codes::LABEL, "a map has no label").at(*span, "");
                self.report(labelled.help("remove the label"));
            }
            (FieldType::Plain(_) | FieldType::Group(_), None, Edition::PROTO2) => {
                let bare = Diagnostic::error(codes::LABEL, format!("field `{}` has no label", field.name.text));
                let remedy = "a proto2 field must start with `optional`, `required` or `repeated`";
                self.report(bare.at(field.name.span, "").help(remedy));
            }
            (_, Some((Label::Required, span)), Edition::PROTO3) => {
                let required = Diagnostic::error(codes::LABEL, "proto3 has no required fields").at(*span, "");
                self.report(required.help("remove the label, and let the program check that the field is set"));
            }
            (_, Some((label @ (Label::Required | Label::Optional), span)), edition) if !edition.is_legacy() => {
                self.report(obsolete_label(*label, *span));
            }
            _ => {}
        }
    }
}

fn obsolete_label(label: Label, span: Span) -> Diagnostic {
    let (word, help) = match label {
        Label::Required => ("required", "write `[features.field_presence = LEGACY_REQUIRED]`"),
        Label::Optional | Label::Repeated => {
            ("optional", "remove it; fields have explicit presence unless a feature says otherwise")
        }
    };
    Diagnostic::error(codes::LABEL, format!("editions have no label `{word}`")).at(span, "").help(help)
}
