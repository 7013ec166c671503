//! FastBinaryEncoding schemas: `.fbe` files.
//!
//! Text → tokens → syntax tree → model. The official compiler checks almost nothing beyond the syntax; here names are
//! resolved, values are checked, and a syntax error is an error.
//!
//! Design: docs/decisions/0094-fastbinaryencoding.md

mod ast;
mod codes;
mod lex;
mod load;
mod parse;
mod print;
mod source;
mod to_model;

pub use print::{Printed, print_fbe, print_fbe_files};
pub use source::SOURCE;

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

/// Compiles several files, which may import each other, and all that they import. The files are added to `sources`,
/// problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    let units = load::load(paths, loader, sources, diagnostics);
    let mut model = to_model::to_model(&units, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    Some(model)
}
