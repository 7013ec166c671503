//! The protocols of calls.
//!
//! Design: docs/decisions/0143-connect.md

use super::Whole;
use polywire_model::Method;
use polywire_rpc::{FrameHeader, Status};

/// A protocol of calls.
#[derive(Debug)]
pub struct Protocol {
    /// Its name for users.
    pub name: &'static str,
    /// The format of its envelopes.
    pub format: &'static str,
    /// It needs HTTP/2.
    pub is_http2: bool,
    /// It needs HTTP/2 for methods with streams in both directions.
    pub is_http2_if_duplex: bool,
    /// Calls end with trailers of HTTP; otherwise with the last message.
    pub has_trailers: bool,
    /// What tells the sizes of messages in bodies. The lowest bit of the first byte tells that a message is compressed.
    pub frames: FrameHeader,
    /// Set if a body has one message as it is instead.
    pub whole: Option<Whole>,
    /// A call that fails can have a head as its whole answer.
    pub fails_in_head: bool,
    /// The form of calls without streams, if it is another one.
    pub unary: Option<&'static Self>,
    /// The schema tells which requests call a method, and messages are JSON.
    pub has_routes: bool,
    /// What the codes mean with which HTTP/2 ends a request.
    pub resets: Resets,
}

/// Statuses by codes of HTTP/2.
#[derive(Clone, Copy, Debug)]
pub struct Resets(&'static [(u32, Status)]);

impl Resets {
    /// Returns the codes that have a status of their own.
    pub fn known(&self) -> &'static [(u32, Status)] {
        self.0
    }

    /// Returns the status of a code; without one, the connection was lost.
    pub fn status(&self, code: Option<u32>) -> Status {
        let Some(code) = code else { return Status::UNAVAILABLE };
        self.0.iter().find(|(known, _)| *known == code).map_or(Status::INTERNAL, |(_, status)| *status)
    }
}

/// The format of messages that is meant where a call names none, and its name among types of content.
pub const USUAL_FORMAT: &str = "protobuf";
/// See [`USUAL_FORMAT`].
pub const USUAL_CONTENT: &str = "proto";

/// Returns true if a type of content means the usual format.
pub fn is_usual(content: &str) -> bool {
    ["", USUAL_CONTENT].contains(&content)
}

/// All protocols.
pub const PROTOCOLS: &[Protocol] = &[
    GRPC,
    Protocol {
        name: "grpc-web",
        format: "grpc_web",
        is_http2: false,
        is_http2_if_duplex: false,
        has_trailers: false,
        ..GRPC
    },
    Protocol { name: "connect", format: "connect", fails_in_head: false, unary: Some(&CONNECT_UNARY), ..CONNECT },
    // When its rules are applied, what is left is a request of Connect.
    Protocol { name: "json-http", has_routes: true, ..CONNECT_UNARY },
];

const GRPC: Protocol = Protocol {
    name: "grpc",
    format: "grpc",
    is_http2: true,
    is_http2_if_duplex: true,
    has_trailers: true,
    frames: FRAMES,
    whole: None,
    fails_in_head: true,
    unary: None,
    has_routes: false,
    resets: RESETS,
};
const CONNECT: Protocol = Protocol { is_http2: false, has_trailers: false, ..GRPC };
const CONNECT_UNARY: Protocol = Protocol { name: "connect", format: "connect_unary", whole: Some(WHOLE), ..CONNECT };

/// Headers of HTTP that Connect uses for whole bodies.
const WHOLE: Whole = Whole { compression: "content-encoding", trailers: "trailer-" };

/// Flags, and a size of four bytes.
const FRAMES: FrameHeader = FrameHeader { before: 1, width: 4 };

/// `REFUSED_STREAM`, `CANCEL`, `ENHANCE_YOUR_CALM` and `INADEQUATE_SECURITY`; all others are `INTERNAL`.
const RESETS: Resets = Resets(&[
    (7, Status::UNAVAILABLE),
    (8, Status::CANCELLED),
    (11, Status::RESOURCE_EXHAUSTED),
    (12, Status::PERMISSION_DENIED),
]);

impl Protocol {
    /// Returns the form of the protocol for a method.
    pub fn form(&'static self, method: &Method) -> &'static Self {
        let has_streams = method.streams_input || method.streams_output;
        self.unary.filter(|_| !has_streams).unwrap_or(self)
    }

    /// Returns true if methods without streams have a form of their own.
    pub fn has_forms(&self) -> bool {
        Self::of(self.name).is_some_and(|it| it.unary.is_some())
    }

    /// Returns the forms of the protocol, that for streams first.
    pub fn forms(&'static self) -> impl Iterator<Item = &'static Self> {
        std::iter::once(self).chain(self.unary)
    }

    /// Returns the protocols that generated code can speak: all whose envelopes need no schema.
    pub fn generated() -> impl Iterator<Item = &'static Self> {
        PROTOCOLS.iter().filter(|it| !it.has_routes)
    }

    /// Returns the protocol with a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        PROTOCOLS.iter().find(|it| it.name == name)
    }
}
