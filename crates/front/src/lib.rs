//! Schema languages: text in, type model out.
//!
//! One folder per language, each with its lexer, syntax tree, parser and resolver.
//!
//! Invariant: a front end knows its schema language and the model. It never sees the codec IR, names no programming
//! language, and does no I/O: files come from the caller's [`Loader`].

pub mod avro;
pub mod c;
pub mod capnp;
mod decimal;
mod derived;
pub mod fbe;
pub mod fbs;
pub mod idl;
mod literal_text;
mod loader;
mod lost;
mod output;
mod path;
mod preprocess;
pub mod proto;
pub mod sbe;
pub mod source;
mod xml;
pub mod xsd;
pub mod zebra;

pub use derived::DerivedFile;
pub use loader::{LoadError, LoadedFile, Loader};
pub use lost::defaults_of;
