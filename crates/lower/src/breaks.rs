//! Edits of a schema after which older messages of a format are refused, or misread.
//!
//! Design: docs/decisions/0050-order-of-members.md

use polywire_model::{Change, DeclKind, Edit, Model, Part};

/// Why older messages are refused or misread, and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// The effect on them.
    pub message: &'static str,
    /// The remedy.
    pub help: &'static str,
}

/// Nothing: members are told by names or numbers, or by places that are never used again.
pub(crate) fn none(_: &Model, _: &Change) -> Option<Break> {
    None
}

/// A format without anything but the members themselves.
pub(crate) fn bare(_: &Model, change: &Change) -> Option<Break> {
    (change.part == Part::Field).then_some(Break {
        message: "older messages have different members than readers now expect",
        help: "leave the type as it is, and put new members into a new type",
    })
}

/// Fields, cases and symbols stand one behind the other, without those that are removed.
pub(crate) fn avro(_: &Model, change: &Change) -> Option<Break> {
    let is_at_the_end = change.edit == Edit::Added && change.part != Part::Field;
    (!is_at_the_end).then_some(Break {
        message: "older data has another schema",
        help: "keep the schema that it was written with, and read it as `avro_resolved` with that schema",
    })
}

pub(crate) const WIDER: Break = Break {
    message: "the enumerator needs more bytes than the enum has in older messages",
    help: "choose a number that is as small as the others",
};

/// Returns true if an enumerator makes its enum wider than those before it do.
pub(crate) fn widens(model: &Model, change: &Change, width: impl Fn(&[i64]) -> Option<u8>) -> bool {
    let DeclKind::Enum(it) = &model.decl(change.owner).kind else { return false };
    let numbers = it.numbers_in_order();
    let added = it.members.iter().find(|member| member.name == change.member).map(|member| member.number);
    let place = added.and_then(|added| numbers.iter().position(|number| *number == added));
    change.edit == Edit::Added && place.is_some_and(|place| width(&numbers[..place]) != width(&numbers[..=place]))
}
