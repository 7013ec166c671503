//! Facts that Avro's schemas state (Avro 1.12 specification, "Schema Declaration").

use crate::Constant;

/// Facts on a struct of an Avro schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroStruct {
    /// What it is in the schema.
    pub kind: AvroKind,
    /// Full names of former versions.
    pub aliases: Vec<String>,
}

/// What a struct is in an Avro schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AvroKind {
    /// A record.
    #[default]
    Record,
    /// The error of a protocol's message, which is a record in messages.
    Error,
    /// A type that has no struct: that of its only field, or null if there is no field.
    Value,
    /// The logical type `duration`: a fixed of 12 bytes with three numbers of 32 bits, months, days and milliseconds, each
    /// little-endian.
    Duration,
}

/// Facts on an enum of an Avro schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroEnum {
    /// Full names of former versions.
    pub aliases: Vec<String>,
    /// The number of the symbol that stands for those that a reader does not know.
    pub default: Option<i64>,
}

/// Facts on a union of an Avro schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroUnion {
    /// The index of the branch `null`, which is no case, among all branches; the others are the cases in their order.
    pub null: Option<u32>,
}

/// Facts on a field of an Avro schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroField {
    /// Former names.
    pub aliases: Vec<String>,
    /// The value for messages of writers that lack the field, if the schema states one: [`Constant::Nothing`] for null; the
    /// entries of a map are structs with `key` and `value`; the value of a union is a struct with its first case.
    pub default: Option<Constant>,
    /// How the value is written.
    pub form: AvroForm,
    /// Of an optional field: null is the second branch of its union.
    pub null_is_second: bool,
}

/// How a value, or the innermost elements of a list, is written, where the type of the model does not tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AvroForm {
    /// As the type of the model suggests: a number as `int` or `long`, a UUID as `fixed`, bytes as `bytes`.
    #[default]
    Plain,
    /// A decimal number as the big-endian two's complement of its digits, in `bytes`.
    Bytes,
    /// In a `fixed`: bytes, a UUID, or a decimal number as the big-endian two's complement of its digits.
    Fixed(AvroFixed),
    /// A UUID as its text of 36 characters.
    Text,
    /// A decimal number of which the model has the text, as the big-endian two's complement of its digits.
    Decimal(AvroDecimal),
    /// A decimal number of which the model has the text, in `bytes`: those of its digits, and how many are behind the point.
    BigDecimal,
}

impl AvroForm {
    /// Returns the type of Avro that a value is written as, or the innermost elements of a list, where the type of the model does not
    /// tell it.
    pub fn base(&self) -> Option<AvroBase<'_>> {
        match self {
            Self::Plain => None,
            Self::Bytes | Self::BigDecimal => Some(AvroBase::Bytes),
            Self::Fixed(fixed) => Some(AvroBase::Fixed(fixed)),
            Self::Text => Some(AvroBase::String),
            Self::Decimal(it) => Some(it.fixed.as_ref().map_or(AvroBase::Bytes, AvroBase::Fixed)),
        }
    }
}

/// A type of Avro that values of other types are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AvroBase<'f> {
    /// `bytes`.
    Bytes,
    /// `string`.
    String,
    /// A `fixed`.
    Fixed(&'f AvroFixed),
}

/// Decimal numbers have at most so many digits; converting one takes time that grows with the square of their number.
pub const MOST_DECIMAL_DIGITS: u32 = 1000;

/// A decimal number with too many digits for an integer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroDecimal {
    /// The most digits.
    pub precision: u32,
    /// How many of them are behind the point.
    pub scale: u32,
    /// The `fixed` that it is in, else it is in `bytes`.
    pub fixed: Option<AvroFixed>,
}

/// A `fixed` of an Avro schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AvroFixed {
    /// Full name.
    pub name: String,
    /// Full names of former versions.
    pub aliases: Vec<String>,
    /// Length in bytes.
    pub size: u32,
}
