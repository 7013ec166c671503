//! Cap'n Proto's RPC protocol: its messages are those of a schema, whose codecs are compiled as any other.
//!
//! Design: docs/decisions/0148-objects.md

mod chain;
mod headers;
mod read;
mod references;
mod write;

pub use chain::{Chain, Step, chain};
pub use headers::{CAPNP_WIRE, Headers, Wrong};
pub use references::has_references;
