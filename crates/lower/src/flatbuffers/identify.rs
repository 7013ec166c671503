//! The type of a message, told by its file identifier.

use polywire_model::attr::FlatbuffersFile;
use polywire_model::{DeclId, Model};

/// Returns the root type of the schema file whose identifier a message has; else that of the only file with a root type,
/// if it states no identifier.
pub(crate) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    find(model, message.get(4..8))
}

/// As [`type_of`], behind a size prefix.
pub(crate) fn type_of_size_prefixed(model: &Model, message: &[u8]) -> Option<DeclId> {
    find(model, message.get(8..12))
}

fn find(model: &Model, found: Option<&[u8]>) -> Option<DeclId> {
    let rooted: Vec<&FlatbuffersFile> = model.flatbuffers_files.values().filter(|file| file.root.is_some()).collect();
    let named = rooted.iter().find(|file| file.identifier.is_some_and(|identifier| found == Some(&identifier)));
    let only = match rooted.as_slice() {
        [only] if only.identifier.is_none() => Some(only),
        _ => None,
    };
    named.or(only).and_then(|file| file.root)
}
