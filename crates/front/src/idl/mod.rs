//! CORBA's interface definition language: `.idl` files.
//!
//! Text → preprocessor → tokens → syntax tree → *tree*, whose names are resolved.
//!
//! Accepted is what omniidl 4.2.5 accepts (IDL 3.5 without components), and the types and annotations of IDL 4.2.

mod ast;
mod codes;
mod lex;
mod literal;
mod parse;
mod preprocess;
mod resolve;
#[cfg(test)]
mod tests;
mod token;
// The model is not made of the tree yet.
#[expect(dead_code)]
// `TypeCode` is the name of the type.
#[expect(clippy::enum_variant_names)]
mod tree;

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};
use tree::Specification;

/// Compiles several files, which may include each other, and all that they include. The files are added to `sources`,
/// problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    read(paths, loader, sources, diagnostics);
    (!diagnostics.has_errors()).then(Model::default)
}

/// Reads files, as far as they have a meaning, and all that they include.
pub(crate) fn read(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Specification {
    let mut translation = preprocess::preprocess(paths, loader, sources, diagnostics);
    let items = parse::parse(&mut translation, diagnostics);
    resolve::resolve(&items, translation.files, diagnostics)
}
