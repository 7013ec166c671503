//! Numbers of fields in Go files.

use crate::problem::Problem;
use polywire_front::zebra::{number_fields, read_go};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, SourceMap};

/// Gives a zid to each field of a Go file that messages contain and that has none.
///
/// Returns `None` if there is no such field.
///
/// # Errors
///
/// A file that is not Go.
pub fn numbered_go(path: &str, text: &[u8]) -> Result<Option<String>, Problem> {
    let loader = |name: &str| match name == path {
        true => Ok(LoadedFile { name: name.to_owned(), bytes: text.to_vec() }),
        false => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = read_go(path, &loader, &mut sources, &mut diagnostics);
    match (file, diagnostics.has_errors(), std::str::from_utf8(text)) {
        (Some(file), false, Ok(text)) => Ok(number_fields(text, &file)),
        _ => Err(Problem::diagnostics(diagnostics.into_sorted(), sources)),
    }
}
