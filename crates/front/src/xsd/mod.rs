//! XML Schema 1.0: `.xsd` files.
//!
//! XML → elements → components ([`schema`]) → checks → model. Components refer to each other by name, as in the files; the checks
//! and the model look names up. Components are printed back, and models of other languages as schemas of their documents.
//!
//! Design: docs/decisions/0137-front-end-of-xsd.md

mod catalog;
mod check;
mod codes;
mod effective;
mod from_model;
mod load;
mod names;
mod pattern;
mod print;
mod read;
pub mod schema;
mod simple;
mod to_model;
mod writer;

pub use from_model::{Printed, derive_xsd};
pub use print::{PrintedFile, print_xsd};
pub use simple::{Primitive, canonical};

use crate::Loader;
use catalog::Catalog;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};
use schema::Schema;

/// Compiled schemas.
#[derive(Debug)]
pub struct Compilation {
    /// All types.
    pub model: Model,
    /// The components of all files.
    pub schema: Schema,
}

/// Compiles several schema files, and all that they include and import. The files are added to `sources`, problems to
/// `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    compile_with_catalogs((paths, &[]), loader, sources, diagnostics)
}

/// The same, with the paths of XML Catalogs, by which files are found that schemas state in another way.
pub fn compile_with_catalogs(
    (paths, catalogs): (&[&str], &[&str]),
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let catalog = Catalog::read(catalogs, loader, sources, diagnostics);
    let schema = load::load(paths, (loader, &catalog), sources, diagnostics);
    check::check(&schema, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    let mut model = to_model::to_model(&schema, diagnostics);
    model.cut_cycles();
    (!diagnostics.has_errors()).then_some(Compilation { model, schema })
}
