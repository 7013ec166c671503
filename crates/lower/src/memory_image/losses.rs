//! Values that raw memory does not preserve.

use crate::loss::{Loss, of_parts};
use polywire_model::{BytesMeaning, Model, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part| match part.ty {
        Type::Text(_) => Some("a text with a NUL is rejected"),
        _ => None,
    });
    let is_own = model.decls.iter().any(|decl| match &decl.kind {
        polywire_model::DeclKind::Struct(it) => it.attrs.c.is_some(),
        _ => false,
    });
    if is_own {
        losses.extend(of_parts(model, |part| match part.ty {
            Type::FixedBytes(_, BytesMeaning::Float128) => {
                Some("a float that `long double` of the ABI cannot hold exactly is rejected")
            }
            _ => None,
        }));
    }
    losses
}
