//! Values that Cap'n Proto does not preserve.

use crate::loss::{Loss, of_parts};
use polywire_model::attr::CapnpOpaque;
use polywire_model::{DeclId, DeclKind, Field, Model, Presence, Type};

/// The values of a model that change, or are refused.
pub(crate) fn losses(model: &Model) -> Vec<Loss> {
    let mut losses = of_parts(model, |part| match part.ty {
        Type::Named(id) if model.as_enum(*id).is_some_and(|it| it.open && !it.attrs.capnp_ordinals.is_empty()) => {
            Some("numbers without a name are rejected")
        }
        _ => None,
    });
    losses.extend(absent(model));
    losses.extend(opaque(model, |opaque| match opaque {
        CapnpOpaque::Any | CapnpOpaque::Struct | CapnpOpaque::List => Some("bytes that are not a message are rejected"),
        CapnpOpaque::Voids => Some("more than 536,870,911 elements are rejected"),
        CapnpOpaque::Capability(_) => None,
    }));
    losses
}

/// The same in canonical form.
pub(crate) fn canonical_losses(model: &Model) -> Vec<Loss> {
    let mut losses = losses(model);
    losses.extend(opaque(model, |opaque| match opaque {
        CapnpOpaque::Capability(_) => Some("capabilities are rejected"),
        CapnpOpaque::Any | CapnpOpaque::Struct | CapnpOpaque::List => Some("messages with capabilities are rejected"),
        CapnpOpaque::Voids => None,
    }));
    losses
}

/// The treatment of absent values.
fn absent(model: &Model) -> impl Iterator<Item = Loss> {
    fields(model).filter_map(|(owner, path, field)| {
        let Type::Named(id) = field.ty else { return None };
        let message = match &model.decl(id).kind {
            DeclKind::Union(_) if is_bare(field) && field.attrs.capnp_absence.is_none() => {
                "a union without a case becomes the default of the first case"
            }
            // Both are a null pointer.
            DeclKind::Struct(_) if field.presence == Presence::Optional && field.attrs.capnp_default.is_some() => {
                "an absent value becomes the default"
            }
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => return None,
        };
        Some(Loss { owner, path, message })
    })
}

/// Returns true if a union is not in a struct of its own.
fn is_bare(field: &Field) -> bool {
    field.presence != Presence::Optional
}

/// The entries of a table for values that have no type in the type model.
fn opaque(model: &Model, table: fn(CapnpOpaque) -> Option<&'static str>) -> impl Iterator<Item = Loss> {
    let of_field = move |(owner, path, field): (DeclId, String, &Field)| {
        let union = match &field.ty {
            Type::Named(id) => model.as_union(*id),
            _ => None,
        };
        let cases = union.map_or(&[][..], |union| &union.cases).iter();
        let cases = cases.map(|case| (format!("{path}.{}", case.name), case.attrs.capnp_opaque));
        let all: Vec<_> = cases.chain([(path.clone(), field.attrs.capnp_opaque)]).collect();
        all.into_iter().filter_map(move |(path, opaque)| Some(Loss { owner, path, message: table(opaque?)? }))
    };
    fields(model).flat_map(of_field)
}

/// Returns the fields of all structs, with their dotted names.
fn fields(model: &Model) -> impl Iterator<Item = (DeclId, String, &Field)> {
    model.decls.iter().zip((0..).map(DeclId)).flat_map(|(decl, owner)| {
        let fields = match &decl.kind {
            DeclKind::Struct(it) if !it.is_entry => it.fields.as_slice(),
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => &[],
        };
        fields.iter().map(move |field| (owner, format!("{}.{}", decl.path(), field.name), field))
    })
}
