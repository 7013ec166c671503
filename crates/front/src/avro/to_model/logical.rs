//! Logical types.

use super::ty::Resolved;
use crate::avro::MOST_DIGITS;
use crate::avro::tree::{Logical, Unit};
use polywire_model::attr::{AvroDecimal, AvroFixed, AvroForm, MOST_DECIMAL_DIGITS};
use polywire_model::{BytesMeaning, DecimalText, Meaning, Text, TimeUnit, Type};

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
            None => long_decimal((precision, scale), None).unwrap_or(Resolved::plain(Type::Bytes)),
        },
        Logical::BigDecimal => Resolved::with_form(text(DecimalText::Any), AvroForm::BigDecimal),
        Logical::Duration => Resolved::plain(Type::Bytes),
    }
}

/// Returns the type of a `fixed`.
pub(super) fn fixed(fixed: AvroFixed, logical: Option<Logical>) -> Resolved {
    let ty = match logical {
        Some(Logical::Decimal { precision, scale }) => match decimal(precision, scale) {
            Some(ty) => ty,
            None => {
                let of_bytes = Type::fixed_bytes(fixed.size);
                let long = long_decimal((precision, scale), Some(fixed.clone()));
                return long.unwrap_or_else(|| Resolved::with_form(of_bytes, AvroForm::Fixed(fixed)));
            }
        },
        Some(Logical::Uuid) => Type::meant_bytes(BytesMeaning::Uuid),
        _ => Type::fixed_bytes(fixed.size),
    };
    Resolved::with_form(ty, AvroForm::Fixed(fixed))
}

/// Returns the type of a number with too many digits for an integer; none if they are even more than are converted.
fn long_decimal((precision, scale): (u32, u32), fixed: Option<AvroFixed>) -> Option<Resolved> {
    let form = AvroForm::Decimal(AvroDecimal { precision, scale, fixed });
    (precision <= MOST_DECIMAL_DIGITS).then(|| Resolved::with_form(text(DecimalText::Of { precision, scale }), form))
}

fn text(decimal: DecimalText) -> Type {
    Type::Text(Text { decimal: Some(decimal), ..Text::default() })
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
