//! Fields, groups and maps.

use super::{Parse, Parser};
use crate::proto::ast::{Field, FieldType, Item, Label, MapType, Message, Number, OptionSetting, Syntax, Word};
use crate::proto::codes;
use crate::proto::lex::{Token, TokenKind};
use polywire_source::{Diagnostic, Span};

impl Parser<'_> {
    /// A field of a message or an `extend`. The message of a group goes to `items`.
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
        let ty = self.field_type()?;
        let name = self.name("the name of the field")?;
        let (number, options) = self.number_and_options()?;
        self.expect_semicolon("behind the field")?;
        Ok(Field { label, ty, name, number, options, doc: self.documentation(first) })
    }

    fn field_type(&mut self) -> Parse<FieldType> {
        if self.at_word("map") && self.peek_ahead(1).kind == TokenKind::Symbol('<') {
            return self.map_type();
        }
        Ok(FieldType::Plain(self.dotted_name("the type of a field")?))
    }

    fn map_type(&mut self) -> Parse<FieldType> {
        let start = self.take().span;
        self.expect_symbol('<', "behind `map`")?;
        let key = self.dotted_name("the type of the map's keys")?;
        self.expect_symbol(',', "between key and value type")?;
        let value = self.dotted_name("the type of the map's values")?;
        self.expect_symbol('>', "behind the value type")?;
        Ok(FieldType::Map(Box::new(MapType { key, value, span: start.to(self.previous().span) })))
    }

    /// `group Name = number { … }`: a field `name` whose type is the message `Name`.
    fn group(&mut self, first: &Token, label: Option<(Label, Span)>, items: &mut Vec<Item>) -> Parse<Field> {
        let keyword = self.take().span;
        let ty = self.name("the name of the group")?;
        if !ty.text.starts_with(|ch: char| ch.is_ascii_uppercase()) {
            let lower = Diagnostic::error(codes::GROUP, "the name of a group must start with a capital letter");
            self.report(lower.at(ty.span, "").help("the field takes the name in lower case, the message as it is"));
        }
        if self.syntax == Syntax::Proto3 {
            let group = Diagnostic::error(codes::GROUP, "proto3 has no groups").at(keyword, "");
            self.report(group.help("declare a message and a field of its type"));
        }
        let name = Word { text: ty.text.to_ascii_lowercase(), span: ty.span };
        let (number, options) = self.number_and_options()?;
        let doc = super::message::documentation_at_brace(self, first);
        let body = self.message_body()?;
        items.push(Item::Message(Message { name: ty.clone(), doc: doc.clone(), body }));
        Ok(Field { label, ty: FieldType::Group(ty), name, number, options, doc })
    }

    fn number_and_options(&mut self) -> Parse<(Number, Vec<OptionSetting>)> {
        self.expect_symbol('=', "and a number behind the name of the field")?;
        let number = self.number("the number of the field")?;
        Ok((number, self.bracketed_options()?))
    }

    fn check_label(&mut self, field: &Field) {
        match (&field.ty, &field.label, self.syntax) {
            (FieldType::Map(_), Some((_, span)), _) => {
                let labelled = Diagnostic::error(codes::LABEL, "a map has no label").at(*span, "");
                self.report(labelled.help("remove the label"));
            }
            (FieldType::Plain(_) | FieldType::Group(_), None, Syntax::Proto2) => {
                let bare = Diagnostic::error(codes::LABEL, format!("field `{}` has no label", field.name.text));
                let remedy = "a proto2 field starts with `optional`, `required` or `repeated`";
                self.report(bare.at(field.name.span, "").help(remedy));
            }
            (_, Some((Label::Required, span)), Syntax::Proto3) => {
                let required = Diagnostic::error(codes::LABEL, "proto3 has no required fields").at(*span, "");
                self.report(required.help("remove the label, and let the program check that the field is set"));
            }
            _ => {}
        }
    }
}
