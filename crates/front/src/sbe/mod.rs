//! Simple Binary Encoding's XML schemas: FIX SBE 1.0, and what the reference generator takes of the drafts of 2.0.
//!
//! XML → elements → declarations → model. Names are resolved, layouts are computed and values are checked on the way to the
//! model.
//!
//! Design: docs/decisions/0115-front-end-of-sbe.md

mod at_version;
mod codes;
pub mod ir;
mod load;
mod primitive;
mod print;
mod read;
pub mod schema;
mod to_model;
mod types;

pub use at_version::at_version;
pub use primitive::Primitive;
pub use print::print_sbe;

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};
use schema::Schema;

/// A compiled schema.
#[derive(Debug)]
pub struct Compilation {
    /// All types.
    pub model: Model,
    /// The declarations of each file.
    pub schemas: Vec<Schema>,
}

/// Compiles several schemas, and what they include. The files are added to `sources`, problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let mut schemas = Vec::new();
    for path in paths {
        let root = load::load(path, loader, sources, diagnostics);
        schemas.extend(root.and_then(|root| read::read(path, &root, diagnostics)));
    }
    let model = to_model::to_model(&schemas, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    Some(Compilation { model, schemas })
}

/// Compiles schemas that were read in another form.
///
/// Returns `None` after an error.
pub fn compile_schemas(schemas: Vec<Schema>, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    let model = to_model::to_model(&schemas, diagnostics);
    (!diagnostics.has_errors()).then_some(Compilation { model, schemas })
}
