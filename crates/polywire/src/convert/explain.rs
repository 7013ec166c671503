//! Predicts the losses of a conversion, before there is any data.

use polywire_lower::Format;
use polywire_model::{DeclId, DeclKind, Model, Struct, Type};
use std::collections::BTreeSet;

/// The effect on some values of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Their treatment.
    pub message: String,
    /// The types or fields concerned, by their dotted names.
    pub paths: Vec<String>,
}

/// Tells which values of messages of a struct are left out, change or are refused when they are converted.
pub fn expected_losses(model: &Model, root: DeclId, from: &Format, to: &Format) -> Vec<Expected> {
    let reached = reached(model, root);
    let is_same = from.name == to.name;
    let structs_of = |lost: &dyn Fn(&Struct) -> bool| -> Vec<String> {
        let lost = |id: &&DeclId| model.as_struct(**id).is_some_and(lost);
        reached.iter().filter(lost).map(|id| model.decl(*id).path()).collect()
    };
    let keeps = |it: &Struct| from.keeps_unknown && it.keeps_unknown;
    let kept = structs_of(&|it| keeps(it) && !is_same);
    let omitted = structs_of(&|it| from.reports_unknown && !keeps(it) && !it.is_entry);
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

fn push(expected: &mut Vec<Expected>, message: &str, paths: Vec<String>) {
    if paths.is_empty() {
        return;
    }
    match expected.iter_mut().find(|it| it.message == message) {
        Some(found) => {
            found.paths.extend(paths);
            // A map's key and value are at one path, one behind the other.
            found.paths.dedup();
        }
        None => expected.push(Expected { message: message.to_owned(), paths }),
    }
}

/// The declarations that a message holds values of.
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
            DeclKind::Enum(_) => {}
        }
    }
    reached
}

/// The declaration that a type is of, or that its elements are of.
fn named(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) | Type::Map(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => named(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(_) => None,
    }
}
