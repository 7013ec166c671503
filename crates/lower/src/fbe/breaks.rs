use crate::breaks::{Break, bare};
use polywire_model::{Change, Edit, Model, Part};

/// New fields come last and are unknown to older readers; all other edits move fields.
pub(crate) fn breaks(_: &Model, change: &Change) -> Option<Break> {
    let moves = match change.part {
        Part::Field => change.edit != Edit::Added,
        Part::Case => true,
        Part::Enumerator => false,
    };
    moves.then_some(Break {
        message: "the fields behind it are at other places in older messages",
        help: "keep the member, and leave it unused, or put the new members into a new type",
    })
}

/// Messages have no sizes of structs.
pub(crate) fn breaks_final(model: &Model, change: &Change) -> Option<Break> {
    match change.part {
        Part::Case => breaks(model, change),
        Part::Field | Part::Enumerator => bare(model, change),
    }
}
