//! Values that the JSON of sbe-tool does not preserve.

use crate::loss::{HeldValue, Loss, of_parts};
use polywire_model::{Model, Type};

/// The values of a model that change.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part: &HeldValue<'_>| match part.ty {
        Type::Float { .. } => Some("every NaN becomes the same NaN"),
        _ => None,
    })
}
