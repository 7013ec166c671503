use super::write::Writer;
use super::{Tree, base_type};
use crate::fbs::schema::{Base, Enum, EnumId, Field, Scalar, Shape, Type};

/// The bytes of a reference, and what the official compiler states for vectors, tables and unions.
const REFERENCE: u32 = 4;

/// The size that it states where there is no type.
const NOTHING: u32 = 1;

impl Writer<'_> {
    pub(super) fn field_type(&self, ty: Type) -> Tree {
        let (number, size, index) = self.base(ty.base);
        let (shape, shape_size, len) = match ty.shape {
            Shape::One => return type_tree([number, base_type::NONE], index, 0, [size, NOTHING]),
            Shape::Vector => (base_type::VECTOR, REFERENCE, 0),
            Shape::Vector64 => (base_type::VECTOR64, 8, 0),
            Shape::Array(len) => (base_type::ARRAY, REFERENCE, len),
        };
        let element_size = match (ty.base, ty.shape) {
            (Base::Object(id), Shape::Vector) if self.schema.object(id).is_struct => self.schema.object(id).byte_size,
            _ => size,
        };
        type_tree([shape, number], index, len, [shape_size, element_size])
    }

    /// The type of the slot before that of a union, or of a vector of them.
    pub(super) fn type_slot(&self, field: &Field, union: EnumId) -> Tree {
        let index = self.enum_index(union);
        match field.ty.shape {
            Shape::One => type_tree([base_type::UTYPE, base_type::NONE], index, 0, [1, NOTHING]),
            _ => type_tree([base_type::VECTOR, base_type::UTYPE], index, 0, [REFERENCE, 1]),
        }
    }

    pub(super) fn underlying(&self, id: EnumId, it: &Enum) -> Tree {
        let (number, size) = match it.underlying {
            Some(scalar) => (of_scalar(scalar), scalar.size()),
            None => (base_type::UTYPE, 1),
        };
        type_tree([number, base_type::NONE], self.enum_index(id), 0, [size, NOTHING])
    }

    /// The type of a value of an enum or union.
    pub(super) fn value_type(&self, base: Option<Base>) -> Tree {
        let (number, size, index) = base.map_or((base_type::NONE, NOTHING, -1), |base| self.base(base));
        type_tree([number, base_type::NONE], index, 0, [size, NOTHING])
    }

    /// Returns the number of a type, its size, and the index of its declaration.
    fn base(&self, base: Base) -> (i128, u32, i128) {
        match base {
            Base::Scalar(scalar) => (of_scalar(scalar), scalar.size(), -1),
            Base::Enum(id) => {
                let scalar = self.schema.enumeration(id).scalar();
                (of_scalar(scalar), scalar.size(), self.enum_index(id))
            }
            Base::String => (base_type::STRING, REFERENCE, -1),
            Base::Object(id) => (base_type::OBJECT, REFERENCE, self.object_index(id)),
            Base::Union(id) => (base_type::UNION, REFERENCE, self.enum_index(id)),
        }
    }
}

fn of_scalar(scalar: Scalar) -> i128 {
    base_type::FIRST_SCALAR + Scalar::ALL.iter().position(|it| *it == scalar).unwrap_or_default() as i128
}

fn type_tree([base, element]: [i128; 2], index: i128, len: u16, [size, element_size]: [u32; 2]) -> Tree {
    Tree::table([
        ("base_type", Tree::Int(base)),
        ("element", Tree::Int(element)),
        ("index", Tree::Int(index)),
        ("fixed_length", Tree::Int(len.into())),
        ("base_size", Tree::Int(size.into())),
        ("element_size", Tree::Int(element_size.into())),
    ])
}
