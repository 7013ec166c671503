//! Back ends: source code of native types and codecs, one folder per programming language.
//!
//! Decisions that all languages share (names, order of declarations, the call graph) are in [`outline`]; those that
//! imperative languages share about functions are in [`low`]. Each language's use of them is in its folder.
//!
//! Invariant: a back end knows the codec IR and one language. It sees no type model and names no wire format; code that
//! it calls but does not print is in real files under `runtime/`.

use polywire_ir::types::Named;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

pub mod cpp;
pub mod erlang;
pub mod go;
pub mod low;
pub mod outline;
mod plan;
pub mod rust;
pub mod services;

pub use cpp::Exports;

/// The part of a schema's output to print, where the modules hold a part of the schema.
#[derive(Debug)]
pub struct Only<N> {
    /// The names of all types of the schema.
    pub names: Arc<N>,
    /// For each declaration of the part what it is in the whole.
    pub origins: Vec<Named>,
    /// The first parts of the names of the files to be printed.
    pub files: BTreeSet<String>,
    /// The types are printed as well.
    pub types: bool,
}

impl<N> Clone for Only<N> {
    fn clone(&self) -> Self {
        let Self { names, origins, files, types } = self;
        Self { names: names.clone(), origins: origins.clone(), files: files.clone(), types: *types }
    }
}

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path relative to the folder of generated files.
    pub name: String,
    /// The text.
    pub contents: String,
}

/// What a back end cannot print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// Descriptions.
    pub messages: Vec<String>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("\n"))
    }
}

impl std::error::Error for Problems {}
