use super::{EnumId, ObjectId};

/// The type of a field. The language has no vectors of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The type of the value or of the elements.
    pub base: Base,
    /// Whether there are several of them.
    pub shape: Shape,
}

/// A type of single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A boolean or a number.
    Scalar(Scalar),
    /// An enum.
    Enum(EnumId),
    /// Text.
    String,
    /// A table or struct.
    Object(ObjectId),
    /// A union.
    Union(EnumId),
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One.
    One,
    /// Any number, with 32 bits for it.
    Vector,
    /// Any number, with 64 bits for it.
    Vector64,
    /// Exactly this number.
    Array(u16),
}

/// A boolean, an integer or a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `byte` or `int8`
    Byte,
    /// `ubyte` or `uint8`
    UByte,
    /// `short` or `int16`
    Short,
    /// `ushort` or `uint16`
    UShort,
    /// `int` or `int32`
    Int,
    /// `uint` or `uint32`
    UInt,
    /// `long` or `int64`
    Long,
    /// `ulong` or `uint64`
    ULong,
    /// `float` or `float32`
    Float,
    /// `double` or `float64`
    Double,
}

impl Scalar {
    /// All scalars, in the order of their numbers in compiled schemas.
    pub const ALL: [Self; 11] = [
        Self::Bool,
        Self::Byte,
        Self::UByte,
        Self::Short,
        Self::UShort,
        Self::Int,
        Self::UInt,
        Self::Long,
        Self::ULong,
        Self::Float,
        Self::Double,
    ];

    /// Returns the names in schemas, the usual one first.
    pub const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Bool => ["bool", "bool"],
            Self::Byte => ["byte", "int8"],
            Self::UByte => ["ubyte", "uint8"],
            Self::Short => ["short", "int16"],
            Self::UShort => ["ushort", "uint16"],
            Self::Int => ["int", "int32"],
            Self::UInt => ["uint", "uint32"],
            Self::Long => ["long", "int64"],
            Self::ULong => ["ulong", "uint64"],
            Self::Float => ["float", "float32"],
            Self::Double => ["double", "float64"],
        }
    }

    /// Returns the scalar with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.names().contains(&name))
    }

    /// Returns the size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::Bool | Self::Byte | Self::UByte => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt | Self::Float => 4,
            Self::Long | Self::ULong | Self::Double => 8,
        }
    }

    /// Returns true for floats.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Returns true for integers that can be negative.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Byte | Self::Short | Self::Int | Self::Long)
    }

    /// Returns the least and the greatest integer; those of a byte for booleans.
    pub const fn range(self) -> (i128, i128) {
        let bits = self.size() * 8;
        match self.is_signed() {
            true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        }
    }
}

impl Type {
    /// Returns the type of one value.
    pub const fn one(base: Base) -> Self {
        Self { base, shape: Shape::One }
    }

    /// Returns true for booleans, numbers and enums.
    pub fn is_scalar(self) -> bool {
        self.shape == Shape::One && self.base.is_scalar()
    }

    /// Returns true for vectors of both kinds.
    pub const fn is_vector(self) -> bool {
        matches!(self.shape, Shape::Vector | Shape::Vector64)
    }
}

impl Base {
    /// Returns true for booleans, numbers and enums.
    pub const fn is_scalar(self) -> bool {
        matches!(self, Self::Scalar(_) | Self::Enum(_))
    }
}
