//! Envelopes of a protocol, read and written by its codecs.

use super::Protocol;
use super::value::{envelope, metadata_of, of_envelope, of_metadata};
use crate::codec::{Codec, Codecs};
use polywire_model::rpc;
use polywire_rpc::{Envelope, Metadata};
use polywire_vm::{Limits, Refusal};
use serde_json::{Value, json};

/// Reads and writes the envelopes of a protocol.
#[derive(Debug)]
pub struct Envelopes {
    codec: Codec,
}

impl Envelopes {
    /// Compiles the codecs of a protocol; `None` if there is no such format.
    pub fn new(protocol: &Protocol, limits: Limits) -> Option<Self> {
        Self::of(protocol.format, limits)
    }

    /// Compiles the codecs of a format of envelopes; `None` if there is no such format.
    pub fn of(format: &str, limits: Limits) -> Option<Self> {
        let codecs = Codecs::new(&rpc::model(), crate::format(format)?).ok()?;
        Some(Self { codec: codecs.codec(&rpc::model(), rpc::ENVELOPE)?.with_limits(limits) })
    }

    /// Writes an envelope.
    pub fn encode(&self, envelope: &Envelope) -> Result<Vec<u8>, Refusal> {
        self.encode_numbered(envelope, None)
    }

    /// Writes an envelope of the call with a number, among those of a connection.
    pub fn encode_numbered(&self, envelope: &Envelope, number: Option<u32>) -> Result<Vec<u8>, Refusal> {
        self.codec.encode(&of_envelope(envelope, number))
    }

    /// Reads an envelope.
    pub fn decode(&self, bytes: &[u8]) -> Result<Option<Envelope>, Refusal> {
        self.decode_numbered(bytes).map(|found| found.map(|(envelope, _)| envelope))
    }

    /// Reads an envelope, and the number of its call.
    pub fn decode_numbered(&self, bytes: &[u8]) -> Result<Option<(Envelope, Option<u32>)>, Refusal> {
        self.codec.decode(bytes).map(envelope)
    }
}

/// Metadata as users write and read it: `name: value`, in base64 if the name ends with `-bin`.
#[derive(Debug)]
pub struct MetadataText {
    codec: Codec,
}

const BINARY: &str = "-bin";
/// Headers that protocols send: the starts of their names, and whole names.
const OWN: [&str; 3] = ["grpc-", "connect-", "trailer-"];
const OWN_NAMES: [&str; 5] = ["content-type", "content-length", "content-encoding", "accept-encoding", "te"];

impl MetadataText {
    /// Compiles the codecs.
    pub fn new() -> Option<Self> {
        let codecs = Codecs::new(&rpc::model(), crate::format("json")?).ok()?;
        Some(Self { codec: codecs.codec(&rpc::model(), rpc::METADATA)? })
    }

    /// Reads `name: value`; returns what is wrong with it.
    pub fn read(&self, text: &str) -> Result<Metadata, String> {
        let wrong = |why: &str| Err(format!("`{text}` is no metadata: {why}"));
        let Some((name, value)) = text.split_once(':') else { return wrong("write it as in `name: value`") };
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        let is_name = |it: char| it.is_ascii_graphic();
        if name.is_empty() || !name.chars().all(is_name) {
            return wrong("the name has to be of ASCII characters without spaces");
        }
        if OWN.iter().any(|own| name.starts_with(own)) || OWN_NAMES.contains(&name.as_str()) {
            return wrong("the protocol itself sends this header");
        }
        let member = if name.ends_with(BINARY) { "binary" } else { "text" };
        let document = json!({"name": name, member: value}).to_string();
        match self.codec.decode(document.as_bytes()).ok().and_then(metadata_of) {
            Some(metadata) if value.chars().all(|it| it == ' ' || it.is_ascii_graphic()) => Ok(metadata),
            _ if name.ends_with(BINARY) => wrong("values of names that end with `-bin` are in base64"),
            _ => wrong(
                "the value has to be of printable ASCII characters; bytes are sent under names that end with `-bin`",
            ),
        }
    }

    /// Reads several of them.
    pub fn read_all(&self, texts: &[String]) -> Result<Vec<Metadata>, String> {
        texts.iter().map(|text| self.read(text)).collect()
    }

    /// Returns the text of metadata.
    pub fn text(&self, metadata: &Metadata) -> String {
        let encoded = self.codec.encode(&of_metadata(metadata)).unwrap_or_default();
        let document: Value = serde_json::from_slice(&encoded).unwrap_or_default();
        let member = |name: &str| document.get(name).and_then(Value::as_str);
        let value = member("text").or_else(|| member("binary")).unwrap_or_default();
        format!("{}: {value}", metadata.name)
    }
}
