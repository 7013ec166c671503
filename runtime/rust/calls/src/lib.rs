//! What generated clients and servers of services call: they keep the calls of `polywire-rpc` on connections of `polywire-net`.
//!
//! - [`Caller`], and what its calls are: [`Pending`], [`Answers`], [`Requests`], [`Duplex`].
//! - [`Handler`], which answers calls by [`Service`]s, and [`Server`], which listens; [`Incoming`], [`Receiver`], [`Sender`].
//! - [`Error`], [`Status`], [`Metadata`], [`Around`]: what stands around messages.
//! - [`Protocol`], [`Form`], [`Method`], [`BodyFormat`], [`envelope`]: what generated code says about protocols and methods.
//!
//! Everything runs on the runtime of tokio from which it is called. A call whose future or stream is dropped is given up.
//!
//! Invariant: nothing here names a protocol. Codecs of envelopes are generated, and what else differs is data.
//!
//! Design: docs/decisions/0160-generated-calls-of-rust.md

mod client;
mod convert;
#[rustfmt::skip]
pub mod envelope;
mod error;
mod metadata;
mod method;
mod protocol;
mod server;

pub use client::{
    Answers, Around, Caller, Duplex, Pending, Requests, Sending, call_many_to_many, call_many_to_one, call_one_to_many,
    call_one_to_one,
};
pub use error::{Error, Result};
pub use metadata::{binaries, texts};
pub use method::{BodyFormat, Method};
pub use polywire_net::{Error as ConnectionError, Identity, ServerTls, Trust};
pub use polywire_rpc::{Call, Count, FrameHeader, Metadata, MetadataValue, Shape, Status, Whole};
pub use protocol::{EnvelopeCodec, Form, Protocol};
pub use server::{Handler, Incoming, Receiver, Sender, Server, Service};

/// The number of bytes that a message may have if nothing else is said.
pub const DEFAULT_MAX_SIZE: u64 = 4 << 20;

/// A future that does not depend on who waits for it.
type BoxFuture<T> = std::pin::Pin<Box<dyn Future<Output = T> + Send>>;
