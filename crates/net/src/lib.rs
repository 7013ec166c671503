//! Connections for calls: HTTP/1.1 and HTTP/2 over TCP, TLS and Unix sockets, by libraries.
//!
//! Heads and trailers are blocks of lines, `name: value` each, with the pseudo-headers of HTTP/2 in front; everything else is bytes.
//!
//! Invariant: nothing here knows a protocol of calls, a schema or a wire format. Queues are bounded; whoever does not read is waited for.
//!
//! Design: docs/decisions/0142-connections.md, docs/decisions/0144-servers.md

mod answer;
mod asked;
mod block;
mod body;
mod client;
mod error;
mod exchange;
mod link;
mod mailbox;
mod network;
mod places;
mod server;
mod stream;
mod target;
mod tls;
mod unless;

pub use answer::Answer;
pub use asked::{Asked, Part};
pub use bytes::Bytes;
pub use client::Connection;
pub use error::Error;
pub use exchange::{Exchange, Incoming};
pub use link::{Arrived, Link, Linked};
pub use mailbox::{Mailbox, Postbox};
pub use network::Network;
pub use places::{Place, Places};
pub use server::Server;
pub use target::{Address, Target};
pub use tls::{Identity, ServerTls, Trust};

/// A version of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// HTTP/1.1.
    Http1,
    /// HTTP/2, without TLS by prior knowledge.
    Http2,
}
