//! Fields: type, presence, and the facts of the Protobuf encoding.

use super::json_name::json_name;
use super::lookup::Named;
use super::options::{self, Target};
use super::{Resolver, Site};
use crate::proto::ast::{self, FieldType, Label, MapType, Syntax};
use crate::proto::capability::{self, Feature};
use crate::proto::codes;
use crate::proto::features::Features;
use crate::proto::scalar::Scalar;
use polywire_model::attr::{FieldAttrs, ProtobufField};
use polywire_model::{Field, Literal, Presence, Type};
use polywire_source::Diagnostic;

/// The type of a field's single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Scalar(Scalar),
    Named(Named),
}

/// What a field of a message and a case of a oneof have in common.
pub(super) struct FieldShape {
    pub value: ValueType,
    /// Type of the single value.
    pub ty: Type,
    pub default: Option<Literal>,
    pub protobuf: ProtobufField,
    /// Where it differs from the name.
    pub json_name: Option<String>,
    pub deprecated: bool,
}

impl Resolver<'_> {
    pub(super) fn define_field(&mut self, site: Site<'_>, field: &ast::Field) -> Option<Field> {
        let shape = self.field_shape(site, field)?;
        let is_repeated = is_repeated(field);
        Some(Field {
            name: field.name.text.clone(),
            presence: presence(site.features, field, shape.value),
            ty: if is_repeated { Type::list(shape.ty) } else { shape.ty },
            default: shape.default,
            boxed: false,
            doc: field.doc.clone(),
            deprecated: shape.deprecated,
            span: field.name.span,
            attrs: FieldAttrs { protobuf: Some(shape.protobuf), json_name: shape.json_name, ..FieldAttrs::default() },
        })
    }

    /// Resolves and checks what does not depend on the place of the field; `None` if its type is not known.
    pub(super) fn field_shape(&mut self, site: Site<'_>, field: &ast::Field) -> Option<FieldShape> {
        self.check_options(Target::Field, &field.options);
        let value = self.value_type(site, field)?;
        self.check_closed_enum(site, field, value);
        self.check_value_options(field, value);
        Some(FieldShape {
            value,
            ty: value.ty(site.features),
            default: self.default(site, field, value),
            protobuf: ProtobufField {
                // A number out of range has been reported, and then nobody reads the model.
                number: u32::try_from(field.number.value).unwrap_or_default(),
                encoding: value.encoding(),
                packed: is_packed(site.features, field, value),
                group: matches!(field.ty, FieldType::Group(_)),
            },
            json_name: Some(json_name(field)).filter(|json_name| *json_name != field.name.text),
            deprecated: options::is_set(&field.options, options::DEPRECATED),
        })
    }

    fn value_type(&mut self, site: Site<'_>, field: &ast::Field) -> Option<ValueType> {
        match &field.ty {
            FieldType::Plain(name) => match Scalar::from_keyword(&name.text) {
                Some(scalar) => Some(ValueType::Scalar(scalar)),
                None => self.named_type(site, name).map(ValueType::Named),
            },
            FieldType::Group(name) => self.declared.get(&name.span).map(|id| ValueType::Named(Named::Message(*id))),
            FieldType::Map(map) => {
                self.check_map(site, map);
                None
            }
        }
    }

    fn check_map(&mut self, site: Site<'_>, map: &MapType) {
        self.report(capability::missing(Feature::Map, map.span));
        if Scalar::from_keyword(&map.value.text).is_none() {
            self.named_type(site, &map.value);
        }
        if !Scalar::from_keyword(&map.key.text).is_some_and(Scalar::is_map_key) {
            let message = format!("`{}` cannot be the type of a map's keys", map.key.text);
            let key = Diagnostic::error(codes::MAP, message).at(map.key.span, "");
            self.report(key.help("keys are integers, booleans or strings"));
        }
    }

    /// A proto3 message cannot tell the values of a closed enum that it does not know from zero.
    fn check_closed_enum(&mut self, site: Site<'_>, field: &ast::Field, value: ValueType) {
        let ValueType::Named(Named::Enum(id)) = value else { return };
        let is_closed = self.model.as_enum(id).is_some_and(|it| !it.open);
        if site.syntax == Syntax::Proto3 && is_closed {
            let decl = self.model.decl(id);
            let message = format!("proto3 field `{}` cannot have the closed enum `{}`", field.name.text, decl.path());
            let closed = Diagnostic::error(codes::CLOSED_ENUM, message)
                .at(field.name.span, "")
                .related(decl.span, "enums of proto2 files are closed")
                .help("move the enum to a proto3 file, or the message to a proto2 file");
            self.report(closed);
        }
    }

    fn check_value_options(&mut self, field: &ast::Field, value: ValueType) {
        let message_only = "only fields of a message type can have this option";
        let checks = [
            (
                options::PACKED,
                is_repeated(field) && value.is_packable(),
                "only repeated numbers, booleans and enums can be packed",
            ),
            (options::LAZY, value.is_message(), message_only),
            (options::UNVERIFIED_LAZY, value.is_message(), message_only),
        ];
        for (option, is_allowed, message) in checks {
            if let Some((true, span)) = options::flag(&field.options, option)
                && !is_allowed
            {
                let code = if option == options::PACKED { codes::PACKED } else { codes::MISPLACED_OPTION };
                self.report(Diagnostic::error(code, message).at(span, "").help("remove the option"));
            }
        }
        self.check_jstype(field, value);
    }

    fn check_jstype(&mut self, field: &ast::Field, value: ValueType) {
        let Some(setting) = options::find(&field.options, options::JSTYPE) else { return };
        let is_64_bit = matches!(value, ValueType::Scalar(Scalar::Int { bits: 64, .. }));
        if options::word(&field.options, options::JSTYPE) != Some("JS_NORMAL") && !is_64_bit {
            let misplaced = Diagnostic::error(codes::MISPLACED_OPTION, "only 64-bit integers can have `jstype`");
            self.report(misplaced.at(setting.value.span, "").help("remove the option"));
        }
    }
}

impl ValueType {
    fn ty(self, features: Features) -> Type {
        match self {
            Self::Scalar(scalar) => scalar.ty(features),
            Self::Named(Named::Message(id) | Named::Enum(id)) => Type::Named(id),
        }
    }

    fn encoding(self) -> polywire_model::attr::ProtobufInt {
        match self {
            Self::Scalar(scalar) => scalar.encoding(),
            Self::Named(_) => Default::default(),
        }
    }

    fn is_packable(self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.is_packable(),
            Self::Named(named) => matches!(named, Named::Enum(_)),
        }
    }

    pub fn is_message(self) -> bool {
        matches!(self, Self::Named(Named::Message(_)))
    }
}

pub(super) fn is_repeated(field: &ast::Field) -> bool {
    matches!(field.label, Some((Label::Repeated, _)))
}

fn is_packed(features: Features, field: &ast::Field, value: ValueType) -> bool {
    let wanted = options::flag(&field.options, options::PACKED).map_or(features.packed, |(packed, _)| packed);
    wanted && is_repeated(field) && value.is_packable()
}

fn presence(features: Features, field: &ast::Field, value: ValueType) -> Presence {
    match field.label.map(|(label, _)| label) {
        Some(Label::Repeated) => Presence::Implicit,
        Some(Label::Required) => Presence::Required,
        Some(Label::Optional) => Presence::Optional,
        None if features.implicit_presence && !value.is_message() => Presence::Implicit,
        None => Presence::Optional,
    }
}
