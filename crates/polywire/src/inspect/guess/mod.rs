//! Schemas for messages without a known one.

mod flexbuffers;
mod layout;
mod msgpack;
mod unknown;
pub(crate) mod wire;

use super::{Inspection, Span};
use crate::schema::{Compiled, Extensions, Language, compile_with};
use crate::{Format, Limits, LoadError, LoadedFile, Model};
use polywire_vm::{Path, PathStep};

/// A possible type of a message.
#[derive(PartialEq, Eq)]
pub struct Guess {
    /// The schema as a `.proto` file.
    text: String,
    /// Dotted name of the type in the schema.
    pub type_name: &'static str,
}

impl Guess {
    /// Returns the schema as a model.
    pub fn model(&self) -> Option<Model> {
        let loader = |path: &str| match path {
            FILE => Ok(LoadedFile { name: FILE.to_owned(), bytes: self.text.clone().into_bytes() }),
            _ => Err(LoadError::NotFound),
        };
        let Compiled { model, .. } = compile_with(Language::Proto, FILE, &loader, Extensions::default());
        model
    }
}

/// The format whose types are guessed.
const FORMAT: &str = "protobuf";
const FILE: &str = "guess.proto";
const MSGPACK: &str = "msgpack";
const FLEXBUFFERS: &str = "flexbuffers";
const JSON: [&str; 4] = ["json", "json_pretty", "json_plain", "json_fbe"];

/// Returns true if messages of a format contain enough information to be inspected without a schema.
pub fn can_guess(format: &str) -> bool {
    [FORMAT, MSGPACK, FLEXBUFFERS].contains(&format) || JSON.contains(&format)
}

/// Inspects a message of a self-describing format without a schema.
pub fn untyped(format: &'static Format, message: &[u8], limits: &Limits) -> Option<Inspection> {
    match format.name {
        MSGPACK => Some(msgpack::inspect(format, message, limits)),
        FLEXBUFFERS => Some(flexbuffers::inspect(format, message, limits)),
        _ => None,
    }
}

/// Guesses a type for a message; `None` if the format does not contain enough information.
pub fn guess(format: &str, message: &[u8]) -> Option<Guess> {
    match format {
        FORMAT => Some(Guess { text: wire::schema(message), type_name: wire::TYPE }),
        _ if JSON.contains(&format) => Some(Guess { text: ANY_JSON.to_owned(), type_name: "google.protobuf.Value" }),
        _ => None,
    }
}

/// A JSON value of any kind is a message of a well-known type.
const ANY_JSON: &str = "syntax = \"proto3\"; import \"google/protobuf/struct.proto\";";

/// Splits spans of unknown fields further, where their contents can be guessed.
pub(super) fn opened(format: &str, bytes: &[u8], spans: Vec<Span>) -> Vec<Span> {
    if format == FORMAT { unknown::opened(bytes, spans) } else { spans }
}

/// Returns a note on members that are not from a schema.
pub(super) fn note(format: &str) -> &'static str {
    if is_wrapped(format) || [MSGPACK, FLEXBUFFERS].contains(&format) {
        "without a schema"
    } else {
        "without a schema: members and types are guessed"
    }
}

/// Returns true if the guessed type is a wrapper for any value.
pub(super) fn is_wrapped(format: &str) -> bool {
    JSON.contains(&format)
}

/// Removes the steps of the wrapper type from a path.
pub(super) fn unwrap(path: &mut Path) {
    path.steps.retain(|step| !matches!(step, PathStep::Name(_)));
}
