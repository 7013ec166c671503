//! Which types have which facets.

use crate::xsd::schema::FacetKind;
use crate::xsd::simple::{Primitive, SimpleType, VarietyKind};

/// Returns what messages call a type.
pub(super) fn shown(ty: &SimpleType) -> &str {
    match ty.variety {
        VarietyKind::Atomic(_) => &ty.builtin,
        VarietyKind::List(_) => "list",
        VarietyKind::Union(_) => "union",
    }
}

/// Returns true if a facet can be stated for a type (section 4.1.5).
pub(super) fn applies(kind: FacetKind, ty: &SimpleType) -> bool {
    use FacetKind::{
        Enumeration, FractionDigits, Length, MaxExclusive, MaxInclusive, MaxLength, MinExclusive, MinInclusive,
        MinLength, Pattern, TotalDigits, WhiteSpace,
    };
    let primitive = match ty.variety {
        VarietyKind::Atomic(primitive) => primitive,
        VarietyKind::List(_) => {
            return matches!(kind, Length | MinLength | MaxLength | Pattern | Enumeration | WhiteSpace);
        }
        VarietyKind::Union(_) => return matches!(kind, Pattern | Enumeration),
    };
    match kind {
        Pattern | WhiteSpace => true,
        Enumeration => primitive != Primitive::Boolean,
        Length | MinLength | MaxLength => matches!(
            primitive,
            Primitive::String
                | Primitive::HexBinary
                | Primitive::Base64Binary
                | Primitive::AnyUri
                | Primitive::QName
                | Primitive::Notation
        ),
        TotalDigits | FractionDigits => primitive == Primitive::Decimal,
        MaxInclusive | MaxExclusive | MinExclusive | MinInclusive => matches!(
            primitive,
            Primitive::Decimal
                | Primitive::Float
                | Primitive::Double
                | Primitive::Duration
                | Primitive::DateTime
                | Primitive::Time
                | Primitive::Date
                | Primitive::GYearMonth
                | Primitive::GYear
                | Primitive::GMonthDay
                | Primitive::GDay
                | Primitive::GMonth
        ),
    }
}
