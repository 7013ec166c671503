//! Fields: type, presence, and facts of the wire format.

use super::enumeration::is_set;
use super::{Maker, documentation};
use crate::fbs::schema::{Base, Field, Object, Scalar, Shape};
use polywire_model::attr::{FieldAttrs, FlatbuffersField, FlatbuffersHash};
use polywire_model::{self as model, Meaning, Presence, Text, Type};

impl Maker<'_> {
    pub(super) fn field(&self, object: &Object, it: &Field) -> model::Field {
        let mut field = model::Field::new(&it.head.name, self.ty(it));
        field.presence = presence(object, it);
        field.default = self.default(it);
        field.doc = documentation(&it.head.doc);
        field.deprecated = it.head.attributes.has("deprecated");
        field.span = it.head.span;
        field.attrs = FieldAttrs { flatbuffers: facts(object, it), ..FieldAttrs::default() };
        field
    }

    fn ty(&self, it: &Field) -> Type {
        if let Some(nested) = it.nested {
            return Type::Named(self.objects[&nested]);
        }
        let value = self.value_type(it.ty.base);
        match (it.ty.shape, it.ty.base) {
            (Shape::One, _) => value,
            (Shape::Vector | Shape::Vector64, Base::Scalar(Scalar::UByte)) => Type::Bytes,
            (Shape::Vector | Shape::Vector64, _) => Type::list(value),
            (Shape::Array(len), _) => Type::Array(Box::new(value), len.into()),
        }
    }

    pub(super) fn value_type(&self, base: Base) -> Type {
        match base {
            Base::Scalar(scalar) => scalar_type(scalar),
            Base::Enum(id) if is_set(self.schema.enumeration(id)) => {
                let bits = (self.schema.enumeration(id).scalar().size() * 8) as u8;
                Type::Int { bits, signed: false, meaning: Meaning::Flags(self.enums[&id]) }
            }
            Base::String => Type::Text(Text::default()),
            Base::Object(id) => Type::Named(self.objects[&id]),
            Base::Enum(id) | Base::Union(id) => Type::Named(self.enums[&id]),
        }
    }
}

fn scalar_type(scalar: Scalar) -> Type {
    let bits = (scalar.size() * 8) as u8;
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Float | Scalar::Double => Type::Float { bits },
        _ => Type::int(bits, scalar.is_signed()),
    }
}

/// A union has a state without a case, so the field itself is always present.
fn presence(object: &Object, it: &Field) -> Presence {
    let is_union = matches!((it.ty.base, it.ty.shape), (Base::Union(_), Shape::One));
    if object.is_struct {
        Presence::Implicit
    } else if it.is_required() {
        Presence::Required
    } else if it.is_optional() && !is_union {
        Presence::Optional
    } else {
        Presence::Implicit
    }
}

fn facts(object: &Object, it: &Field) -> FlatbuffersField {
    let attributes = &it.head.attributes;
    let first_slot = it.id.saturating_sub(u16::from(it.has_type_slot()));
    FlatbuffersField {
        slot: (!object.is_struct).then_some(first_slot),
        key: attributes.has("key"),
        nested_buffer: it.nested.is_some(),
        flexbuffer: attributes.has("flexbuffer"),
        shared: attributes.has("shared"),
        hash: attributes.value("hash").and_then(hash),
        offset64: attributes.has("offset64") || it.ty.shape == Shape::Vector64,
        vector64: it.ty.shape == Shape::Vector64,
        vector_align: attributes.value("force_align").filter(|_| it.ty.is_vector()).and_then(|it| it.parse().ok()),
    }
}

fn hash(name: &str) -> Option<FlatbuffersHash> {
    let (function, bits) = name.split_once('_')?;
    Some(FlatbuffersHash { bits: bits.parse().ok()?, a: function == "fnv1a" })
}
