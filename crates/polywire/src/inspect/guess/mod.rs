//! Schemas for messages that come without one.

mod msgpack;
mod unknown;
pub(crate) mod wire;

use super::{Inspection, Span};
use crate::schema::{Compiled, Extensions, Language, compile_with};
use crate::{Format, Limits, LoadError, LoadedFile, Model};
use polywire_vm::{Path, PathStep};

/// A type that a message may be of.
#[derive(PartialEq, Eq)]
pub struct Guess {
    /// The schema, as a `.proto` file.
    text: String,
    /// Dotted name of the type in it.
    pub type_name: &'static str,
}

impl Guess {
    /// The schema.
    pub fn model(&self) -> Option<Model> {
        let loader = |path: &str| match path {
            FILE => Ok(LoadedFile { name: FILE.to_owned(), bytes: self.text.clone().into_bytes() }),
            _ => Err(LoadError::NotFound),
        };
        let Compiled { model, .. } = compile_with(Language::Proto, FILE, &loader, Extensions::default());
        model
    }
}

/// The format whose messages are guessed at.
const FORMAT: &str = "protobuf";
const FILE: &str = "guess.proto";
const MSGPACK: &str = "msgpack";
const JSON: [&str; 3] = ["json", "json_pretty", "json_plain"];

/// Returns true if messages of a format can be read without a schema.
pub fn can_guess(format: &str) -> bool {
    format == FORMAT || format == MSGPACK || JSON.contains(&format)
}

/// A message taken apart by what it says of itself, in formats that need no guess.
pub fn untyped(format: &'static Format, message: &[u8], limits: &Limits) -> Option<Inspection> {
    (format.name == MSGPACK).then(|| msgpack::inspect(format, message, limits))
}

/// A type by which a message can be read; none where the format does not contain enough information.
pub fn guess(format: &str, message: &[u8]) -> Option<Guess> {
    match format {
        FORMAT => Some(Guess { text: wire::schema(message), type_name: wire::TYPE }),
        _ if JSON.contains(&format) => Some(Guess { text: ANY_JSON.to_owned(), type_name: "google.protobuf.Value" }),
        _ => None,
    }
}

/// Any value of JSON is a message of a well-known type.
const ANY_JSON: &str = "syntax = \"proto3\"; import \"google/protobuf/struct.proto\";";

/// The spans of a message, with more of them where what the schema does not know can be guessed.
pub(super) fn opened(format: &str, bytes: &[u8], spans: Vec<Span>) -> Vec<Span> {
    if format == FORMAT { unknown::opened(bytes, spans) } else { spans }
}

/// A note on members that come from no schema.
pub(super) fn note(format: &str) -> &'static str {
    if is_wrapped(format) || format == MSGPACK {
        "without a schema"
    } else {
        "without a schema: members and types are guessed"
    }
}

/// Returns true if what is guessed is a type that holds any value.
pub(super) fn is_wrapped(format: &str) -> bool {
    JSON.contains(&format)
}

/// Leaves the steps that the message has, without those of the type that holds any value.
pub(super) fn unwrap(path: &mut Path) {
    path.steps.retain(|step| !matches!(step, PathStep::Name(_)));
}
