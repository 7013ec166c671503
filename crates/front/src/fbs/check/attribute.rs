//! Attributes of fields that need a certain type.

use super::Checker;
use crate::fbs::codes;
use crate::fbs::schema::{Base, Enum, Field, Object, Scalar, Shape, Type};

const BYTES: Type = Type { base: Base::Scalar(Scalar::UByte), shape: Shape::Vector };

/// Why an attribute does not fit, and the remedy.
type Reason = Option<(&'static str, &'static str)>;

impl Checker<'_> {
    pub(super) fn attributes(&mut self, object: &Object, field: &Field) {
        let checks: [(&str, Reason); 9] = [
            ("deprecated", self.deprecated(object)),
            ("hash", self.hash(field)),
            ("vector64", vector64(field)),
            ("offset64", self.offset64(field)),
            ("cpp_type", cpp_type(field)),
            ("shared", shared(field)),
            ("native_custom_alloc", Some(("only tables and structs have an allocator", "move it to the type"))),
            ("native_inline", self.native_inline(field)),
            ("nested_flatbuffer", nested(field)),
        ];
        let flexbuffer = (field.ty != BYTES).then_some(("a FlexBuffer is a vector of bytes", "write [ubyte]"));
        for (name, reason) in checks.into_iter().chain([("flexbuffer", flexbuffer)]) {
            let found = field.head.attributes.find(name).map(|it| it.span);
            if let (Some(span), Some((message, help))) = (found, reason) {
                self.error(codes::ATTRIBUTE, message, span, help);
            }
        }
        // `vector64` implies `offset64`, with the same conditions.
        let is_implied = field.ty.shape == Shape::Vector64 && !field.head.attributes.has("offset64");
        if let Some((message, help)) = self.offset64(field).filter(|_| is_implied) {
            self.error(codes::ATTRIBUTE, message, field.head.span, help);
        }
    }

    fn deprecated(&self, object: &Object) -> Reason {
        object.is_struct.then_some(("the fields of a struct cannot be removed", "keep the field"))
    }

    fn hash(&self, field: &Field) -> Reason {
        let scalar = match field.ty.base {
            Base::Scalar(scalar) => Some(scalar),
            Base::Enum(id) => Some(Enum::scalar(self.schema.enumeration(id))),
            Base::String | Base::Object(_) | Base::Union(_) => None,
        };
        let bits = match scalar.filter(|_| !matches!(field.ty.shape, Shape::Array(_))) {
            Some(Scalar::Short | Scalar::UShort) => 16,
            Some(Scalar::Int | Scalar::UInt) => 32,
            Some(Scalar::Long | Scalar::ULong) => 64,
            _ => return Some(("only integers of 16, 32 and 64 bits are hashes", "change the type of the field")),
        };
        let name = field.head.attributes.value("hash").unwrap_or_default();
        let is_known = [format!("fnv1_{bits}"), format!("fnv1a_{bits}")].iter().any(|known| known == name);
        (!is_known).then_some(("unknown hash for this type", "write \"fnv1_\" or \"fnv1a_\" and the width of the type"))
    }

    fn offset64(&self, field: &Field) -> Reason {
        if field.ty == Type::one(Base::String) {
            return None;
        }
        if !field.ty.is_vector() {
            return Some(("only strings and vectors have an offset", "remove the attribute"));
        }
        let fits = match field.ty.base {
            Base::Scalar(_) => true,
            Base::Object(id) => self.schema.object(id).is_struct,
            Base::Enum(_) | Base::String | Base::Union(_) => false,
        };
        (!fits).then_some(("only vectors of numbers and structs have 64-bit offsets", "remove the attribute"))
    }

    fn native_inline(&self, field: &Field) -> Reason {
        let fits = match (field.ty.base, field.ty.shape) {
            (Base::Object(id), Shape::One) => self.schema.object(id).is_struct,
            (Base::Object(_), Shape::Vector | Shape::Vector64) => true,
            _ => false,
        };
        (!fits).then_some(("only structs, and vectors of structs or tables, are inline", "remove the attribute"))
    }
}

fn vector64(field: &Field) -> Reason {
    let fits = field.ty.is_vector();
    (!fits).then_some(("only vectors have a length of 64 bits", "write `offset64` for a string"))
}

fn cpp_type(field: &Field) -> Reason {
    let fits = field.head.attributes.has("hash");
    (!fits).then_some(("only a hash stands for an object of C++", "add a `hash`"))
}

fn shared(field: &Field) -> Reason {
    let fits = field.ty == Type::one(Base::String);
    (!fits).then_some(("only strings are shared", "remove the attribute"))
}

fn nested(field: &Field) -> Reason {
    if field.head.attributes.find("nested_flatbuffer").is_some_and(|it| !it.is_text) {
        return Some(("the type of the nested buffer is a string", "write the name of the table in quotes"));
    }
    let fits = field.ty.is_vector() && field.ty.base == BYTES.base;
    (!fits).then_some(("a nested buffer is a vector of bytes", "write [ubyte]"))
}
