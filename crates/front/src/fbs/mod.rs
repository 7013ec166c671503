//! FlatBuffers schemas: `.fbs` files, and compiled ones as trees.
//!
//! Text → tokens → syntax tree → *schema* → model. The schema is the middle of it: compiled schemas (`.bfbs`) are read
//! into it and written from it, canonical text is printed from it, and the model is built only from it.
//!
//! Design: docs/decisions/0090-front-end-of-fbs.md

mod ast;
mod build;
mod check;
mod codes;
mod from_model;
mod lex;
mod load;
mod parse;
mod print;
pub mod reflection;
pub mod schema;
mod source;
mod to_model;

pub use from_model::{derive_fbs, derive_fbs_files};
pub use print::{Printed, print_fbs};
pub use source::SOURCE;

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};
use schema::Schema;

/// A compilation without errors.
#[derive(Debug)]
pub struct Compilation {
    /// The declarations of all files.
    pub schema: Schema,
    /// The types of all files.
    pub model: Model,
}

/// Compiles several files, which may include each other, and all that they include. The files are added to `sources`,
/// problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    compile_to_schema(paths, loader, sources, diagnostics).map(finish)
}

/// Lays out the structs of a compiled schema and builds its model, as [`compile_files`] does for text.
pub fn compile_schema(mut schema: Schema, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    check::layout(&mut schema, diagnostics);
    (!diagnostics.has_errors()).then(|| finish(schema))
}

fn finish(schema: Schema) -> Compilation {
    let mut model = to_model::to_model(&schema);
    model.cut_cycles();
    Compilation { schema, model }
}

/// Like [`compile_files`], but without the model: returns `None` only after an error that the official compiler would
/// report too.
pub fn compile_to_schema(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Schema> {
    let units = load::load(paths, loader, sources, diagnostics);
    let mut schema = build::build(&units, diagnostics);
    check::check(&mut schema, diagnostics);
    (!diagnostics.has_errors()).then_some(schema)
}
