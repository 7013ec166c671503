//! What stands in the element of a struct.

use polywire_model::{Case, Decl, DeclId, DeclKind, Field, Model, OrderBy, Struct, Type};
use std::collections::{BTreeSet, HashSet};

/// The elements of a field.
pub(super) enum Member<'m> {
    /// Elements with its name.
    Field(&'m Field),
    /// At most one element: that of a case of the field's union.
    Cases(&'m [Case]),
}

impl<'m> Member<'m> {
    fn types(&self) -> Vec<&'m Type> {
        match self {
            Self::Field(it) => vec![&it.ty],
            Self::Cases(cases) => types_of(cases),
        }
    }
}

/// Returns the members of a struct in the order in which they are written.
pub(super) fn members<'m>(model: &'m Model, it: &'m Struct) -> Vec<Member<'m>> {
    let are_members = model.cases_are_members(it, &|index, union| match union {
        Some(union) => union.cases.iter().map(|case| case.name.clone()).collect(),
        None => HashSet::from([it.fields[index].name.clone()]),
    });
    let member = |index: usize| match model.member_union(&it.fields[index].ty) {
        Some((_, union)) if are_members[index] => Member::Cases(&union.cases),
        Some(_) | None => Member::Field(&it.fields[index]),
    };
    model.fields_in_order(it, OrderBy::Numbers).into_iter().map(member).collect()
}

/// Returns all structs that have names, and the types that their members need.
pub(super) fn used_types(model: &Model) -> BTreeSet<DeclId> {
    let is_declared = |decl: &Decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared());
    let decls = (0..).map(DeclId).zip(&model.decls);
    let mut open: Vec<DeclId> = decls.filter(|(_, decl)| is_declared(decl)).map(|(id, _)| id).collect();
    let mut used = BTreeSet::new();
    while let Some(id) = open.pop() {
        if used.insert(id) {
            open.extend(types_inside(model, id).into_iter().filter_map(named));
        }
    }
    used
}

fn types_inside(model: &Model, id: DeclId) -> Vec<&Type> {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => members(model, it).iter().flat_map(Member::types).collect(),
        DeclKind::Union(it) => types_of(&it.cases),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}

fn types_of(cases: &[Case]) -> Vec<&Type> {
    cases.iter().filter_map(|it| it.ty.as_ref()).collect()
}

/// Returns the declaration that a type is, or that its elements are.
fn named(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => None,
    }
}
