use crate::plan::fields;
use polywire_model::{DeclId, DeclKind, Model, OrderBy};

/// Returns for each member of a declaration, in declaration order, where its value is in a message, in the terms of the
/// format; `None` for a member without a place.
pub(crate) type Places = fn(&Model, DeclId) -> Vec<Option<String>>;

/// The places in formats that write members in order, without a key.
pub(crate) fn by_position(model: &Model, id: DeclId) -> Vec<Option<String>> {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => {
            let order = fields(model, it, OrderBy::Lock);
            let position = |index| order.iter().position(|it| *it == index).map(|at| format!("position {}", at + 1));
            (0..it.fields.len() as u32).map(position).collect()
        }
        DeclKind::Union(it) => {
            let places = model.case_places(it);
            places.into_iter().map(|place| Some(format!("case {}", place + 1))).collect()
        }
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}

/// Returns the places of the fields of a struct and of the cases of a union.
pub(crate) fn of_members(
    model: &Model,
    id: DeclId,
    field: impl Fn(&polywire_model::Field) -> Option<String>,
    case: impl Fn(&polywire_model::Case) -> Option<String>,
) -> Vec<Option<String>> {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => it.fields.iter().map(field).collect(),
        DeclKind::Union(it) => it.cases.iter().map(case).collect(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}
