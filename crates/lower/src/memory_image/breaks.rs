//! Edits after which older messages are refused or misread.

use crate::breaks::Break;
use polywire_model::{Change, Edit, Model, Part};

/// Members follow each other without anything that tells them apart. Only a struct that tells its length can grow.
pub(crate) fn breaks(model: &Model, change: &Change) -> Option<Break> {
    let has_length =
        model.as_struct(change.owner).is_some_and(|it| it.attrs.c.as_ref().is_some_and(|c| c.length.is_some()));
    let moves = match change.part {
        Part::Field => !(has_length && change.edit == Edit::Added),
        Part::Case => true,
        Part::Enumerator => false,
    };
    moves.then_some(Break {
        message: "the members are at other places in older messages",
        help: "keep the member, and leave it unused, or put the new members into a new type",
    })
}
