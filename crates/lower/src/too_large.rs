//! Types whose smallest value is too large for any engine: if each of 40 records holds the next one twice, a value has 2⁴⁰
//! members. Files that bring their own schema could make such types to stop their readers.

use crate::Unsupported;
use crate::unsupported::unsupported_features;
use polywire_model::graph::components;
use polywire_model::{DeclId, Model, Presence, Type};

unsupported_features! {
    /// Of every format.
    TOO_LARGE: "a value has more than 65,536 members in itself",
        "hold the larger ones in a list, or make them optional";
}

/// The most members of a value, with those of the values in it.
const MOST_MEMBERS: u64 = 1 << 16;

/// Returns the types whose values have too many members although those of the types in them do not.
pub(crate) fn too_large(model: &Model) -> Vec<Unsupported> {
    let mut members: Vec<u64> = vec![1; model.decls.len()];
    let mut found = Vec::new();
    for id in inner_first(model) {
        let inner: Vec<u64> = held(model, id).map(|ty| of_type(ty, &members)).collect();
        let count = inner.iter().copied().fold(1, u64::saturating_add);
        if count > MOST_MEMBERS && inner.iter().all(|it| *it <= MOST_MEMBERS) {
            let decl = model.decl(id);
            found.push(TOO_LARGE.at(decl.span, decl.path()));
        }
        members[id.0 as usize] = count;
    }
    found
}

/// The declarations, each behind those that its values hold.
fn inner_first(model: &Model) -> impl Iterator<Item = DeclId> {
    let held_by = |index| held(model, DeclId(index)).filter_map(Type::by_value).map(|it| it.0).collect();
    let edges: Vec<Vec<u32>> = (0..model.decls.len() as u32).map(held_by).collect();
    components(&edges).into_iter().flatten().map(DeclId)
}

/// The types of the values that each value has in itself.
fn held(model: &Model, id: DeclId) -> impl Iterator<Item = &Type> {
    let fields = model.as_struct(id).into_iter().flat_map(|it| &it.fields);
    fields.filter(|field| !field.boxed && field.presence != Presence::Optional).map(|field| &field.ty)
}

/// The elements of an array count once: what one of them needs is known of all.
fn of_type(ty: &Type, members: &[u64]) -> u64 {
    ty.by_value().map_or(1, |id| members[id.0 as usize])
}
