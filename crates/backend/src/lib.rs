//! Back ends: source code of native types and codecs, one folder per programming language.
//!
//! Decisions that all languages share (names, order of declarations, the call graph) are in [`outline`]; each
//! language's use of them is in its folder.
//!
//! Invariant: a back end knows the codec IR and one language. It sees no type model and names no wire format; code that
//! it calls but does not print is in real files under `runtime/`.

pub mod cpp;
pub mod erlang;
pub mod outline;

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path relative to the folder of generated files.
    pub name: String,
    /// The text.
    pub contents: String,
}
