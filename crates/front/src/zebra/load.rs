//! Loads and reads files.

use super::tree::File;
use super::{codes, read};
use crate::Loader;
use polywire_source::{Diagnostic, Diagnostics, SourceMap};

pub(super) fn load(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<File> {
    match loader(path).and_then(|file| file.add_to(sources)) {
        Ok(file) => read::read(path, file, sources.bytes(file), diagnostics),
        Err(error) => {
            let message = format!("cannot load \"{path}\": {error}");
            diagnostics.push_once(Diagnostic::error(codes::UNREADABLE_FILE, message));
            None
        }
    }
}
