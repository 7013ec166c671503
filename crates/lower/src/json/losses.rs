//! Values that JSON does not preserve.

use crate::loss::{HeldValue, Loss, of_parts};
use polywire_model::attr::WellKnown;
use polywire_model::{Model, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part: &HeldValue<'_>| match part.well_known {
        Some(known) => of_well_known(known),
        None => match part.ty {
            Type::Float { .. } => Some("every NaN becomes the same NaN"),
            Type::Text(text) if text.unverified => Some("texts that are not UTF-8 are rejected"),
            _ => None,
        },
    })
}

fn of_well_known(known: WellKnown) -> Option<&'static str> {
    match known {
        WellKnown::Any => Some("messages of types that are not in the schema are rejected"),
        WellKnown::Duration => Some("durations beyond 10,000 years, or with mixed signs, are rejected"),
        WellKnown::FieldMask => Some("paths that do not survive the conversion to camelCase and back are rejected"),
        WellKnown::Timestamp => Some("times before the year 1 and after the year 9999 are rejected"),
        WellKnown::Value => Some("values without a kind, NaN and infinities are rejected"),
        WellKnown::Empty | WellKnown::ListValue | WellKnown::NullValue | WellKnown::Struct | WellKnown::Wrapper => None,
    }
}
