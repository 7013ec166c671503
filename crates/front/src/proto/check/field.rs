use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Field, FieldType, Label, Oneof, Site, Tree, numbers};
use polywire_source::{Code, Diagnostic};

const JS_NORMAL: u64 = 0;

impl<'a> Checker<'a, '_> {
    /// Checks rules that the parser enforces for text but descriptors can break.
    pub(super) fn field_syntax(&mut self, site: &Site<'a>, field: &Field) {
        let edition = site.file.edition;
        let message = match field.label {
            Label::Required if edition == Edition::PROTO3 => "proto3 has no required fields",
            Label::Required if !edition.is_legacy() => "editions have no label `required`",
            Label::Required | Label::Repeated if field.oneof.is_some() && !self.index.is_map(field) => {
                "a field of a oneof is optional"
            }
            _ if field.ty == Some(FieldType::Group) && edition == Edition::PROTO3 => "proto3 has no groups",
            _ => return,
        };
        let place = self.place(field.node).name;
        // For text, the parser has reported it.
        if self.place(field.node).label == polywire_source::Span::default() && !self.is_incomplete() {
            self.report(Diagnostic::error(codes::LABEL, message).at(place, ""));
        }
    }

    pub(super) fn oneof_fields(&mut self, site: &Site<'a>, oneof: &Oneof) {
        let Some(message) = site.message else { return };
        let index = message.oneofs.iter().position(|it| it.node == oneof.node).unwrap_or_default() as u32;
        let is_empty = message.fields.iter().all(|field| field.oneof != Some(index));
        if is_empty && !self.is_incomplete() {
            let empty = Diagnostic::error(codes::EMPTY_ONEOF, format!("oneof `{}` has no fields", oneof.name));
            self.report(empty.at(self.place(oneof.node).name, "").help("give it a field or remove it"));
        }
    }

    pub(super) fn field_options(&mut self, field: &Field) {
        let is_message = field.ty == Some(FieldType::Message);
        let message_only = "only fields of a message type can have this option";
        let checks: [(&str, u32, bool, Code, &str); 4] = [
            (
                "packed",
                numbers::PACKED,
                field.is_packable(),
                codes::PACKED,
                "only repeated numbers, booleans and enums can be packed",
            ),
            ("lazy", numbers::LAZY, is_message, codes::MISPLACED_OPTION, message_only),
            ("unverified_lazy", numbers::UNVERIFIED_LAZY, is_message, codes::MISPLACED_OPTION, message_only),
            (
                "unverified_lazy",
                numbers::UNVERIFIED_LAZY,
                field.extendee.is_none(),
                codes::MISPLACED_OPTION,
                "an extension cannot be `unverified_lazy`",
            ),
        ];
        for (name, number, is_allowed, code, message) in checks {
            if field.flag(number) && !is_allowed && field.ty.is_some() {
                let span = self.place(field.node).setting(name).map(|it| it.name_span().to(it.value.span));
                let span = span.unwrap_or(self.place(field.node).name);
                self.report(Diagnostic::error(code, message).at(span, "").help("remove the option"));
            }
        }
        self.jstype(field);
    }

    pub(super) fn ctype(&mut self, site: &Site<'a>, field: &Field) {
        if site.file.edition >= Edition::E2024 && Tree::number(&field.options, numbers::CTYPE).is_some() {
            let place = self.place(field.node).option("ctype");
            let gone = Diagnostic::error(codes::MISPLACED_OPTION, "`ctype` does not exist from edition 2024 on");
            self.report(gone.at(place, "").help("set the feature `(pb.cpp).string_type`"));
        }
    }

    fn jstype(&mut self, field: &Field) {
        let jstype = Tree::number(&field.options, numbers::JSTYPE).unwrap_or(JS_NORMAL);
        let is_64_bit = matches!(
            field.ty,
            Some(FieldType::Int64 | FieldType::Uint64 | FieldType::Sint64 | FieldType::Fixed64 | FieldType::Sfixed64)
        );
        if jstype != JS_NORMAL && !is_64_bit {
            let misplaced = Diagnostic::error(codes::MISPLACED_OPTION, "only 64-bit integers can have `jstype`");
            let place = self.place(field.node).value_or_name("jstype");
            self.report(misplaced.at(place, "").help("remove the option"));
        }
    }
}
