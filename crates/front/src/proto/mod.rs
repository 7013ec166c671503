//! Protocol Buffers schemas (`.proto`): proto2 and proto3.
//!
//! What the language has beyond that is parsed and reported through one capability table.

mod ast;
mod capability;
mod codes;
mod features;
mod lex;
mod load;
mod parse;
mod resolve;
mod scalar;

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

/// Compiles the file `path` and all that it imports. The files are added to `sources`, problems to `diagnostics`.
///
/// Returns the declarations of all files, imported ones first, or `None` after an error.
pub fn compile(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    let units = load::load(path, loader, sources, diagnostics);
    let mut model = resolve::resolve(&units, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    Some(model)
}
