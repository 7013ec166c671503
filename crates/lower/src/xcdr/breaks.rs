//! Edits of a schema after which messages are refused or misread.

use super::plan::of_struct;
use crate::breaks::{Break, bare};
use polywire_model::attr::Extensibility;
use polywire_model::{Change, Model};

/// Members of mutable types have ids. All others are as in CDR: readers of version 1 know nothing of members that are added at the end
/// of an appendable type.
pub(crate) fn breaks(model: &Model, change: &Change) -> Option<Break> {
    let is_mutable = |it| of_struct(model, it) == Extensibility::Mutable;
    match model.as_struct(change.owner) {
        Some(it) if is_mutable(it) => None,
        _ => bare(model, change),
    }
}
