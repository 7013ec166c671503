//! Values that Avro does not preserve.

use crate::loss::{Loss, of_parts};
use polywire_model::{Model, Type};

/// The values of a model that are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    of_parts(model, |part| match part.ty {
        Type::Int { bits: 64, signed: false, .. } if model.options.avro.has_decimal_unsigned => None,
        Type::Int { bits: 64, signed: false, .. } => Some("numbers from 2^63 on are rejected"),
        Type::Named(id) if model.as_enum(*id).is_some_and(|it| it.open) => Some("numbers without a name are rejected"),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Named(_)
        | Type::List(_)
        | Type::Array(..)
        | Type::Map(_) => None,
    })
}
