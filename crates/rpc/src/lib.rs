//! Sessions of calls, without sockets, clocks and protocols: a caller hands over envelopes that arrived and the time, and is told what to
//! send and what happened.
//!
//! Invariant: nothing here names a protocol, does I/O or reads a clock. Whatever the other side sends, the memory of a session is
//! bounded by its limits.
//!
//! Design: docs/decisions/0141-sessions.md, docs/decisions/0144-servers.md

mod client;
#[cfg(feature = "gzip")]
mod compression;
mod envelope;
mod event;
mod frames;
pub mod head;
mod heads;
pub mod objects;
mod server;
mod status;
mod whole;

pub use client::Client;
#[cfg(feature = "gzip")]
pub use compression::{GZIP, Undecompressed, compressed, decompressed, inflated};
pub use envelope::{Call, End, Envelope, Item, Metadata, MetadataValue, Start};
pub use event::{Action, Answers, CallId, Count, Event, Limits, Refused, ServerEvent, Shape};
pub use frames::{FrameHeader, FrameTooLarge, Frames};
pub use heads::{Found, Heads};
pub use server::Server;
pub use status::Status;
pub use whole::Whole;
