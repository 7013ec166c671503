//! ZebraPack's schemas: Go source, and the compiled schemas (`.z`) that its generator writes.
//!
//! Go → declarations → model, and declarations ↔ compiled schema. What is not a declaration of a type or a constant is not
//! looked at, so that any Go file with structs is a schema.
//!
//! Design: docs/decisions/0121-front-end-of-zebrapack.md
//! Design: docs/decisions/0122-zebrapack.md

mod codes;
mod compiled;
mod derive;
mod load;
mod number;
mod print;
mod read;
mod stream;
mod to_model;
pub mod tree;

pub use compiled::{ReadError, read_compiled, write_compiled, write_with_enums};
pub use derive::{Derived, derive};
pub use number::number_fields;
pub use print::print_go;
pub use stream::{StreamHeader, is_header, read_header, write_header};

use crate::Loader;
use polywire_model::Model;
use polywire_source::{Diagnostics, FileId, SourceMap};
use tree::File;

/// The extension of Go files.
pub const EXTENSION: &str = "go";

/// The extension of compiled schemas.
pub const COMPILED_EXTENSION: &str = "z";

/// A compiled schema.
#[derive(Debug)]
pub struct Compilation {
    /// All types.
    pub model: Model,
    /// The declarations of each file.
    pub files: Vec<File>,
}

/// Compiles several Go files, whose packages see each other by their names. The files are added to `sources`, problems to
/// `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let files = paths.iter().filter_map(|path| read_go(path, loader, sources, diagnostics)).collect();
    compile_trees(files, diagnostics)
}

/// Reads the declarations of a Go file, whose zids may be wrong or missing. The file is added to `sources`, problems to
/// `diagnostics`.
pub fn read_go(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<File> {
    load::load(path, loader, sources, diagnostics)
}

/// Reads the declarations of a Go file that is in the sources already. Problems are reported.
pub fn read_source(path: &str, file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<File> {
    read::read(path, file, text.as_bytes(), diagnostics)
}

/// Compiles declarations that were read in another form.
///
/// Returns `None` after an error.
pub fn compile_trees(files: Vec<File>, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    number::check(&files, diagnostics);
    let mut model = to_model::to_model(&files, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    Some(Compilation { model, files })
}
