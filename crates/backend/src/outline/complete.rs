//! The structs whose values can be copied from their views.

use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Access, Getter, Role, StructView, Views};
use std::collections::BTreeSet;

/// Returns the candidates whose members, and those of the structs in them, can all be read in place as values.
pub fn complete(types: &Types, views: &Views, is_candidate: impl Fn(StructId) -> bool) -> BTreeSet<StructId> {
    let records = views.structs.iter().map(|view| view.record);
    let mut found: BTreeSet<StructId> = records.filter(|id| is_candidate(*id)).collect();
    loop {
        let is_whole = |view: &&StructView| is_complete((types, views), view, &found);
        let next: BTreeSet<StructId> = views.structs.iter().filter(is_whole).map(|view| view.record).collect();
        if next.len() == found.len() {
            return found;
        }
        found = next;
    }
}

fn is_complete((types, views): (&Types, &Views), view: &StructView, found: &BTreeSet<StructId>) -> bool {
    let mut fields = types.record(view.record).fields.iter().zip(&view.fields);
    found.contains(&view.record)
        && fields.all(|(field, access)| match (&field.ty, access) {
            (_, Access::None) => false,
            (ty, Access::Value(getter)) => is_read((types, views), (ty, Some(getter)), found),
            (Type::Union(id), Access::Union { cases, .. }) => are_read((types, views), (*id, cases), found),
            (_, Access::Union { .. }) => false,
        })
}

/// Returns true if all cases of a union are read as values.
pub fn are_read(
    (types, views): (&Types, &Views),
    (id, cases): (UnionId, &[Option<Getter>]),
    found: &BTreeSet<StructId>,
) -> bool {
    let mut cases = types.union(id).cases.iter().zip(cases);
    cases.all(|(case, getter)| case.ty.as_ref().is_none_or(|ty| is_read((types, views), (ty, getter.as_ref()), found)))
}

fn is_read(context: (&Types, &Views), (ty, getter): (&Type, Option<&Getter>), found: &BTreeSet<StructId>) -> bool {
    let Some(getter) = getter else { return false };
    getter.role != Role::Object && holds_complete(context, ty, found)
}

fn holds_complete((types, views): (&Types, &Views), ty: &Type, found: &BTreeSet<StructId>) -> bool {
    match ty {
        Type::Struct(id) | Type::Map(id) => found.contains(id),
        Type::List(element) | Type::Array(element, _) => match **element {
            Type::Union(id) => {
                views.list(element, Role::Value).is_some_and(|list| are_read((types, views), (id, &list.cases), found))
            }
            _ => holds_complete((types, views), element, found),
        },
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::Union(_) => true,
    }
}
