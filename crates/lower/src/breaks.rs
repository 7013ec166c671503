//! Edits of a schema after which a format refuses or misreads older messages.
//!
//! Design: docs/decisions/0050-order-of-members.md

use polywire_model::{Change, DeclKind, Edit, Model, Part};

/// The reason why older messages are refused or misread, and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// The effect on them.
    pub message: &'static str,
    /// The remedy.
    pub help: &'static str,
}

/// No edit breaks messages: members are identified by names or numbers, or by places that are never reused.
pub(crate) fn none(_: &Model, _: &Change) -> Option<Break> {
    None
}

/// The breaks of a format that encodes only the bare members.
pub(crate) fn bare(_: &Model, change: &Change) -> Option<Break> {
    (change.part == Part::Field).then_some(Break {
        message: "older messages have different members than readers now expect",
        help: "leave the type as it is, and put new members into a new type",
    })
}

/// Fields, cases and symbols are contiguous, without removed ones.
pub(crate) fn avro(_: &Model, change: &Change) -> Option<Break> {
    let is_at_the_end = change.edit == Edit::Added && change.part != Part::Field;
    (!is_at_the_end).then_some(Break {
        message: "older data has another schema",
        help: "keep the schema that it was written with, and read it as `avro_resolved` with that schema",
    })
}

pub(crate) const WIDER: Break = Break {
    message: "the enumerator needs another integer type than the enum has in older messages",
    help: "choose a number that is as small as the others",
};

/// Returns true if an enumerator gives its enum another underlying integer than the previous ones do.
pub(crate) fn widens<B: PartialEq>(model: &Model, change: &Change, base: impl Fn(&[i64]) -> B) -> bool {
    let DeclKind::Enum(it) = &model.decl(change.owner).kind else { return false };
    let numbers = it.numbers_in_order();
    let added = it.members.iter().find(|member| member.name == change.member).map(|member| member.number);
    let place = added.and_then(|added| numbers.iter().position(|number| *number == added));
    change.edit == Edit::Added && place.is_some_and(|place| base(&numbers[..place]) != base(&numbers[..=place]))
}
