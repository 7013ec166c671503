use super::attribute::Writer;
use super::{Maker, lines};
use crate::fbs::schema::{Base, Default, Field, Head, Scalar, Shape, Type};
use crate::lost::lost_defaults;
use polywire_model::attr::FlatbuffersHash;
use polywire_model::{self as model, Decl, Literal, Presence, Struct};

impl Maker<'_> {
    pub(super) fn field(&mut self, decl: &Decl, object: &Struct, it: &model::Field) -> Field {
        let ty = self.ty(object, it);
        let head = Head {
            name: self.field_name(decl, it),
            doc: lines(&it.doc),
            attributes: self.field_attributes(decl, ty, it),
            span: it.span,
        };
        Field { head, ty, default: self.default(object, ty, it), id: 0, nested: None, offset: 0, padding: 0 }
    }

    /// A field must not have the name of a table or struct.
    fn field_name(&mut self, decl: &Decl, it: &model::Field) -> String {
        if !self.taken.contains(&it.name) {
            return it.name.clone();
        }
        let name = format!("{}_", it.name);
        self.lost.push(format!("the name {}.{}, which is that of a type: it became {name}", decl.path(), it.name));
        name
    }

    fn ty(&self, object: &Struct, it: &model::Field) -> Type {
        if it.attrs.flatbuffers.nested_buffer {
            return Type { base: Base::Scalar(Scalar::UByte), shape: Shape::Vector };
        }
        let shape = match &it.ty {
            model::Type::List(_) | model::Type::Bytes | model::Type::Map(_) => Shape::Vector,
            model::Type::Array(_, len) | model::Type::FixedBytes(len, _) if object.is_inline => {
                Shape::Array(u16::try_from(*len).unwrap_or(u16::MAX))
            }
            model::Type::Array(..) | model::Type::FixedBytes(..) => Shape::Vector,
            model::Type::Bool
            | model::Type::Int { .. }
            | model::Type::Float { .. }
            | model::Type::Text(_)
            | model::Type::Named(_) => Shape::One,
        };
        Type { base: self.base(&it.ty), shape }
    }

    fn field_attributes(&mut self, decl: &Decl, ty: Type, it: &model::Field) -> crate::fbs::schema::Attributes {
        let facts = &it.attrs.flatbuffers;
        let has_type_slot = matches!(ty.base, Base::Union(_));
        let is_required = it.presence == Presence::Required;
        if is_required && ty.is_scalar() {
            self.lost.push(format!("that {}.{} must be present: a scalar always is", decl.path(), it.name));
        }
        let nested = facts.nested_buffer.then_some(&it.ty).and_then(|ty| match ty {
            model::Type::Named(id) => Some(self.model.decl(*id)),
            _ => None,
        });
        let mut writer = Writer::default();
        writer.value("id", facts.slot.map(|slot| slot + u16::from(has_type_slot)));
        writer.flag("key", facts.key);
        writer.flag("required", is_required && !ty.is_scalar());
        writer.flag("deprecated", it.deprecated && facts.slot.is_some());
        writer.flag("shared", facts.shared);
        writer.flag("flexbuffer", facts.flexbuffer);
        writer.text("nested_flatbuffer", nested.map(Decl::path));
        writer.text("hash", facts.hash.map(hash));
        writer.flag("offset64", facts.offset64 && !facts.vector64);
        writer.flag("vector64", facts.vector64);
        writer.value("force_align", facts.vector_align);
        writer.attributes
    }

    fn default(&self, object: &Struct, ty: Type, it: &model::Field) -> Default {
        let is_optional = it.presence == Presence::Optional;
        if object.is_inline {
            return Default::None;
        }
        if !ty.is_scalar() {
            return match (&it.default, ty.base, it.presence) {
                (Some(Literal::Text(text)), ..) => Default::Text(text.clone()),
                // An implicit text or list of a FlatBuffers schema has a default, or it would be optional.
                (None, Base::String, Presence::Implicit) if it.attrs.flatbuffers.slot.is_some() => match ty.shape {
                    Shape::One => Default::Text(String::new()),
                    Shape::Vector | Shape::Vector64 | Shape::Array(_) => Default::Empty,
                },
                (None, Base::Scalar(_) | Base::Enum(_) | Base::Object(_), Presence::Implicit)
                    if it.attrs.flatbuffers.slot.is_some() && ty.is_vector() =>
                {
                    Default::Empty
                }
                _ => Default::None,
            };
        }
        match (&it.default, ty.base) {
            _ if is_optional => Default::Null,
            (Some(Literal::Bool(value)), _) => Default::Int((*value).into()),
            (Some(Literal::Int(number)), _) => Default::Int(*number),
            (Some(Literal::Float(bits)), _) => Default::Float(f64::from_bits(*bits)),
            (None, Base::Enum(_)) => self.first_value(&it.ty),
            (None | Some(Literal::Text(_) | Literal::Bytes(_)), _) => Default::None,
        }
    }

    /// Reports the defaults that are left out: scalars that may be null have none, nor have bytes and cases of unions.
    pub(super) fn lose_defaults(&mut self) {
        let lost = lost_defaults(self.model, &|it| match it.literal {
            Some(Literal::Text(_)) => it.field.is_some(),
            Some(Literal::Bool(_) | Literal::Int(_) | Literal::Float(_)) => it.field.is_some() && !it.is_optional(),
            Some(Literal::Bytes(_)) | None => false,
        });
        self.lost.extend(lost);
    }

    /// The first enumerator, which other languages take for the default.
    fn first_value(&self, ty: &model::Type) -> Default {
        let model::Type::Named(id) = ty else { return Default::None };
        let first = self.model.as_enum(*id).and_then(|it| it.members.first());
        first.filter(|it| it.number != 0).map_or(Default::None, |it| Default::Int(it.number.into()))
    }
}

fn hash(it: FlatbuffersHash) -> String {
    format!("fnv1{}_{}", if it.a { "a" } else { "" }, it.bits)
}
