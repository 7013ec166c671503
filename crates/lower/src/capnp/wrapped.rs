//! Unions that only a struct of their own can hold.

use crate::Options;
use crate::plan::{Position, Wrapped, wrap};
use crate::wraps::WrapRule;
use polywire_model::attr::CapnpRemoved;
use polywire_model::{DeclKind, Model, Presence, Type};

/// For people.
pub(crate) const WRAPS: &[WrapRule] = &[
    WrapRule { message: "in a struct of its own", applies: needs_struct },
    WrapRule { message: "in a union with a case for absence", applies: needs_absence },
];

fn needs_absence(model: &Model, position: Position, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } => position == Position::Field(Presence::Optional),
        Type::Named(id) => position == Position::Field(Presence::Optional) && model.as_enum(*id).is_some(),
        Type::Text(_) | Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => false,
    }
}

/// Wraps them. The first case of a wrapped union means that it has none. A wrapped union has no views, so that with views
/// the lowering refuses it.
pub(super) fn wrapped(model: &Model, options: &Options) -> Wrapped {
    let mut wrapped = wrap(model, &|position, ty| !options.views && needs_struct(model, position, ty));
    for decl in &mut wrapped.model.decls[model.decls.len()..] {
        let DeclKind::Struct(it) = &mut decl.kind else { continue };
        let Some(field) = it.fields.first_mut() else { continue };
        field.attrs.capnp_absence = Some(0);
        let Type::Named(union) = field.ty else { continue };
        let removed = model.as_union(union).map(|it| it.attrs.capnp_removed.as_slice()).unwrap_or_default();
        let of_field = |it: &CapnpRemoved| CapnpRemoved { union: Some(field.name.clone()), ..it.clone() };
        it.attrs.capnp_removed = removed.iter().map(of_field).collect();
    }
    wrapped
}

/// Returns true if a value at a position must be in a struct of its own.
pub(crate) fn needs_struct(model: &Model, position: Position, ty: &Type) -> bool {
    let is_union = matches!(ty, Type::Named(id) if model.as_union(*id).is_some());
    is_union
        && match position {
            // A union in a struct has its ordinals, which only one struct can give it.
            Position::Field(Presence::Implicit | Presence::Required) => model.member_union(ty).is_none(),
            Position::Field(Presence::Optional) | Position::EntryPart | Position::Element | Position::Case => true,
        }
}
