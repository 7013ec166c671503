//! Avro's remote procedure calls: handshakes, and what stands in front of parameters, responses and errors.
//!
//! Design: docs/decisions/0151-avro-ipc.md

mod buffers;
mod headers;
mod meta;
mod numbered;
mod protocol;
mod resolved;
mod system_error;

pub use buffers::{framed, unframed};
pub use headers::{Handshake, Headers, Match, Meta, Reply, Wrong};
pub use meta::{meta_of, metadata};
pub use numbered::{Numbered, numbered};
pub use protocol::Protocol;
pub use resolved::{Failed, Resolver, failed};
pub use system_error::{read as read_system_error, write as write_system_error};

/// The type of content over HTTP.
pub const CONTENT_TYPE: &str = "avro/binary";
/// The format of values.
pub const WIRE: &str = "avro";
