use polywire_model::{Meaning, Type};

/// The primitive types (SBE 1.0, section 2.3 and 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// A character of 8 bits.
    Char,
    /// An integer.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
    },
    /// An IEEE 754 float of 32 bits.
    Float,
    /// An IEEE 754 float of 64 bits.
    Double,
}

/// All primitive types by name.
const ALL: [(&str, Primitive); 11] = [
    ("char", Primitive::Char),
    ("int8", Primitive::Int { bits: 8, signed: true }),
    ("int16", Primitive::Int { bits: 16, signed: true }),
    ("int32", Primitive::Int { bits: 32, signed: true }),
    ("int64", Primitive::Int { bits: 64, signed: true }),
    ("uint8", Primitive::Int { bits: 8, signed: false }),
    ("uint16", Primitive::Int { bits: 16, signed: false }),
    ("uint32", Primitive::Int { bits: 32, signed: false }),
    ("uint64", Primitive::Int { bits: 64, signed: false }),
    ("float", Primitive::Float),
    ("double", Primitive::Double),
];

impl Primitive {
    /// Returns the primitive type with this name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(it, _)| *it == name).map(|(_, primitive)| *primitive)
    }

    /// Returns the names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|(name, _)| *name)
    }

    /// Returns its name in schemas.
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// Returns its width in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::Char => 1,
            Self::Int { bits, .. } => bits as u32 / 8,
            Self::Float => 4,
            Self::Double => 8,
        }
    }

    /// Returns the least and the greatest integer that it can store; `None` for floats.
    pub const fn bounds(self) -> Option<(i128, i128)> {
        match self {
            Self::Char => Some((0, 255)),
            Self::Int { bits, signed: false } => Some((0, (1 << bits) - 1)),
            Self::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Self::Float | Self::Double => None,
        }
    }

    /// Returns the integer that means absence if the schema states none; `None` for floats, where it is NaN.
    pub const fn null(self) -> Option<i128> {
        match (self, self.bounds()) {
            (Self::Char, _) => Some(0),
            (Self::Int { signed: true, .. }, Some((least, _))) => Some(least),
            (Self::Int { signed: false, .. }, Some((_, greatest))) => Some(greatest),
            (Self::Int { .. } | Self::Float | Self::Double, _) => None,
        }
    }

    /// Returns true for integers without a sign, which headers, enums and sets use.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Self::Int { signed: false, .. })
    }

    /// Returns the type of its values.
    pub const fn ty(self) -> Type {
        match self {
            Self::Char => Type::Int { bits: 8, signed: false, meaning: Meaning::Character },
            Self::Int { bits, signed } => Type::int(bits, signed),
            Self::Float => Type::Float { bits: 32 },
            Self::Double => Type::Float { bits: 64 },
        }
    }
}
