//! Values that Protobuf's text format does not preserve.

use crate::loss::{Loss, of_parts};
use polywire_model::{Model, Type};

/// The values of a model that change.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part| matches!(part.ty, Type::Float { .. }).then_some("every NaN becomes the same NaN"))
}
