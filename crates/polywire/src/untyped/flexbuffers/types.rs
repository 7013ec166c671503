//! The types of FlexBuffers and the byte that names a type and a width.

/// A packed type: the type of a value, and a width in bytes, which is that of what an offset points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    pub ty: Type,
    pub width: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Null,
    Bool,
    /// A number where the value stands.
    Inline(Number),
    /// An offset to a number.
    Indirect(Number),
    /// An offset to text that ends with a NUL.
    Key,
    /// An offset to text behind its length.
    String,
    /// An offset to bytes behind their length.
    Blob,
    Map,
    /// An offset to elements with a type each.
    Vector,
    /// An offset to elements of one type.
    Typed(Element),
    /// An offset to 2, 3 or 4 numbers without a count.
    Fixed(Number, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Int,
    Uint,
    Float,
}

/// The type of the elements of a typed vector. Those of a deprecated vector of strings are read as keys, because the width of
/// their lengths is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Number(Number),
    Bool,
    Key,
    String,
}

/// All types: number, name and meaning.
const TYPES: [(u8, &str, Type); 28] = [
    (0, "NULL", Type::Null),
    (1, "INT", Type::Inline(Number::Int)),
    (2, "UINT", Type::Inline(Number::Uint)),
    (3, "FLOAT", Type::Inline(Number::Float)),
    (4, "KEY", Type::Key),
    (5, "STRING", Type::String),
    (6, "INDIRECT_INT", Type::Indirect(Number::Int)),
    (7, "INDIRECT_UINT", Type::Indirect(Number::Uint)),
    (8, "INDIRECT_FLOAT", Type::Indirect(Number::Float)),
    (9, "MAP", Type::Map),
    (10, "VECTOR", Type::Vector),
    (11, "VECTOR_INT", Type::Typed(Element::Number(Number::Int))),
    (12, "VECTOR_UINT", Type::Typed(Element::Number(Number::Uint))),
    (13, "VECTOR_FLOAT", Type::Typed(Element::Number(Number::Float))),
    (14, "VECTOR_KEY", Type::Typed(Element::Key)),
    (15, "VECTOR_STRING_DEPRECATED", Type::Typed(Element::String)),
    (16, "VECTOR_INT2", Type::Fixed(Number::Int, 2)),
    (17, "VECTOR_UINT2", Type::Fixed(Number::Uint, 2)),
    (18, "VECTOR_FLOAT2", Type::Fixed(Number::Float, 2)),
    (19, "VECTOR_INT3", Type::Fixed(Number::Int, 3)),
    (20, "VECTOR_UINT3", Type::Fixed(Number::Uint, 3)),
    (21, "VECTOR_FLOAT3", Type::Fixed(Number::Float, 3)),
    (22, "VECTOR_INT4", Type::Fixed(Number::Int, 4)),
    (23, "VECTOR_UINT4", Type::Fixed(Number::Uint, 4)),
    (24, "VECTOR_FLOAT4", Type::Fixed(Number::Float, 4)),
    (25, "BLOB", Type::Blob),
    (26, "BOOL", Type::Bool),
    (36, "VECTOR_BOOL", Type::Typed(Element::Bool)),
];

impl Packed {
    /// Returns `None` if no type has the number.
    pub fn of(byte: u8) -> Option<Self> {
        let (.., ty) = TYPES.iter().find(|(number, ..)| *number == byte >> 2)?;
        Some(Self { ty: *ty, width: 1 << (byte & 3) })
    }

    pub fn byte(self) -> u8 {
        let number = TYPES.iter().find(|(.., ty)| *ty == self.ty).map_or(0, |(number, ..)| *number);
        number << 2 | self.width.trailing_zeros() as u8
    }
}

impl Type {
    /// The name in the specification.
    pub fn name(self) -> &'static str {
        TYPES.iter().find(|(.., ty)| *ty == self).map_or("NULL", |(_, name, _)| name)
    }

    /// Returns true if the value stands where its parent has it, else there is an offset.
    pub fn is_inline(self) -> bool {
        matches!(self, Self::Null | Self::Bool | Self::Inline(_))
    }
}

impl Element {
    pub fn ty(self) -> Type {
        match self {
            Self::Number(number) => Type::Inline(number),
            Self::Bool => Type::Bool,
            Self::Key | Self::String => Type::Key,
        }
    }
}
