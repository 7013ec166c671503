//! Which types contain values, and which can be in one.

use polywire_ir::types::{Named, StructId, Type, Types, UnionId};

/// Structs and unions.
#[derive(Clone)]
pub(in crate::cdr) struct Set {
    structs: Vec<bool>,
    unions: Vec<bool>,
}

impl Set {
    fn empty(types: &Types) -> Self {
        Self { structs: vec![false; types.structs.len()], unions: vec![false; types.unions.len()] }
    }

    pub fn has(&self, id: Named) -> bool {
        match id {
            Named::Struct(id) => self.structs[id.0 as usize],
            Named::Union(id) => self.unions[id.0 as usize],
            Named::Enum(_) | Named::Constant(_) => false,
        }
    }

    /// Returns true if the type is new.
    fn insert(&mut self, id: Named) -> bool {
        let has = match id {
            Named::Struct(id) => &mut self.structs[id.0 as usize],
            Named::Union(id) => &mut self.unions[id.0 as usize],
            Named::Enum(_) | Named::Constant(_) => return false,
        };
        !std::mem::replace(has, true)
    }

    pub fn union(mut self, other: &Self) -> Self {
        let more = other.structs.iter().zip(0..).filter(|(has, _)| **has).map(|(_, id)| Named::Struct(StructId(id)));
        let unions = other.unions.iter().zip(0..).filter(|(has, _)| **has).map(|(_, id)| Named::Union(UnionId(id)));
        more.chain(unions).for_each(|id| {
            self.insert(id);
        });
        self
    }
}

/// Returns the types that contain values.
pub(super) fn holding(types: &Types, is_of_values: impl Fn(UnionId) -> bool) -> Set {
    let mut found = Set::empty(types);
    of_values(types, is_of_values).for_each(|id| {
        found.insert(id);
    });
    loop {
        let holds = |id: &Named| members(types, *id).iter().any(|member| found.has(*member));
        let new: Vec<Named> = all(types).filter(|id| !found.has(*id) && holds(id)).collect();
        if new.is_empty() {
            return found;
        }
        new.into_iter().for_each(|id| {
            found.insert(id);
        });
    }
}

/// Returns the types that can be in a value. Those of `any` have functions of their own.
pub(super) fn reachable(types: &Types, is_of_values: impl Fn(UnionId) -> bool) -> Set {
    let mut found = Set::empty(types);
    let mut open: Vec<Named> = of_values(types, is_of_values).collect();
    while let Some(id) = open.pop() {
        if !is_of_any(types, id) && found.insert(id) {
            open.extend(members(types, id));
        }
    }
    found
}

/// Returns true if one of these types has a member of the type `any`.
pub(super) fn holds_any(types: &Types, inside: &Set) -> bool {
    let all = all(types).filter(|id| inside.has(*id));
    all.flat_map(|id| members(types, id)).any(|id| matches!(id, Named::Struct(_)) && is_of_any(types, id))
}

fn is_of_any(types: &Types, id: Named) -> bool {
    let name = match id {
        Named::Struct(id) => &types.record(id).name,
        Named::Union(id) => &types.union(id).name,
        Named::Enum(_) | Named::Constant(_) => return false,
    };
    name.module == [polywire_model::corba::MODULE]
}

fn all(types: &Types) -> impl Iterator<Item = Named> {
    let structs = (0..types.structs.len() as u32).map(|id| Named::Struct(StructId(id)));
    structs.chain((0..types.unions.len() as u32).map(|id| Named::Union(UnionId(id))))
}

fn of_values(types: &Types, is_of_values: impl Fn(UnionId) -> bool) -> impl Iterator<Item = Named> {
    (0..types.unions.len() as u32).map(UnionId).filter(move |id| is_of_values(*id)).map(Named::Union)
}

/// Returns the types of the members of a type.
fn members(types: &Types, id: Named) -> Vec<Named> {
    match id {
        Named::Struct(id) => types.record(id).fields.iter().filter_map(|it| named(&it.ty)).collect(),
        Named::Union(id) => types.union(id).cases.iter().filter_map(|it| named(it.ty.as_ref()?)).collect(),
        Named::Enum(_) | Named::Constant(_) => Vec::new(),
    }
}

/// Returns the struct or union of the innermost elements.
fn named(ty: &Type) -> Option<Named> {
    match ty {
        Type::Struct(id) | Type::Map(id) => Some(Named::Struct(*id)),
        Type::Union(id) => Some(Named::Union(*id)),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_) => None,
    }
}
