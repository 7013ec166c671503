//! Logical types (Avro 1.12 specification, "Logical Types").

use crate::avro::codes;
use crate::avro::json::{Json, Member};
use crate::avro::tree::{DeclarationKind, Logical, Primitive, TypeKind, Unit};
use polywire_source::{Diagnostic, Diagnostics};

/// Returns the logical type that properties state. One that is not valid has no effect; that it is known and not valid
/// is reported. `declared` is the kind of a declaration.
pub(in crate::avro) fn logical(
    kind: &TypeKind,
    declared: Option<&DeclarationKind>,
    properties: &[Member],
    diagnostics: &mut Diagnostics,
) -> Option<Logical> {
    let stated = properties.iter().find(|it| it.name == "logicalType")?;
    let name = stated.value.as_text()?;
    let base = Base::of(kind, declared);
    let found = match name {
        "decimal" => decimal(base, properties),
        "big-decimal" => on(base, Base::Bytes, "bytes", Logical::BigDecimal),
        "uuid" => match base {
            Base::String | Base::Fixed(16) => Ok(Logical::Uuid),
            _ => Err("it is for a `string` or a `fixed` of 16 bytes".to_owned()),
        },
        "date" => on(base, Base::Int, "int", Logical::Date),
        "time-millis" => on(base, Base::Int, "int", Logical::TimeMillis),
        "time-micros" => on(base, Base::Long, "long", Logical::TimeMicros),
        "timestamp-millis" => on(base, Base::Long, "long", Logical::Timestamp(Unit::Millis)),
        "timestamp-micros" => on(base, Base::Long, "long", Logical::Timestamp(Unit::Micros)),
        "timestamp-nanos" => on(base, Base::Long, "long", Logical::Timestamp(Unit::Nanos)),
        "local-timestamp-millis" => on(base, Base::Long, "long", Logical::LocalTimestamp(Unit::Millis)),
        "local-timestamp-micros" => on(base, Base::Long, "long", Logical::LocalTimestamp(Unit::Micros)),
        "local-timestamp-nanos" => on(base, Base::Long, "long", Logical::LocalTimestamp(Unit::Nanos)),
        "duration" => match base {
            Base::Fixed(12) => Ok(Logical::Duration),
            _ => Err("it is for a `fixed` of 12 bytes".to_owned()),
        },
        // A logical type of somebody's own.
        _ => return None,
    };
    found
        .map_err(|reason| {
            let message = format!("the logical type `{name}` has no effect: {reason}");
            diagnostics.push(Diagnostic::warning(codes::LOGICAL_TYPE, message).at(stated.value.span, ""));
        })
        .ok()
}

/// The types that logical types can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Int,
    Long,
    Bytes,
    String,
    Fixed(u32),
    Other,
}

impl Base {
    fn of(kind: &TypeKind, declared: Option<&DeclarationKind>) -> Self {
        match (declared, kind) {
            (Some(DeclarationKind::Fixed(size)), _) => Self::Fixed(*size),
            (None, TypeKind::Primitive(Primitive::Int)) => Self::Int,
            (None, TypeKind::Primitive(Primitive::Long)) => Self::Long,
            (None, TypeKind::Primitive(Primitive::Bytes)) => Self::Bytes,
            (None, TypeKind::Primitive(Primitive::String)) => Self::String,
            _ => Self::Other,
        }
    }
}

fn on(base: Base, wanted: Base, word: &str, it: Logical) -> Result<Logical, String> {
    if base == wanted { Ok(it) } else { Err(format!("it is for `{word}`")) }
}

fn decimal(base: Base, properties: &[Member]) -> Result<Logical, String> {
    let find = |name: &str| properties.iter().find(|it| it.name == name).map(|it| &it.value);
    let number = |it: &Json| it.as_integer().and_then(|it| i32::try_from(it).ok());
    let most = match base {
        Base::Bytes => u32::MAX,
        Base::Fixed(size) => digits(size),
        _ => return Err("it is for `bytes` or a `fixed`".to_owned()),
    };
    let precision = match find("precision").map(|it| number(it).filter(|it| *it > 0)) {
        Some(Some(precision)) => precision as u32,
        Some(None) => return Err("`precision` is not a number of digits".to_owned()),
        None => return Err("it needs `precision`, the largest number of digits".to_owned()),
    };
    if precision > most {
        return Err(format!("the bytes have no room for {precision} digits, but {most}"));
    }
    let scale = match find("scale").map(|it| number(it).filter(|it| *it >= 0)) {
        None => 0,
        Some(Some(scale)) => scale as u32,
        Some(None) => return Err("`scale` is not a number of digits".to_owned()),
    };
    if scale > precision {
        return Err(format!("a number of {precision} digits has no {scale} of them behind the point"));
    }
    Ok(Logical::Decimal { precision, scale })
}

/// Returns the number of decimal digits that each fit into two's complement of this many bytes: ⌊log₁₀(2⁸ⁿ⁻¹ − 1)⌋.
fn digits(size: u32) -> u32 {
    if size == 0 { 0 } else { ((8.0 * f64::from(size) - 1.0) * std::f64::consts::LOG10_2).floor() as u32 }
}
