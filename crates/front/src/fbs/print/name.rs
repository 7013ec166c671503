//! Names as they are seen from a namespace.

use super::Printer;
use crate::fbs::schema::{Base, EnumId, Home, ObjectId, Shape, Type};

impl Printer<'_> {
    pub(super) fn ty(&self, ty: Type) -> String {
        let base = self.base(ty.base);
        match ty.shape {
            Shape::One => base,
            Shape::Vector | Shape::Vector64 => format!("[{base}]"),
            Shape::Array(len) => format!("[{base}: {len}]"),
        }
    }

    pub(super) fn base(&self, base: Base) -> String {
        match base {
            Base::Scalar(scalar) => scalar.names()[0].to_owned(),
            Base::String => "string".to_owned(),
            Base::Object(id) => self.object_name(id),
            Base::Enum(id) | Base::Union(id) => self.enum_name(id),
        }
    }

    /// The full name, unless the schema has only one namespace: the official compiler takes the name of a type that is
    /// declared further down for the next one with that name, in any namespace, and a type must not be expected under
    /// two names.
    pub(super) fn object_name(&self, id: ObjectId) -> String {
        let object = self.schema.object(id);
        let namespaces =
            self.schema.objects.iter().map(|it| &it.home).chain(self.schema.enums.iter().map(|it| &it.home));
        let is_only = namespaces.map(|home| &home.namespace).all(|it| *it == object.home.namespace);
        self.name(&object.home, &object.head.name, is_only)
    }

    fn enum_name(&self, id: EnumId) -> String {
        let it = self.schema.enumeration(id);
        self.name(&it.home, &it.head.name, true)
    }

    fn name(&self, home: &Home, name: &str, can_be_short: bool) -> String {
        if home.namespace == self.namespace && can_be_short { name.to_owned() } else { home.full_name(name) }
    }
}
