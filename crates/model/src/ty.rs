use crate::DeclId;

/// The type of a field, a list element or an alias.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// True or false.
    Bool,
    /// An integer of exactly `bits` (8, 16, 32 or 64) bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
    },
    /// An IEEE 754 binary float of 32 or 64 bits.
    Float {
        /// Width in bits.
        bits: u8,
    },
    /// Characters.
    Text(Text),
    /// Bytes without further meaning.
    Bytes,
    /// Exactly this many bytes.
    FixedBytes(u32),
    /// A declared struct, enum or union.
    Named(DeclId),
    /// Any number of elements in order.
    List(Box<Type>),
    /// Exactly this many elements in order.
    Array(Box<Type>, u32),
    /// Values by keys: entries of this struct, at most one for each key. Their order means nothing.
    Map(DeclId),
}

impl Type {
    /// The integer type of this width and signedness.
    pub const fn int(bits: u8, signed: bool) -> Self {
        Self::Int { bits, signed }
    }

    /// A list of this element type.
    pub fn list(element: Type) -> Self {
        Self::List(Box::new(element))
    }
}

/// Properties of a text's bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The bytes were not checked to be UTF-8; languages whose strings must be valid UTF-8 hold them as bytes.
    pub unverified: bool,
    /// At most this many bytes, where the schema bounds them.
    pub max_len: Option<u32>,
}

/// The presence of a field: whether it can be absent, and the meaning of absence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Always has a value; the default means absent.
    #[default]
    Implicit,
    /// May have no value.
    Optional,
    /// Must have a value in a complete message.
    Required,
}

/// A value of any type, as an element of a list's default.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A case without a value.
    Nothing,
    /// A scalar, text or bytes.
    Scalar(Literal),
    /// The elements of a list.
    List(Vec<Constant>),
    /// The members of a struct, and the cases that its unions hold, by name; others are as in a new value.
    Struct(Vec<(String, Constant)>),
}

/// A constant of a scalar type, as a default or a schema constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// True or false.
    Bool(bool),
    /// An integer; for an enum the number of its enumerator.
    Int(i128),
    /// A float by its 64-bit pattern, so that NaN payloads and −0.0 survive.
    Float(u64),
    /// Characters.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}
