//! Edits after which older messages are refused or misread. New members are appended to blocks, groups and data, and
//! removed ones leave their places; these are the edits that SBE cannot express.

use super::shape::enum_bits;
use crate::breaks::{Break, WIDER, widens};
use polywire_model::{Change, DeclId, DeclKind, Edit, Field, Model, Part, Struct, Type};

pub(crate) fn breaks(model: &Model, change: &Change) -> Option<Break> {
    if widens(model, change, enum_bits) {
        return Some(WIDER);
    }
    match (change.part, change.edit) {
        (Part::Field, Edit::PresenceChanged) => Some(NULL),
        (Part::Field, Edit::Added) => added(model, change),
        (Part::Case, _) => Some(CASE),
        (Part::Field, Edit::Removed | Edit::Restored) | (Part::Enumerator, _) => None,
    }
}

const NULL: Break = Break {
    message: "the null value of its type was a value in older messages and now means absence, or vice versa",
    help: "give the member another name and number instead",
};

const IN_BLOCK: Break = Break {
    message: "a struct in a block has a fixed size: older messages have other members where the new one is expected",
    help: "add the member to the messages that contain the struct, or make the struct an element of a list",
};

const CASE: Break = Break {
    message: "older messages have a group for each case that the union had then, and other members where a new case is expected",
    help: "leave the union as it is, and add another one at the end of the message",
};

const IN_ENTRY: Break = Break {
    message: "in older messages, the entries of groups lack the list or text, and readers cannot recognize this",
    help: "add a member of fixed size here, or add this one to the message itself",
};

const BEFORE_DATA: Break = Break {
    message: "older messages can be read, but older programs read the new group as the data that follows it",
    help: "update readers before writers",
};

fn added(model: &Model, change: &Change) -> Option<Break> {
    let own = model.as_struct(change.owner)?;
    let field = own.fields.iter().find(|field| field.name == change.member)?;
    let fields = || structs(model).flat_map(|it| &it.fields);
    if fields().any(|field| field.ty == Type::Named(change.owner)) {
        return Some(IN_BLOCK);
    }
    if is_fixed(model, field, 0) {
        return None;
    }
    if fields().any(|field| has_entries_of(&field.ty, change.owner)) {
        return Some(IN_ENTRY);
    }
    let is_data = |field: &Field| matches!(field.ty, Type::Text(_) | Type::Bytes);
    let others = own.fields.iter().filter(|other| other.name != field.name);
    let has_data = others.clone().any(|other| !is_fixed(model, other, 0) && !is_list(other));
    (!is_data(field) && has_data).then_some(BEFORE_DATA)
}

fn structs(model: &Model) -> impl Iterator<Item = &Struct> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => Some(it),
        DeclKind::Enum(_) | DeclKind::Union(_) => None,
    })
}

fn is_list(field: &Field) -> bool {
    matches!(field.ty, Type::List(_) | Type::Map(_))
}

/// Returns true if a field is in the block with all its contents. SBE has no recursive structs.
fn is_fixed(model: &Model, field: &Field, depth: usize) -> bool {
    match &field.ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(_) | Type::Array(..) => true,
        Type::Text(_) => field.attrs.sbe_length.is_some(),
        Type::Bytes | Type::List(_) | Type::Map(_) => false,
        Type::Named(id) => match model.as_struct(*id) {
            Some(it) => depth < DEEPEST && it.fields.iter().all(|field| is_fixed(model, field, depth + 1)),
            None => model.as_enum(*id).is_some(),
        },
    }
}

const DEEPEST: usize = 64;

/// Returns true if values of the struct are entries of a list, directly or nested; the values of a map are in its
/// entries' blocks.
fn has_entries_of(ty: &Type, id: DeclId) -> bool {
    match ty {
        Type::List(element) => **element == Type::Named(id) || has_entries_of(element, id),
        Type::Map(_)
        | Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(_)
        | Type::Named(_)
        | Type::Array(..) => false,
    }
}
