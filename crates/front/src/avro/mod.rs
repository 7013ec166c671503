//! Avro's schemas: `.avsc` files, protocols (`.avpr`) and interface descriptions (`.avdl`).
//!
//! Text → declarations → model. The declarations are one tree for all three languages; it keeps everything that a schema
//! says, and is printed in any of them.
//!
//! Design: docs/decisions/0124-front-end-of-avro.md

mod check;
mod codes;
pub mod fingerprint;
mod idl;
pub mod json;
mod load;
pub mod print;
mod read;
mod source;
mod to_model;
pub mod tree;

use crate::{LoadError, LoadedFile, Loader};
use load::Files;
use polywire_model::{DeclId, Model};
use polywire_source::{Diagnostics, SourceMap};
use read::Reader;
pub use source::SOURCE;
use tree::{Schema, Syntax};

/// Decimal numbers of more digits do not fit into 64 bits; they are texts.
const MOST_DIGITS: u32 = 18;

/// A compilation without errors.
#[derive(Debug)]
pub struct Compilation {
    /// All types.
    pub model: Model,
    /// The declarations of all files.
    pub schema: Schema,
    /// For each file, the struct of the schema that it states. A schema that is no record has a struct with its value.
    pub roots: Vec<Option<DeclId>>,
}

impl Compilation {
    /// Returns the struct of the last file that states a schema.
    pub fn root(&self) -> Option<DeclId> {
        self.roots.iter().rev().find_map(|it| *it)
    }
}

/// Compiles several files, which see each other's types, and all that they import. The extension of a path tells the
/// language. The files are added to `sources`, problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let schema = read_files(paths, loader, sources, diagnostics)?;
    compile_tree(schema, diagnostics)
}

/// Compiles the text of a schema (`.avsc`), such as that in a container file. The name is that of a type for a schema that
/// is no record, and stands in diagnostics.
///
/// Returns `None` after an error.
pub fn compile_text(
    name: &str,
    text: &[u8],
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let schema = read_text(name, text, sources, diagnostics)?;
    compile_tree(schema, diagnostics)
}

/// Like [`compile_files`], but without the model: returns `None` only after an error that Avro's own parsers would report,
/// too.
pub fn read_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Schema> {
    let mut files = Files::new(loader, sources, Reader::new(diagnostics));
    paths.iter().for_each(|path| files.read(path));
    finished(files.reader)
}

/// Like [`compile_text`], but without the model.
pub fn read_text(name: &str, text: &[u8], sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Option<Schema> {
    let no_imports = |_: &str| Err(LoadError::NotFound);
    let mut files = Files::new(&no_imports, sources, Reader::new(diagnostics));
    files.read_requested(name, LoadedFile { name: name.to_owned(), bytes: text.to_vec() }, Syntax::Avsc);
    finished(files.reader)
}

fn finished(reader: Reader<'_>) -> Option<Schema> {
    let Reader { mut schema, written, diagnostics, .. } = reader;
    check::resolve(&mut schema, &written, diagnostics);
    if !diagnostics.has_errors() {
        check::check(&schema, diagnostics);
    }
    (!diagnostics.has_errors()).then_some(schema)
}

/// Builds the model of declarations.
///
/// Returns `None` after an error.
pub fn compile_tree(schema: Schema, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    let (mut model, roots) = to_model::to_model(&schema, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    to_model::require_boxed(&mut model);
    Some(Compilation { model, schema, roots })
}
