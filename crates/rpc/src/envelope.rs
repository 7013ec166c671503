//! Envelopes as values; `polywire_model::rpc` declares the same types for codecs.

use crate::Status;

/// What stands on the wire of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// The start of a call.
    Call(Call),
    /// The start of an answer.
    Start(Start),
    /// A message in either direction.
    Item(Item),
    /// The end of an answer.
    End(End),
}

/// The start of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The full name of the service.
    pub service: String,
    /// The name of the method.
    pub method: String,
    /// Nanoseconds after which the caller does not wait any more.
    pub timeout: Option<u64>,
    /// The format of messages; empty for that of the protocol.
    pub format: String,
    /// The compression of compressed messages; empty for none.
    pub compression: String,
    /// The compressions that answers may use.
    pub accepts: Vec<String>,
    /// Names and values beside the messages.
    pub metadata: Vec<Metadata>,
    /// Set if the start of the call holds its only message.
    pub item: Option<Item>,
}

/// The start of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The format of messages; empty for that of the protocol.
    pub format: String,
    /// The compression of compressed messages; empty for none.
    pub compression: String,
    /// The compressions that further messages to the server may use.
    pub accepts: Vec<String>,
    /// Names and values beside the messages.
    pub metadata: Vec<Metadata>,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// It is compressed, as the start says.
    pub compressed: bool,
    /// Its bytes.
    pub body: Vec<u8>,
}

/// The end of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Set if nothing of the answer precedes it: the status of HTTP.
    pub http_status: Option<u16>,
    /// The outcome.
    pub status: Status,
    /// What went wrong, for people.
    pub message: String,
    /// What went wrong, for programs: a `google.rpc.Status`, serialized.
    pub details: Vec<u8>,
    /// Names and values behind the messages.
    pub metadata: Vec<Metadata>,
    /// Set if the end of the answer holds its only message.
    pub item: Option<Item>,
}

impl End {
    /// Returns the end of a call that failed on this side.
    pub fn failed(status: Status, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), ..Self::default() }
    }
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// In lower case.
    pub name: String,
    /// The value.
    pub value: MetadataValue,
}

impl Metadata {
    /// Returns metadata with a text.
    pub fn text(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_ascii_lowercase(), value: MetadataValue::Text(value.into()) }
    }

    /// Returns metadata with bytes; the name ends with `-bin`.
    pub fn binary(name: &str, value: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_ascii_lowercase(), value: MetadataValue::Binary(value.into()) }
    }
}

/// The value of metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataValue {
    /// A text.
    Text(String),
    /// Bytes, of names that end with `-bin`.
    Binary(Vec<u8>),
}
