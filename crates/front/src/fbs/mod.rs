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
mod lex;
mod load;
mod parse;
pub mod schema;

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
