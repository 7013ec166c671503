//! Predicts the losses of a conversion from the schema alone.

use polywire_lower::Format;
use polywire_model::{DeclId, DeclKind, Model, Struct, Type};
use std::collections::BTreeSet;

/// An expected effect on values of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Description of the effect.
    pub message: String,
    /// Dotted names of the affected types or fields.
    pub paths: Vec<String>,
}

/// Returns which values of a struct are dropped, changed or refused in a conversion.
pub fn expected_losses(model: &Model, root: DeclId, from: &Format, to: &Format) -> Vec<Expected> {
    let reached = reached(model, root);
    let is_same = from.name == to.name;
    let structs_of = |lost: &dyn Fn(&Struct) -> bool| -> Vec<String> {
        let lost = |id: &&DeclId| model.as_struct(**id).is_some_and(lost);
        reached.iter().filter(lost).map(|id| model.decl(*id).path()).collect()
    };
    let keeps = |it: &Struct| from.keeps_unknown && it.keeps_unknown;
    let kept = structs_of(&|it| keeps(it) && !is_same);
    let omitted = structs_of(&|it| from.reports_unknown && !keeps(it) && it.is_declared());
    let mut expected = Vec::new();
    let remedy = if to.shows_unknown { " (--write-unknown shows them)" } else { "" };
    push(&mut expected, &format!("fields that are not in the schema are left out{remedy}"), kept);
    push(&mut expected, "fields that are not in the schema are left out", omitted);
    if is_same {
        return expected;
    }
    for loss in to.losses(model).into_iter().filter(|loss| reached.contains(&loss.owner)) {
        push(&mut expected, loss.message, vec![loss.path]);
    }
    expected
}

/// Returns which values of a struct a format cannot hold by themselves, and what contains them instead.
pub fn expected_wrapping(model: &Model, root: DeclId, format: &Format) -> Vec<Expected> {
    let reached = reached(model, root);
    let mut expected = Vec::new();
    for wrapped in format.wrapped(model).into_iter().filter(|it| reached.contains(&it.owner)) {
        push(&mut expected, wrapped.message, vec![wrapped.path]);
    }
    expected
}

fn push(expected: &mut Vec<Expected>, message: &str, paths: Vec<String>) {
    if paths.is_empty() {
        return;
    }
    match expected.iter_mut().find(|it| it.message == message) {
        Some(found) => {
            found.paths.extend(paths);
            // A map's key and value are adjacent and have the same path.
            found.paths.dedup();
        }
        None => expected.push(Expected { message: message.to_owned(), paths }),
    }
}

/// Returns the declarations reachable from a message.
fn reached(model: &Model, root: DeclId) -> BTreeSet<DeclId> {
    let mut reached = BTreeSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        match &model.decl(id).kind {
            DeclKind::Struct(it) => open.extend(it.fields.iter().filter_map(|field| named(&field.ty))),
            DeclKind::Union(it) => open.extend(it.cases.iter().filter_map(|case| named(case.ty.as_ref()?))),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    reached
}

/// Returns the declaration that a type, or its element type, refers to.
fn named(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => None,
    }
}
