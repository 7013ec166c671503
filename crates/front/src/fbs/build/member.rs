//! Types of fields.

use super::{Builder, float};
use crate::fbs::ast::{self, TypeKind, Word};
use crate::fbs::codes;
use crate::fbs::schema::{Base, Scalar, Shape, Type};
use polywire_source::Span;

impl Builder<'_> {
    /// Returns a type; `None` for an invalid one, which is reported.
    pub(super) fn ty(&mut self, ty: &ast::Type) -> Option<Type> {
        match &ty.kind {
            TypeKind::Name(name) => Some(Type::one(self.base(name, ty.span))),
            TypeKind::Vector(element) => {
                let base = self.element(element)?;
                Some(Type { base, shape: Shape::Vector })
            }
            TypeKind::Array(element, len) => {
                let (base, len) = (self.element(element), self.array_len(len));
                Some(Type { base: base?, shape: Shape::Array(len?) })
            }
        }
    }

    fn element(&mut self, ty: &ast::Type) -> Option<Base> {
        let element = self.ty(ty)?;
        if element.shape != Shape::One {
            let help = "wrap the inner vector in a table, or the inner array in a struct";
            self.error(codes::TYPE, "a vector has no vectors as elements", ty.span, help);
            return None;
        }
        Some(element.base)
    }

    fn array_len(&mut self, len: &Word) -> Option<u16> {
        let value = float::integer(&len.text).and_then(|it| u16::try_from(it).ok()).filter(|it| *it > 0);
        if value.is_none() {
            let help = "use a vector in a table for longer lists";
            self.error(codes::ARRAY, "the length of an array is a number from 1 to 65535", len.span, help);
        }
        value
    }

    fn base(&mut self, name: &str, span: Span) -> Base {
        if let Some(scalar) = Scalar::named(name) {
            return Base::Scalar(scalar);
        }
        if name == "string" {
            return Base::String;
        }
        match self.names.enumeration(&self.home, name) {
            Some(id) if self.schema.enumeration(id).is_union => Base::Union(id),
            Some(id) => Base::Enum(id),
            None => Base::Object(self.object_named(&Word { text: name.to_owned(), span })),
        }
    }
}
