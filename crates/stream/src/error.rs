use crate::xml_document::DocumentError;
use std::{fmt, io};

/// Errors of reading or writing a stream.
#[derive(Debug)]
pub enum Error {
    /// The caller's reader or writer failed.
    Io(io::Error),
    /// The stream ends inside a record.
    Truncated,
    /// A record is longer than the limit.
    TooLong {
        /// The stated or actual length.
        len: u64,
        /// The limit.
        limit: u64,
    },
    /// The length of a record does not include its header.
    TooShort {
        /// The stated length.
        len: u64,
        /// Bytes of the header.
        least: u64,
    },
    /// A length is not a varint of at most 64 bits.
    BadVarint,
    /// Compressed data is damaged; the text is the reason.
    BadCompression(String),
    /// A document is not well-formed in its encoding.
    BadText(&'static str),
    /// A document has something that is not expected.
    BadDocument(&'static str),
    /// A document cannot be transformed.
    Document(DocumentError),
    /// Inflated data has another length than announced.
    WrongLength {
        /// The announced length.
        expected: u64,
        /// The actual length, or some length above the announced one.
        found: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Truncated => f.write_str("the stream ends inside a record"),
            Self::TooLong { len, limit } => write!(f, "a record of {len} bytes is longer than the limit of {limit}"),
            Self::TooShort { len, least } => {
                write!(f, "the length of a record is {len}, but its header alone has {least} bytes")
            }
            Self::BadVarint => f.write_str("the length of a record is not a varint"),
            Self::BadCompression(reason) => write!(f, "compressed data is damaged: {reason}"),
            Self::Document(error) => error.fmt(f),
            Self::BadText(encoding) => write!(f, "the document is not well-formed {encoding}"),
            Self::BadDocument(what) => write!(f, "the document has {what}"),
            Self::WrongLength { expected, found } => {
                write!(f, "compressed data should hold {expected} bytes, but holds {found}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Io(error) }
    }
}
