//! What Cap'n Proto does not hold as it is.

use crate::loss::{Loss, of_parts};
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part| match part.ty {
        Type::Named(id) if model.as_enum(*id).is_some_and(|it| it.open && !it.attrs.capnp_ordinals.is_empty()) => {
            Some("numbers without a name are refused")
        }
        _ => None,
    });
    losses.extend(of_fields(model));
    losses
}

fn of_fields(model: &Model) -> impl Iterator<Item = Loss> {
    model.decls.iter().zip((0..).map(DeclId)).flat_map(move |(decl, owner)| {
        let fields = match &decl.kind {
            DeclKind::Struct(it) => it.fields.as_slice(),
            DeclKind::Enum(_) | DeclKind::Union(_) => &[],
        };
        fields.iter().filter_map(move |field| {
            Some(Loss { owner, path: format!("{}.{}", decl.path(), field.name), message: of_field(model, field)? })
        })
    })
}

fn of_field(model: &Model, field: &Field) -> Option<&'static str> {
    let Type::Named(id) = field.ty else { return None };
    match &model.decl(id).kind {
        DeclKind::Union(_) if field.attrs.capnp_absence.is_none() => {
            Some("without a case it becomes the default of the first case")
        }
        // A null pointer is both.
        DeclKind::Struct(_) if field.presence == Presence::Optional && field.attrs.capnp_default.is_some() => {
            Some("where it is absent, it becomes its default")
        }
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Union(_) => None,
    }
}
