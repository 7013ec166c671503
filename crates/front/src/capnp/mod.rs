//! Cap'n Proto schemas: `.capnp` files and serialized requests for code generators.
//!
//! Text → tokens → syntax tree → scopes → *nodes* → model. Nodes are the middle of it: requests are read into them,
//! canonical text is printed from them, and the model is made of them alone.

mod ast;
mod build;
mod codes;
mod ids;
mod lex;
mod load;
pub mod nodes;
mod parse;
mod scope;
mod standard;
mod wire;

pub use wire::{ReadError, read_request};

use crate::Loader;
use nodes::Nodes;
use polywire_source::{Diagnostics, SourceMap};

/// Compiles several files, which may import each other, and all that they import: `None` after an error that the official
/// compiler would report too.
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
