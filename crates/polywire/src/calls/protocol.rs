//! The protocols of calls.

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
    /// Calls end with trailers of HTTP; otherwise with the last message.
    pub has_trailers: bool,
    /// What tells the sizes of messages in bodies. The lowest bit of the first byte tells that a message is compressed.
    pub frames: FrameHeader,
    /// What the codes mean with which HTTP/2 ends a request.
    pub resets: Resets,
}

/// Statuses by codes of HTTP/2.
#[derive(Clone, Copy, Debug)]
pub struct Resets(&'static [(u32, Status)]);

impl Resets {
    /// Returns the status of a code; without one, the connection was lost.
    pub fn status(&self, code: Option<u32>) -> Status {
        let Some(code) = code else { return Status::UNAVAILABLE };
        self.0.iter().find(|(known, _)| *known == code).map_or(Status::INTERNAL, |(_, status)| *status)
    }
}

/// All protocols.
pub const PROTOCOLS: &[Protocol] = &[
    Protocol { name: "grpc", format: "grpc", is_http2: true, has_trailers: true, frames: FRAMES, resets: RESETS },
    Protocol {
        name: "grpc-web",
        format: "grpc_web",
        is_http2: false,
        has_trailers: false,
        frames: FRAMES,
        resets: RESETS,
    },
];

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
    /// Returns the protocol with a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        PROTOCOLS.iter().find(|it| it.name == name)
    }
}
