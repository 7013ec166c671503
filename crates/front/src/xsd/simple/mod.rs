//! Simple types: those that are built in, their values, and what facets say (XML Schema Part 2).

mod builtin;
mod calendar;
mod canonical;
mod decimal;
mod duration;
mod facet;
mod length;
mod simple_type;
mod types;
mod value;

pub(super) use builtin::{ANY_SIMPLE_TYPE, ANY_TYPE, with_builtins};
pub use canonical::canonical;
pub(super) use decimal::Decimal;
pub(super) use length::Lengths;
pub(super) use simple_type::{Bound, SimpleType, VarietyKind};
pub(super) use types::Types;
pub(super) use value::Value;

/// The primitive types, and the root of all simple types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// Any text: the root of all.
    AnySimpleType,
    /// Characters.
    String,
    /// True or false.
    Boolean,
    /// A decimal number.
    Decimal,
    /// A float of 32 bits.
    Float,
    /// A float of 64 bits.
    Double,
    /// A span of time.
    Duration,
    /// A date and a time.
    DateTime,
    /// A time of day.
    Time,
    /// A date.
    Date,
    /// A month.
    GYearMonth,
    /// A year.
    GYear,
    /// A day of each year.
    GMonthDay,
    /// A day of each month.
    GDay,
    /// A month of each year.
    GMonth,
    /// Bytes as hexadecimal digits.
    HexBinary,
    /// Bytes in base64.
    Base64Binary,
    /// A reference to a resource.
    AnyUri,
    /// A name with a namespace.
    QName,
    /// The name of a notation.
    Notation,
}

impl Primitive {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 20] = [
        (Self::AnySimpleType, "anySimpleType"),
        (Self::String, "string"),
        (Self::Boolean, "boolean"),
        (Self::Decimal, "decimal"),
        (Self::Float, "float"),
        (Self::Double, "double"),
        (Self::Duration, "duration"),
        (Self::DateTime, "dateTime"),
        (Self::Time, "time"),
        (Self::Date, "date"),
        (Self::GYearMonth, "gYearMonth"),
        (Self::GYear, "gYear"),
        (Self::GMonthDay, "gMonthDay"),
        (Self::GDay, "gDay"),
        (Self::GMonth, "gMonth"),
        (Self::HexBinary, "hexBinary"),
        (Self::Base64Binary, "base64Binary"),
        (Self::AnyUri, "anyURI"),
        (Self::QName, "QName"),
        (Self::Notation, "NOTATION"),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }
}
