//! CORBA's interface definition language: `.idl` files.
//!
//! Text → preprocessor → tokens → syntax tree → *tree*, whose names are resolved → model.
//!
//! Accepted is what omniidl 4.2.5 accepts (IDL 3.5 without components), and the types and annotations of IDL 4.2.
//!
//! Design: docs/decisions/0132-front-end-of-idl.md

mod ast;
mod codes;
mod derive;
mod lex;
mod literal;
mod parse;
mod pragma;
mod resolve;
mod source;
#[cfg(test)]
mod tests;
mod to_model;
mod token;
// Not all of it is in the model: fields of bitsets, factories, truncation, what annotations say of enumerators. `TypeCode` is the name of
// the type.
#[expect(dead_code, clippy::enum_variant_names)]
mod tree;

pub use derive::{Printed, derive_idl};
pub use source::SOURCE;

use crate::Loader;
use crate::preprocess::{Dialect, preprocess};
use polywire_model::{Decl, Model};
use polywire_source::{Diagnostics, SourceMap};
use to_model::decimal_text;
use tree::Specification;

/// What the union of the values of a valuetype is called behind the name of the type.
const VALUE: &str = "Value";

/// The preprocessor's rules. The macros are those of the official compiler, in the version that verdicts are compared with.
const DIALECT: Dialect = Dialect {
    extension: "idl",
    text_prefixes: &["L"],
    long_symbols: &["::", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "##"],
    standard: &[("orb.idl", include_bytes!("standard/orb.idl"))],
    prefers_standard: false,
    system_help: "paths are relative to the including file or to an import folder, which `-I` names",
    macros: &[("__OMNIIDL__", "0x2630")],
    undecided: &[],
    undecided_help: "",
    has_docs_behind: false,
    note: None,
};

/// Compiled files without errors.
pub struct Compilation {
    /// All types and services.
    pub model: Model,
    /// A struct for each typedef, to have messages of it: that which it stands for, else one with a `value`. They are not in the model.
    pub typedefs: Vec<Decl>,
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
    compile_with_macros((paths, &[]), loader, sources, diagnostics)
}

/// Like [`compile_files`], with macros: `NAME`, which stands for 1, or `NAME=text`.
pub fn compile_with_macros(
    (paths, macros): (&[&str], &[String]),
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let specification = read((paths, macros), loader, sources, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    let (mut model, typedefs) = to_model::to_model(&specification);
    model.cut_cycles();
    Some(Compilation { model, typedefs })
}

/// Reads files, as far as they have a meaning, and all that they include.
pub(crate) fn read(
    (paths, macros): (&[&str], &[String]),
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Specification {
    let mut translation = preprocess(&DIALECT, (paths, macros), loader, sources, diagnostics);
    let items = parse::parse(&mut translation, diagnostics);
    resolve::resolve(&items, translation.files, diagnostics)
}
