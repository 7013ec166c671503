//! What stands in the element of a struct.

use polywire_model::{Case, Decl, DeclId, DeclKind, Field, Model, OrderBy, Presence, Struct, Type, Union};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The elements of a field.
pub(super) enum Member<'m> {
    /// Elements with its name.
    Field(&'m Field),
    /// At most one element: that of a case of the field's union.
    Cases(&'m [Case]),
}

impl<'m> Member<'m> {
    fn names(&self) -> HashSet<&'m str> {
        match self {
            Self::Field(it) => HashSet::from([it.name.as_str()]),
            Self::Cases(cases) => cases.iter().map(|it| it.name.as_str()).collect(),
        }
    }

    fn types(&self) -> Vec<&'m Type> {
        match self {
            Self::Field(it) => vec![&it.ty],
            Self::Cases(cases) => types_of(cases),
        }
    }
}

/// Returns the members of a struct in the order in which they are written. The cases of a union are members of its struct, unless one has
/// the name of another member. The value of an entry has an element of its own.
pub(super) fn members<'m>(model: &'m Model, it: &'m Struct) -> Vec<Member<'m>> {
    let fields = model.fields_in_order(it, OrderBy::Numbers).into_iter().map(|index| &it.fields[index]);
    let fields: Vec<&Field> = fields.collect();
    let union = |field| inner_union(model, field).filter(|_| !it.is_entry);
    let cases = |field: &'m Field| union(field).map(|it| Member::Cases(&it.cases));
    let flat = || fields.iter().map(|field| cases(field).unwrap_or(Member::Field(field)));
    let mut uses: HashMap<&str, usize> = HashMap::new();
    flat().flat_map(|it| it.names()).for_each(|name| *uses.entry(name).or_default() += 1);
    let is_clear = |it: &Member<'m>| it.names().iter().all(|name| uses.get(name) == Some(&1));
    let settled = flat().zip(&fields).map(|(it, field)| if is_clear(&it) { it } else { Member::Field(field) });
    settled.collect()
}

/// Returns the union of a field whose cases can be members of its struct.
fn inner_union<'m>(model: &'m Model, field: &Field) -> Option<&'m Union> {
    match (&field.ty, field.presence) {
        (Type::Named(id), Presence::Implicit) => model.as_union(*id).filter(|it| it.discriminator.is_none()),
        _ => None,
    }
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
