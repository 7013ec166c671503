//! The protocols, and the names that what they share has in each.

use super::Rpc;

/// A protocol, or a form of one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// gRPC over HTTP/2.
    Grpc,
    /// gRPC over any HTTP, without trailers: the last item holds them.
    GrpcWeb,
    /// Connect for methods with streams: the last item holds the end in JSON.
    Connect,
    /// Connect for methods without streams: one message is the whole body.
    ConnectUnary,
}

/// Headers with a meaning.
pub(super) struct Headers {
    pub timeout: &'static [u8],
    pub compression: &'static [u8],
    pub accepts: &'static [u8],
    /// The name and the value of one that each call has.
    pub constant: (&'static [u8], &'static [u8]),
    /// Those that are not read, of calls and of answers.
    pub ignored_in_calls: &'static [&'static [u8]],
    pub ignored_in_answers: &'static [&'static [u8]],
    /// Names that metadata cannot have.
    pub reserved: &'static [&'static [u8]],
}

const TE: &[u8] = b"te";
const WEB: &[u8] = b"x-grpc-web";
const RESERVED_BY_GRPC: &[&[u8]] = &[
    b"content-type",
    TE,
    WEB,
    b"grpc-timeout",
    b"grpc-encoding",
    b"grpc-accept-encoding",
    b"grpc-status",
    b"grpc-message",
    b"grpc-status-details-bin",
];
const VERSION: &[u8] = b"connect-protocol-version";
/// Of HTTP; it would contradict another body.
const LENGTH: &[u8] = b"content-length";
const RESERVED_BY_CONNECT: &[&[u8]] = &[
    b"content-type",
    LENGTH,
    b"content-encoding",
    b"accept-encoding",
    VERSION,
    b"connect-timeout-ms",
    b"connect-content-encoding",
    b"connect-accept-encoding",
];

const GRPC: Headers = Headers {
    timeout: b"grpc-timeout",
    compression: b"grpc-encoding",
    accepts: b"grpc-accept-encoding",
    // What clients have to tell proxies.
    constant: (TE, b"trailers"),
    ignored_in_calls: &[TE, WEB],
    ignored_in_answers: &[],
    reserved: RESERVED_BY_GRPC,
};
const GRPC_WEB: Headers = Headers { constant: (WEB, b"1"), ..GRPC };
const CONNECT: Headers = Headers {
    timeout: b"connect-timeout-ms",
    compression: b"connect-content-encoding",
    accepts: b"connect-accept-encoding",
    constant: (VERSION, b"1"),
    // Compressions of HTTP are about whole bodies.
    ignored_in_calls: &[VERSION, LENGTH, b"content-encoding", b"accept-encoding"],
    ignored_in_answers: &[LENGTH, b"content-encoding", b"accept-encoding"],
    reserved: RESERVED_BY_CONNECT,
};
const CONNECT_UNARY: Headers = Headers {
    compression: b"content-encoding",
    accepts: b"accept-encoding",
    ignored_in_calls: &[VERSION, LENGTH],
    ignored_in_answers: &[LENGTH],
    ..CONNECT
};

impl Dialect {
    /// Returns the name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grpc => "grpc",
            Self::GrpcWeb => "grpc_web",
            Self::Connect => "connect",
            Self::ConnectUnary => "connect_unary",
        }
    }

    pub const fn headers(self) -> &'static Headers {
        match self {
            Self::Grpc => &GRPC,
            Self::GrpcWeb => &GRPC_WEB,
            Self::Connect => &CONNECT,
            Self::ConnectUnary => &CONNECT_UNARY,
        }
    }
}

impl Rpc {
    pub(super) const fn headers(&self) -> &'static Headers {
        self.dialect.headers()
    }
}
