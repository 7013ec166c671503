use super::read::{ReadError, Reader};
use super::{Tree, base_type};
use crate::fbs::schema::{Base, EnumId, ObjectId, Scalar, Shape, Type};

impl Reader<'_> {
    pub(super) fn field_type(&self, tree: &Tree) -> Result<Type, ReadError> {
        let (number, element) = (tree.int("base_type"), tree.int("element"));
        let shape = match number {
            base_type::VECTOR => Shape::Vector,
            base_type::VECTOR64 => Shape::Vector64,
            base_type::ARRAY => Shape::Array(u16::try_from(tree.int("fixed_length")).unwrap_or_default()),
            _ => return Ok(Type::one(self.base(number, tree)?)),
        };
        Ok(Type { base: self.base(element, tree)?, shape })
    }

    /// Returns the type with this number; declarations are named by their indices.
    pub(super) fn base(&self, number: i128, tree: &Tree) -> Result<Base, ReadError> {
        let index = tree.int("index");
        let enumeration = || usize::try_from(index).ok().filter(|index| *index < self.enums.len()).map(EnumId);
        let found = match number {
            base_type::STRING => Some(Base::String),
            base_type::OBJECT => {
                let object = usize::try_from(index).ok().filter(|index| *index < self.objects.len());
                object.map(|index| Base::Object(ObjectId(index)))
            }
            base_type::UNION => enumeration().map(Base::Union),
            _ => match (scalar(number), index) {
                (Some(scalar), -1) => Some(Base::Scalar(scalar)),
                (Some(_), _) => enumeration().map(Base::Enum),
                (None, _) => None,
            },
        };
        found.ok_or(ReadError("a type refers to nothing"))
    }
}

pub(super) fn scalar(number: i128) -> Option<Scalar> {
    let index = usize::try_from(number - base_type::FIRST_SCALAR).ok()?;
    Scalar::ALL.get(index).copied()
}

/// Returns true if a field has the types of a union.
pub(super) fn is_type_slot(tree: &Tree) -> bool {
    tree.int("base_type") == base_type::UTYPE || tree.int("element") == base_type::UTYPE
}
