//! Fields: type, presence, and attributes of the Protobuf encoding.

use super::Maker;
use crate::proto::descriptor::{Field, FieldType, Label, json_name, numbers};
use crate::proto::features::{Features, FieldPresence};
use polywire_model::attr::{CaseAttrs, FieldAttrs, ProtobufField, ProtobufInt};
use polywire_model::{Case, Presence, Text, Type};

impl<'a> Maker<'a, '_> {
    pub(super) fn field(&mut self, it: &'a Field) -> Option<polywire_model::Field> {
        let features = self.features.of(it.node);
        let value = self.value_type(it)?;
        let is_map = self.index.is_map(it);
        let place = self.places.of(it.node);
        Some(polywire_model::Field {
            name: it.name.clone(),
            ty: if it.is_repeated() && !is_map { Type::list(value) } else { value },
            presence: presence(features, it),
            default: self.default(it),
            default_elements: Vec::new(),
            range: Default::default(),
            null: None,
            boxed: false,
            doc: place.doc.clone(),
            deprecated: it.flag(numbers::FIELD_DEPRECATED),
            span: place.name,
            attrs: FieldAttrs {
                protobuf: Some(ProtobufField {
                    group: it.is_message() && !is_map && features.delimited,
                    ..protobuf(features, it)
                }),
                json_name: custom_json_name(it),
                ..FieldAttrs::default()
            },
        })
    }

    pub(super) fn case(&mut self, it: &'a Field) -> Option<Case> {
        let ty = self.value_type(it)?;
        let place = self.places.of(it.node);
        Some(Case {
            name: it.name.clone(),
            ty: Some(ty),
            labels: Vec::new(),
            is_default: false,
            default: self.default(it),
            boxed: false,
            doc: place.doc.clone(),
            deprecated: it.flag(numbers::FIELD_DEPRECATED),
            span: place.name,
            attrs: CaseAttrs {
                protobuf: Some(protobuf(self.features.of(it.node), it)),
                json_name: custom_json_name(it),
                ..CaseAttrs::default()
            },
        })
    }

    /// Returns the type of a single value, or of a whole map.
    fn value_type(&mut self, it: &'a Field) -> Option<Type> {
        if self.index.is_map(it) {
            return self.find(it.type_name.as_deref()?).map(Type::Map);
        }
        if !it.ty?.is_scalar() {
            return self.named_type(it);
        }
        Some(scalar(it.ty?, self.features.of(it.node)))
    }

    fn named_type(&mut self, it: &Field) -> Option<Type> {
        let name = it.type_name.as_deref()?;
        self.find(name).map(Type::Named)
    }
}

fn scalar(ty: FieldType, features: Features) -> Type {
    match ty {
        FieldType::Bool => Type::Bool,
        FieldType::Int32 | FieldType::Sint32 | FieldType::Sfixed32 => Type::int(32, true),
        FieldType::Int64 | FieldType::Sint64 | FieldType::Sfixed64 => Type::int(64, true),
        FieldType::Uint32 | FieldType::Fixed32 => Type::int(32, false),
        FieldType::Uint64 | FieldType::Fixed64 => Type::int(64, false),
        FieldType::Float => Type::Float { bits: 32 },
        FieldType::Double => Type::Float { bits: 64 },
        FieldType::String => Type::Text(Text { unverified: !features.verified_text, ..Text::default() }),
        // Types other than scalars were resolved by name.
        FieldType::Bytes | FieldType::Group | FieldType::Message | FieldType::Enum => Type::Bytes,
    }
}

fn protobuf(features: Features, it: &Field) -> ProtobufField {
    ProtobufField {
        number: it.number.unsigned_abs(),
        encoding: encoding(it),
        packed: features.packed && it.is_packable(),
        group: it.is_message() && features.delimited,
    }
}

fn encoding(it: &Field) -> ProtobufInt {
    match it.ty {
        Some(FieldType::Sint32 | FieldType::Sint64) => ProtobufInt::ZigZag,
        Some(FieldType::Fixed32 | FieldType::Fixed64 | FieldType::Sfixed32 | FieldType::Sfixed64) => ProtobufInt::Fixed,
        _ => ProtobufInt::Varint,
    }
}

fn presence(features: Features, it: &Field) -> Presence {
    if it.is_repeated() {
        return Presence::Implicit;
    }
    match features.presence {
        FieldPresence::LegacyRequired => Presence::Required,
        FieldPresence::Implicit if it.is_message() || it.proto3_optional || it.extendee.is_some() => Presence::Optional,
        FieldPresence::Implicit => Presence::Implicit,
        FieldPresence::Explicit => Presence::Optional,
    }
}

/// Returns the JSON name if it is custom.
fn custom_json_name(it: &Field) -> Option<String> {
    let name = it.json_name.clone().unwrap_or_else(|| json_name(&it.name));
    Some(name).filter(|name| *name != it.name)
}

/// Returns true if the label permits a default.
pub(super) fn is_singular(it: &Field) -> bool {
    it.label != Label::Repeated
}
