use super::Invalid;
use crate::message;
use polywire_vm::Refusal;
use std::fmt;

/// Why an OpenStreetMap file could not be read or written.
#[derive(Debug)]
pub enum Error {
    /// The stream of blobs is malformed, or cannot be read or written.
    Stream(polywire_stream::Error),
    /// A message does not fit its schema.
    Message {
        /// The kind of message.
        what: &'static str,
        /// The position and reason.
        refusal: Refusal,
    },
    /// A block matches its schema, but breaks another rule.
    Invalid(Invalid),
    /// The compression of the blob is not supported.
    Compression,
    /// A block lacks its content, or a header its length.
    Incomplete,
    /// The built-in schemas are invalid.
    BuiltInSchema,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream(error) => error.fmt(f),
            Self::Message { what, refusal } => write!(f, "{what}: {refusal}"),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Compression => f.write_str("the blob is neither stored as it is nor compressed with zlib"),
            Self::Incomplete => f.write_str("the block is incomplete"),
            Self::BuiltInSchema => f.write_str("the built-in schema of OpenStreetMap files is invalid"),
        }
    }
}

impl std::error::Error for Error {}

impl From<polywire_stream::Error> for Error {
    fn from(error: polywire_stream::Error) -> Self {
        Self::Stream(error)
    }
}

impl From<message::Error> for Error {
    fn from(error: message::Error) -> Self {
        match error {
            message::Error::Message { what, refusal } => Self::Message { what, refusal },
            message::Error::Incomplete => Self::Incomplete,
        }
    }
}
