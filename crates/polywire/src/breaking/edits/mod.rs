//! The edits between two versions of a schema, found by comparing declarations. They name what may break; whether messages
//! break is decided by decoding.

mod enums;
mod members;
mod services;
mod wording;

use super::pair::Pairs;
use super::rule::{Rule, WithoutMessages};
use super::side::{Place, Side};
use polywire_model::{Decl, DeclId, DeclKind, Struct};
use polywire_source::Span;

/// An edit.
pub(super) struct Edit {
    pub rule: Rule,
    /// The type or service, by its new name, or by its old one if it is removed.
    pub owner: String,
    pub member: Option<String>,
    pub old: Option<Span>,
    pub new: Option<Span>,
    /// The edit, as in "`t.M.a` is removed".
    pub message: String,
    pub subject: Subject,
    pub without_messages: WithoutMessages,
}

/// The part of the schema that an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A struct.
    Struct(DeclId, DeclId),
    /// A member of a struct; absent in the version that lacks it.
    Member { owner: (DeclId, DeclId), old: Option<Place>, new: Option<Place> },
    /// An enum.
    Enum(DeclId, DeclId),
    /// A number of an enum; absent in the version that lacks it.
    Enumerator { owner: (DeclId, DeclId), old: Option<i64>, new: Option<i64> },
    /// Something without messages.
    Other,
}

impl Edit {
    fn new(rule: Rule, owner: String, subject: Subject, message: String) -> Self {
        let without_messages = rule.without_messages();
        Self { rule, owner, member: None, old: None, new: None, message, subject, without_messages }
    }

    /// Returns a finding about a struct that no edit explains.
    pub fn of_type(rule: Rule, pairs: &Pairs<'_>, (old, new): (DeclId, DeclId), message: String) -> Self {
        let (one, other) = (pairs.old.model.decl(old), pairs.new.model.decl(new));
        Self::new(rule, other.path(), Subject::Struct(old, new), message).at(Some(one.span), Some(other.span))
    }

    fn of_member(self, member: &str) -> Self {
        Self { member: Some(member.to_owned()), ..self }
    }

    fn at(self, old: Option<Span>, new: Option<Span>) -> Self {
        Self { old, new, ..self }
    }
}

/// Returns the edits, those of types in the order of their declaration.
pub(super) fn edits(pairs: &Pairs<'_>) -> Vec<Edit> {
    let mut found = Vec::new();
    for (old, new) in &pairs.decls {
        renamed(pairs, (*old, *new), &mut found);
        match (&pairs.old.model.decl(*old).kind, &pairs.new.model.decl(*new).kind) {
            (DeclKind::Struct(one), DeclKind::Struct(other)) => {
                layout((one, other), &pairs.new, (*old, *new), &mut found);
                members::edits(pairs, (*old, *new), &mut found);
            }
            (DeclKind::Enum(one), DeclKind::Enum(other)) => {
                enums::edits((one, other), &pairs.new, (*old, *new), &mut found);
            }
            _ => {}
        }
    }
    found.extend(removed(pairs));
    services::edits(pairs, &mut found);
    found
}

fn renamed(pairs: &Pairs<'_>, (old, new): (DeclId, DeclId), found: &mut Vec<Edit>) {
    let (one, other) = (pairs.old.model.decl(old), pairs.new.model.decl(new));
    if one.path() == other.path() {
        return;
    }
    let (rule, subject) = match one.kind {
        DeclKind::Enum(_) => (Rule::EnumSameName, Subject::Enum(old, new)),
        DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => {
            (Rule::MessageSameName, Subject::Struct(old, new))
        }
    };
    let message = format!("`{}` is renamed to `{}`", one.path(), other.path());
    found.push(Edit::new(rule, other.path(), subject, message).at(Some(one.span), Some(other.span)));
}

fn removed(pairs: &Pairs<'_>) -> Vec<Edit> {
    let gone = |(id, decl): (u32, &Decl)| {
        let rule = match &decl.kind {
            DeclKind::Struct(it) if !it.is_entry => Rule::MessageNoDelete,
            DeclKind::Enum(_) => Rule::EnumNoDelete,
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => return None,
        };
        let message = format!("`{}` is removed", decl.path());
        let edit = Edit::new(rule, decl.path(), Subject::Other, message).at(Some(decl.span), None);
        (!pairs.decls.contains_key(&DeclId(id))).then_some(edit)
    };
    (0..).zip(&pairs.old.model.decls).filter_map(gone).collect()
}

/// Compares what formats keep for the struct itself. Removed members and versions follow from other edits.
fn layout((one, other): (&Struct, &Struct), new: &Side<'_>, pair: (DeclId, DeclId), found: &mut Vec<Edit>) {
    let ids = |it: &Struct| it.attrs.sbe_message.map(|it| (it.template_id, it.schema_id));
    let sizes = |it: &Struct| it.attrs.capnp.as_ref().map(|it| (it.data_words, it.pointers, it.is_group));
    let facts = |it: &Struct| (ids(it), sizes(it), it.attrs.message_set, it.attrs.well_known);
    if facts(one) != facts(other) {
        let decl = new.model.decl(pair.1);
        let message = format!("the layout of `{}` differs: {}", decl.path(), wording::layouts(one, other));
        let edit = Edit::new(Rule::MessageSameLayout, decl.path(), Subject::Struct(pair.0, pair.1), message);
        found.push(edit.at(None, Some(decl.span)));
    }
}
