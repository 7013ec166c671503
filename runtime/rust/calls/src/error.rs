use crate::{Metadata, Status};
use polywire_rpc::End;
use std::fmt;

/// The end of a call that did not succeed. Implementations return it, and clients get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The outcome.
    pub status: Status,
    /// What went wrong, for people.
    pub message: String,
    /// What went wrong, for programs: a serialized `google.rpc.Status`.
    pub details: Vec<u8>,
    /// Names and values behind the messages.
    pub metadata: Vec<Metadata>,
}

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the end of a call that did not succeed.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), details: Vec::new(), metadata: Vec::new() }
    }

    /// Adds details: a serialized `google.rpc.Status`.
    #[must_use]
    pub fn with_details(self, details: Vec<u8>) -> Self {
        Self { details, ..self }
    }

    /// Adds a name and its value behind the messages.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Metadata) -> Self {
        self.metadata.push(metadata);
        self
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Status::INTERNAL, message)
    }
}

impl From<End> for Error {
    fn from(end: End) -> Self {
        let End { status, message, details, metadata, .. } = end;
        Self { status, message, details, metadata }
    }
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        let Error { status, message, details, metadata } = error;
        // An error is no success, whatever it says.
        let status = if status == Status::OK { Status::UNKNOWN } else { status };
        Self { status, message, details, metadata, ..Self::default() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message.as_str() {
            "" => self.status.fmt(f),
            message => write!(f, "{}: {message}", self.status),
        }
    }
}

impl std::error::Error for Error {}
