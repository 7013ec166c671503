//! Loads and reads files.

use super::tree::File;
use super::{codes, read};
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap};

pub(super) fn load(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<File> {
    let added = loader(path).and_then(|file| {
        let added = sources.add(file.name, file.bytes);
        added.map_err(|error| LoadError::Unreadable(error.to_string()))
    });
    match added {
        Ok(file) => read::read(path, file, sources.bytes(file), diagnostics),
        Err(error) => {
            let message = format!("cannot load \"{path}\": {error}");
            diagnostics.push_once(Diagnostic::error(codes::UNREADABLE_FILE, message));
            None
        }
    }
}
