//! Values that XML does not preserve.

use crate::loss::{HeldValue, Loss, of_parts};
use polywire_model::{Model, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part: &HeldValue<'_>| match part.ty {
        Type::Float { .. } => Some("every NaN becomes the same NaN"),
        Type::Text(text) if text.unverified => {
            Some("texts that are not UTF-8, or have characters that XML does not have, are rejected")
        }
        Type::Text(_) => Some("texts with control characters that XML does not have are rejected"),
        _ => None,
    })
}
