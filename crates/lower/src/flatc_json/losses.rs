//! Values that flatc's JSON does not preserve.

use crate::loss::{HeldValue, Loss, of_parts};
use polywire_model::{DeclId, DeclKind, Model, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part: &HeldValue<'_>| match part.ty {
        Type::Float { .. } => Some("every NaN becomes the same NaN"),
        Type::Text(text) if text.unverified => Some("texts that are not UTF-8 are rejected"),
        _ => None,
    });
    for (decl, owner) in model.decls.iter().zip((0..).map(DeclId)) {
        let DeclKind::Struct(it) = &decl.kind else { continue };
        for field in it.fields.iter().filter(|field| field.attrs.flatbuffers.flexbuffer) {
            let path = format!("{}.{}", decl.path(), field.name);
            losses.push(Loss { owner, path, message: "FlexBuffers are rejected" });
        }
    }
    losses
}
