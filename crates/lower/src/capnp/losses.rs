//! What Cap'n Proto does not hold as it is.

use crate::loss::{Loss, of_parts};
use polywire_model::{Model, Type};

/// The values of a model that change.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part| match part.ty {
        Type::Named(id) if model.as_union(*id).is_some() => {
            Some("without a case it becomes the default of the first case")
        }
        _ => None,
    })
}
