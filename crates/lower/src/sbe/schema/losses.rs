//! Values that messages of SBE's own schemas cannot hold.

use crate::loss::{Loss, of_parts};
use polywire_model::{Model, Presence, Type};

/// The values of a model that change, or are refused.
pub(in crate::sbe) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part| match (part.presence, part.ty) {
        (_, Type::List(_)) => Some("more entries than the dimensions of the group can count are rejected"),
        (Presence::Optional, Type::Named(id)) if model.as_struct(*id).is_some() => {
            Some("a composite with only null values becomes absent")
        }
        (Presence::Optional, _) => Some("a value that equals its null value is rejected"),
        (Presence::Implicit | Presence::Required, _) => None,
    })
}
