//! Polywire as a library: a schema becomes a model, a model becomes codecs, codecs turn bytes into values and back.
//!
//! The `polywire` command is a thin layer over this crate. Without the feature `command`, the parts that only it uses are
//! left out: what remains generates code.
//!
//! Invariant: this library does no I/O of its own. Files, terminals and exit codes belong to the command; here, bytes
//! are read from and written to readers and writers that the caller provides.

pub mod any;
#[cfg(feature = "command")]
pub mod avro_order;
pub mod binding;
#[cfg(feature = "command")]
pub mod breaking;
pub mod calls;
pub mod capnp_plugin;
pub mod codec;
#[cfg(feature = "command")]
pub mod constraints;
#[cfg(feature = "command")]
pub mod convert;
#[cfg(feature = "command")]
pub mod diff;
#[cfg(feature = "command")]
pub mod elements;
pub mod generate;
#[cfg(feature = "command")]
pub mod inspect;
pub mod ir_text;
#[cfg(feature = "command")]
pub mod lint;
pub mod lock_update;
#[cfg(feature = "command")]
pub mod lsp;

mod message;
#[cfg(feature = "command")]
pub mod osm;
pub mod problem;
pub mod project;
pub mod protoc_plugin;
#[cfg(feature = "command")]
pub mod random;
pub mod schema;
pub mod schema_files;
mod toml_table;
#[cfg(feature = "command")]
pub mod untyped;
pub mod value_text;

pub use polywire_front::{LoadError, LoadedFile, Loader};
pub use polywire_lower::{
    BuiltIn, Calls, Delimiting, FORMATS, Format, Mistake, Options, SizePrefix, Unsupported, WITHOUT_SCHEMA, format,
    framing, size_prefixed, without_schema,
};
pub use polywire_model::attr::Fact;
pub use polywire_model::{Change, Model, Selection};
pub use polywire_passes::PASSES;
pub use polywire_source::{Diagnostic, Severity, SourceMap, Style, message_json, render, to_json};
pub use polywire_vm::{Engine, Limits, Value};

/// The stack size for threads that run this library. Code printers recurse for each op of a message, codecs for each
/// level of a value: with large schemas, that exceeds the stack of a main thread. Unused stack takes no memory.
pub const STACK: usize = 256 << 20;
