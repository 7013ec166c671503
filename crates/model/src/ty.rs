use crate::{BytesMeaning, DeclId, Meaning};

/// The type of a field, a list element or an alias.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// True or false.
    Bool,
    /// An integer of exactly `bits` (8, 16, 32 or 64) bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
        /// What it stands for.
        meaning: Meaning,
    },
    /// An IEEE 754 binary float of 32 or 64 bits.
    Float {
        /// Width in bits.
        bits: u8,
    },
    /// Characters.
    Text(Text),
    /// Uninterpreted bytes.
    Bytes,
    /// Exactly this many bytes, and what they stand for.
    FixedBytes(u32, BytesMeaning),
    /// A declared struct, enum or union.
    Named(DeclId),
    /// A list with any number of elements.
    List(Box<Type>),
    /// An array of exactly this many elements.
    Array(Box<Type>, u32),
    /// A map with entries of this struct, one for each key. Their order has no meaning.
    Map(DeclId),
}

impl Type {
    /// Returns the type of numbers with this width and signedness.
    pub const fn int(bits: u8, signed: bool) -> Self {
        Self::Int { bits, signed, meaning: Meaning::Number }
    }

    /// Returns the type of this many bytes without a meaning.
    pub const fn fixed_bytes(len: u32) -> Self {
        Self::FixedBytes(len, BytesMeaning::Bytes)
    }

    /// Returns the type of bytes with a meaning.
    pub const fn meant_bytes(meaning: BytesMeaning) -> Self {
        Self::FixedBytes(16, meaning)
    }

    /// Returns a list with this element type.
    pub fn list(element: Type) -> Self {
        Self::List(Box::new(element))
    }
}

/// Properties of a text's bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The bytes may be invalid UTF-8; languages with UTF-8 strings represent them as bytes.
    pub unverified: bool,
    /// The largest number of bytes, if the schema limits it.
    pub max_len: Option<u32>,
    /// It is a decimal number that has too many digits for an integer.
    pub decimal: Option<crate::DecimalText>,
}

/// The presence of a field: whether it can be absent, and what absence means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Always has a value; absence means the default.
    #[default]
    Implicit,
    /// May have no value.
    Optional,
    /// Must have a value in a complete message.
    Required,
}

/// A value of any type, as an element of a list's default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A case without a value.
    Nothing,
    /// A scalar, text or bytes.
    Scalar(Literal),
    /// The elements of a list.
    List(Vec<Constant>),
    /// The members of a struct and the cases of its unions, by name; others are as in a new value.
    Struct(Vec<(String, Constant)>),
}

/// A constant of a scalar type, as a default or a schema constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// True or false.
    Bool(bool),
    /// An integer; for an enum the number of its enumerator.
    Int(i128),
    /// The 64-bit pattern of a float, so that NaN payloads and −0.0 are preserved.
    Float(u64),
    /// Characters.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Literal {
    /// Returns true for false, zero (not −0.0), and texts and bytes without any.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Bool(it) => !it,
            Self::Int(it) => *it == 0,
            Self::Float(bits) => *bits == 0,
            Self::Text(it) => it.is_empty(),
            Self::Bytes(it) => it.is_empty(),
        }
    }
}
