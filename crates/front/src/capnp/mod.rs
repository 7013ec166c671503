//! Cap'n Proto schemas: `.capnp` files and serialized requests for code generators.
//!
//! Text → tokens → syntax tree → scopes → *nodes* → model. Nodes are the middle of it: requests are read into them,
//! canonical text is printed from them, and the model is built only from them.
//!
//! Design: docs/decisions/0021-front-end-of-capnp.md

mod ast;
mod build;
mod check;
mod codes;
mod from_model;
mod ids;
mod lex;
mod load;
mod lost;
pub mod nodes;
mod parse;
mod print;
mod scope;
mod source;
mod standard;
mod to_model;
mod wire;

pub use from_model::{derive_capnp, derive_capnp_files};
pub use lost::{lost_constants, lost_of_interfaces};
pub use print::{Printed, print_capnp};
pub use source::SOURCE;
pub use wire::{ReadError, capability_at, read_request};

use crate::Loader;
use nodes::Nodes;
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

/// A compilation without errors.
#[derive(Debug)]
pub struct Compilation {
    /// The declarations of all files, with the facts that the official compiler computes.
    pub nodes: Nodes,
    /// The types of all files.
    pub model: Model,
}

/// Compiles several files, which may import each other, and all that they import. The files are added to `sources`,
/// problems to `diagnostics`.
///
/// Returns `None` after an error.
pub fn compile_files(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let nodes = compile_to_nodes(paths, loader, sources, diagnostics)?;
    finish(nodes, diagnostics)
}

/// Checks nodes and builds their model, as [`compile_files`] does for text.
pub fn compile_nodes(nodes: Nodes, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    check::check(&nodes, diagnostics);
    if diagnostics.has_errors() { None } else { finish(nodes, diagnostics) }
}

fn finish(nodes: Nodes, diagnostics: &mut Diagnostics) -> Option<Compilation> {
    let mut model = to_model::to_model(&nodes, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    model.cut_cycles();
    Some(Compilation { nodes, model })
}

/// Like [`compile_files`], but without the model: returns `None` only after an error that the official compiler would
/// report too.
pub fn compile_to_nodes(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Nodes> {
    let units = load::load(paths, loader, sources, diagnostics);
    let nodes = build::build(&units, diagnostics);
    (!diagnostics.has_errors()).then_some(nodes)
}
