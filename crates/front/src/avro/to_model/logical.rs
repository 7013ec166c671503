//! Logical types.

use super::ty::Resolved;
use crate::avro::MOST_DIGITS;
use crate::avro::tree::{Logical, Unit};
use polywire_model::attr::AvroForm;
use polywire_model::{BytesMeaning, Meaning, TimeUnit, Type};

/// Returns the type of a primitive with a valid logical type.
pub(super) fn primitive(logical: Logical) -> Resolved {
    let number = |bits, meaning| Resolved::plain(Type::Int { bits, signed: true, meaning });
    match logical {
        Logical::Date => number(32, Meaning::Date),
        Logical::TimeMillis => number(32, Meaning::TimeOfDay(TimeUnit::Milliseconds)),
        Logical::TimeMicros => number(64, Meaning::TimeOfDay(TimeUnit::Microseconds)),
        Logical::Timestamp(it) => number(64, Meaning::Timestamp(unit(it))),
        Logical::LocalTimestamp(it) => number(64, Meaning::LocalTimestamp(unit(it))),
        Logical::Uuid => Resolved::with_form(Type::meant_bytes(BytesMeaning::Uuid), AvroForm::Text),
        Logical::Decimal { precision, scale } => match decimal(precision, scale) {
            Some(ty) => Resolved::with_form(ty, AvroForm::Bytes),
            None => Resolved::plain(Type::Bytes),
        },
        Logical::BigDecimal | Logical::Duration => Resolved::plain(Type::Bytes),
    }
}

/// Returns the type of a `fixed`.
pub(super) fn fixed(size: u32, logical: Option<Logical>) -> Type {
    match logical {
        Some(Logical::Decimal { precision, scale }) => decimal(precision, scale).unwrap_or(Type::fixed_bytes(size)),
        Some(Logical::Uuid) => Type::meant_bytes(BytesMeaning::Uuid),
        _ => Type::fixed_bytes(size),
    }
}

fn decimal(precision: u32, scale: u32) -> Option<Type> {
    let scale = u8::try_from(scale).ok()?;
    (precision <= MOST_DIGITS).then_some(Type::Int { bits: 64, signed: true, meaning: Meaning::Decimal { scale } })
}

fn unit(it: Unit) -> TimeUnit {
    match it {
        Unit::Millis => TimeUnit::Milliseconds,
        Unit::Micros => TimeUnit::Microseconds,
        Unit::Nanos => TimeUnit::Nanoseconds,
    }
}
