//! What a back end is told about services: their methods, the formats of what these take and return, and the facts of protocols that
//! transports in the runtimes need.
//!
//! Invariant: a protocol is a name, the names of formats of envelopes, and data.
//!
//! Design: docs/decisions/0154-generated-calls.md

use polywire_ir::types::{Name, StructId, Types};

/// The services of a schema, and how they can be called.
#[derive(Clone, Debug)]
pub struct Services<'t> {
    /// The types of the whole schema, with those of envelopes.
    pub types: &'t Types,
    /// The services.
    pub services: Vec<Service>,
    /// The formats of messages, the usual one first.
    pub bodies: Vec<Body>,
    /// The protocols; none if a library of the language brings them.
    pub protocols: Option<Protocols>,
}

/// Protocols whose sessions are in the runtime.
#[derive(Clone, Debug)]
pub struct Protocols {
    /// All of them.
    pub all: Vec<Protocol>,
    /// The type of their envelopes.
    pub envelope: StructId,
}

/// A service.
#[derive(Clone, Debug)]
pub struct Service {
    /// Its name and documentation.
    pub name: Name,
    /// The first part of the names of its schema file's output, with folders.
    pub file: String,
    /// Its methods, with those that it inherits.
    pub methods: Vec<Method>,
    /// True if it should no longer be used.
    pub deprecated: bool,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Name as in the schema.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// The struct it takes.
    pub takes: StructId,
    /// The struct it returns.
    pub returns: StructId,
    /// It takes a stream of structs.
    pub takes_many: bool,
    /// It returns a stream of structs.
    pub returns_many: bool,
    /// A call changes nothing.
    pub changes_nothing: bool,
    /// True if it should no longer be used.
    pub deprecated: bool,
}

/// A format of messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The format of the codecs.
    pub format: String,
    /// What envelopes call it; empty for the format that is meant if they name none.
    pub names: Vec<String>,
}

/// A protocol of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// Its name for users.
    pub name: String,
    /// How calls with streams are sent.
    pub form: Form,
    /// How calls without streams are sent, if in another way.
    pub unary: Option<Form>,
}

/// What a transport over HTTP needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The format of envelopes.
    pub format: String,
    /// It needs HTTP/2.
    pub is_http2: bool,
    /// It needs HTTP/2 for streams in both directions.
    pub is_http2_if_duplex: bool,
    /// Calls end with trailers of HTTP; otherwise with the last message.
    pub has_trailers: bool,
    /// A call that fails can have a head as its whole answer.
    pub fails_in_head: bool,
    /// Bytes in front of the size of a message in a body, and those of the size, most significant first.
    pub frames: (usize, usize),
    /// Set if a body has one message as it is instead.
    pub whole: Option<WholeBodies>,
    /// What codes of HTTP/2 mean that end a request: codes and statuses.
    pub resets: Vec<(u32, u32)>,
}

/// How heads tell what frames and trailers tell elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeBodies {
    /// The header with the compression of the body.
    pub compression: String,
    /// In front of the names of headers of an answer that are about its end.
    pub trailers: String,
}

impl Service {
    /// Returns the dotted full name.
    pub fn path(&self) -> String {
        self.name.dotted()
    }
}

impl Protocol {
    /// Returns the formats of its envelopes.
    pub fn formats(&self) -> impl Iterator<Item = &str> {
        [&self.form].into_iter().chain(&self.unary).map(|form| form.format.as_str())
    }
}
