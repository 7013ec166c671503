//! Values that Simple Binary Encoding does not preserve.

use super::schema;
use crate::loss::{Loss, of_parts};
use polywire_model::{Model, Presence, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    if schema::is_own(model) {
        return schema::losses(model);
    }
    let options = model.options.sbe;
    let too_many = match options.has_wide_counts {
        true => "more than 2,147,483,647 elements are rejected",
        false => "more than 65,534 elements are rejected",
    };
    of_parts(model, |part| match (part.presence, part.ty) {
        (_, Type::List(_) | Type::Map(_)) => Some(too_many),
        (Presence::Optional, Type::Text(_) | Type::Bytes) if options.keeps_empty => None,
        (Presence::Optional, Type::Text(_) | Type::Bytes) => Some("an empty value that is present is rejected"),
        (_, Type::Array(..) | Type::FixedBytes(..)) => None,
        (Presence::Optional, Type::Named(id)) if model.as_struct(*id).is_some() => {
            Some("a struct with only null values and empty texts and lists becomes absent")
        }
        (Presence::Optional, Type::Named(id)) if model.as_union(*id).is_some() => {
            Some("a union without a case is rejected")
        }
        (Presence::Optional, _) => Some("a value that equals SBE's null is rejected"),
        (Presence::Implicit | Presence::Required, _) => None,
    })
}
