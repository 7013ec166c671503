//! What Cap'n Proto does not hold as it is.

use crate::loss::{Loss, of_parts};
use polywire_model::{DeclId, DeclKind, Model, Presence, Type};

/// The values of a model that change.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part| match part.ty {
        Type::Named(id) if model.as_union(*id).is_some() => {
            Some("without a case it becomes the default of the first case")
        }
        _ => None,
    });
    losses.extend(absent_structs(model));
    losses
}

/// A null pointer is both.
fn absent_structs(model: &Model) -> impl Iterator<Item = Loss> {
    model.decls.iter().zip((0..).map(DeclId)).flat_map(|(decl, owner)| {
        let fields = match &decl.kind {
            DeclKind::Struct(it) => it.fields.as_slice(),
            DeclKind::Enum(_) | DeclKind::Union(_) => &[],
        };
        let changes = fields.iter().filter(|it| it.presence == Presence::Optional && it.attrs.capnp_default.is_some());
        let message = "where it is absent, it becomes its default";
        changes.map(move |field| Loss { owner, path: format!("{}.{}", decl.path(), field.name), message })
    })
}
