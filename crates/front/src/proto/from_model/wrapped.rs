//! Unions that cannot be oneofs of the message that contains them: optional ones, elements, cases, and parts of a map.

use polywire_model::{DeclId, DeclKind, Model, Presence, Type};
use std::collections::HashSet;

/// Returns the unions that are in messages of their own somewhere.
pub(super) fn wrapped_unions(model: &Model) -> HashSet<DeclId> {
    let mut found = HashSet::new();
    for decl in &model.decls {
        match &decl.kind {
            DeclKind::Struct(it) => {
                for field in &it.fields {
                    let is_oneof =
                        field.presence == Presence::Implicit && !it.is_entry && model.member_union(&field.ty).is_some();
                    find(model, &field.ty, is_oneof, &mut found);
                }
            }
            DeclKind::Union(it) => {
                it.cases.iter().filter_map(|case| case.ty.as_ref()).for_each(|ty| find(model, ty, false, &mut found));
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    found
}

fn find(model: &Model, ty: &Type, is_oneof: bool, found: &mut HashSet<DeclId>) {
    match ty {
        Type::Named(id) if model.as_union(*id).is_some() && !is_oneof => drop(found.insert(*id)),
        Type::List(element) | Type::Array(element, _) => find(model, element, false, found),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Named(_)
        | Type::Map(_) => {}
    }
}
