//! Edits after which older messages are refused or misread, unless the schema is SBE's own, which says where everything is. New members are appended to blocks, groups and data, and
//! removed ones leave their places; these are the edits that SBE cannot express.

use super::removed::contains;
use super::schema;
use super::shape::enum_bits;
use crate::breaks::{Break, WIDER, widens};
use polywire_model::attr::RemovedMember;
use polywire_model::{Change, DeclId, DeclKind, Edit, Field, Model, Part, Presence, Struct, Type};

pub(crate) fn breaks(model: &Model, change: &Change) -> Option<Break> {
    if schema::is_own(model) {
        return None;
    }
    if widens(model, change, enum_bits) {
        return Some(WIDER);
    }
    match (change.part, change.edit) {
        (Part::Field, Edit::PresenceChanged) => Some(NULL),
        (Part::Field, Edit::Added) => added(model, change),
        (Part::Case, Edit::Added) => Some(CASE),
        (Part::Field, Edit::Removed | Edit::Restored) | (Part::Case | Part::Enumerator, _) => None,
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
    message: "older messages have no group for the new case, but other members where it is expected",
    help: "add the new alternative as a member of its own, or in another union at the end of the message",
};

const IN_REMOVED: Break = Break {
    message: "a removed member had this type: its place in messages changes with the type",
    help: "put the new member into another struct",
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
    let path = model.decl(change.owner).path();
    if removed(model).any(|it| contains(&it.ty, &path)) {
        return Some(IN_REMOVED);
    }
    if is_fixed(model, field, 0) {
        return None;
    }
    if fields().any(|field| has_entries_of(&field.ty, change.owner)) {
        return Some(IN_ENTRY);
    }
    let is_data = |field: &Field| matches!(field.ty, Type::Text(_) | Type::Bytes) && !is_group(model, field);
    let others = own.fields.iter().filter(|other| other.name != field.name);
    let has_data = others.clone().any(|other| !is_fixed(model, other, 0) && !is_group(model, other));
    (!is_data(field) && has_data).then_some(BEFORE_DATA)
}

/// Returns the removed members of structs and unions.
fn removed(model: &Model) -> impl Iterator<Item = &RemovedMember> {
    model.decls.iter().flat_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => it.attrs.removed.as_slice(),
        DeclKind::Union(it) => it.removed.as_slice(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => &[],
    })
}

fn structs(model: &Model) -> impl Iterator<Item = &Struct> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) => Some(it),
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    })
}

fn is_group(model: &Model, field: &Field) -> bool {
    match &field.ty {
        Type::List(_) | Type::Map(_) => true,
        Type::Named(id) => model.as_union(*id).is_some(),
        Type::Text(_) | Type::Bytes => model.options.sbe.keeps_empty && field.presence == Presence::Optional,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(..) | Type::Array(..) => false,
    }
}

/// Returns true if a field is in the block with all its contents. SBE has no recursive structs.
fn is_fixed(model: &Model, field: &Field, depth: usize) -> bool {
    match &field.ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(..) | Type::Array(..) => true,
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
        | Type::FixedBytes(..)
        | Type::Named(_)
        | Type::Array(..) => false,
    }
}
