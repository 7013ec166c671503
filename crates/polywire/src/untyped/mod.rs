//! Conversions of self-describing messages without a schema: JSON, MessagePack and FlexBuffers into each other, and the
//! Protocol Buffers wire format into JSON for people.
//!
//! Each message is read twice: first to check it and to collect the facts about containers that are needed at their
//! start, then to write the output. No tree is built; the reader has its own stack, bounded by the depth limit.
//!
//! Design: docs/decisions/0057-without-a-schema.md

mod flatc_json;
pub(crate) mod flexbuffers;
mod flexbuffers_to_msgpack;
mod json;
mod json_text;
mod json_to_msgpack;
mod json_walk;
pub(crate) mod msgpack;
mod notes;
mod number;
pub(crate) mod part;
mod parts_to_json;
mod protobuf_to_json;
pub(crate) mod timestamp;
mod to_flexbuffers;
mod value;

pub use notes::{Found, Notes};
pub use value::Reader;

use crate::Format;
use crate::inspect::guess;
use part::ReadParts;
use polywire_ir::{ErrorCode, FuncId, limits};
use polywire_vm::{Failure, Limits, Refusal};

/// Converts messages between formats without a schema.
#[derive(Clone, Copy, Debug)]
pub struct Converter {
    from: From,
    to: To,
    limits: Bounds,
}

/// The limits on a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub depth: u32,
    /// Output bytes allowed beyond those in proportion to the input.
    pub budget: u64,
}

impl Bounds {
    /// Returns the limits on the JSON of a message: a map with other keys than text is three containers.
    fn for_entries(self) -> Self {
        Self { depth: self.depth.saturating_mul(3), ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Json,
    FlatcJson,
    MsgPack,
    FlexBuffers,
    Protobuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Json { is_pretty: bool },
    FlatcJson,
    MsgPack,
    FlexBuffers,
}

impl Converter {
    /// Returns `None` if one of the formats needs a schema.
    pub fn between(from: &Format, to: &Format) -> Option<Self> {
        let to = match to.name {
            "json" | "json_plain" | "json_fbe" => To::Json { is_pretty: false },
            "json_pretty" => To::Json { is_pretty: true },
            "json_flatc" => To::FlatcJson,
            "msgpack" => To::MsgPack,
            "flexbuffers" => To::FlexBuffers,
            _ => return None,
        };
        let from = match from.name {
            "json" | "json_plain" | "json_fbe" | "json_pretty" => From::Json,
            "json_flatc" => From::FlatcJson,
            "msgpack" => From::MsgPack,
            "flexbuffers" => From::FlexBuffers,
            "protobuf" if matches!(to, To::Json { .. } | To::FlatcJson) => From::Protobuf,
            _ => return None,
        };
        Some(Self { from, to, limits: Bounds { depth: limits::DEPTH, budget: limits::BUDGET } })
    }

    /// Sets the limits: nesting depth, and output bytes beyond those in proportion to the input.
    #[must_use]
    pub fn with_limits(self, depth: u32, budget: u64) -> Self {
        Self { limits: Bounds { depth, budget }, ..self }
    }

    /// A note about the output, if it cannot be read back.
    pub fn note(&self) -> Option<&'static str> {
        const VIEW: &str = "without a schema, this is a view of the wire, which cannot be converted back: fields have their \
                            numbers as names, and types are guessed";
        (self.from == From::Protobuf).then_some(VIEW)
    }

    /// Converts a message and appends it to `output`.
    pub fn convert(&self, message: &[u8], output: &mut Vec<u8>) -> Result<Found, Refusal> {
        match (self.from, self.to) {
            (From::FlatcJson, _) => self.convert_flatc_json(message, output),
            (_, To::FlatcJson) => self.write_flatc_json(message, output),
            _ => self.convert_directly(message, output).map_err(|failure| self.explained(message, failure)),
        }
    }

    fn convert_flatc_json(&self, message: &[u8], output: &mut Vec<u8>) -> Result<Found, Refusal> {
        let text = flatc_json::read(message)?;
        let of_original = |(count, offset)| (count, text.original(offset));
        match (Self { from: From::Json, ..*self }).convert(&text.json, output) {
            Ok(Found { duplicates, rounded }) => {
                Ok(Found { duplicates: duplicates.map(of_original), rounded: rounded.map(of_original) })
            }
            Err(refusal) => Err(failure(refusal.failure.code, text.original(refusal.failure.offset)).into()),
        }
    }

    fn write_flatc_json(&self, message: &[u8], output: &mut Vec<u8>) -> Result<Found, Refusal> {
        let mut json = Vec::new();
        let found = Self { to: To::Json { is_pretty: false }, ..*self }.convert(message, &mut json)?;
        flatc_json::write(&json, self.limits.for_entries(), output)?;
        Ok(found)
    }

    fn convert_directly(&self, message: &[u8], output: &mut Vec<u8>) -> Result<Found, Failure> {
        let limits = self.limits;
        let msgpack = || msgpack::Parts::new(message, limits.depth);
        let flexbuffers = || flexbuffers::Parts::new(message, limits);
        match (self.from, self.to) {
            (From::Json, To::Json { is_pretty }) => json_text::reformat(message, is_pretty, limits, output),
            (From::Json, To::MsgPack) => json_to_msgpack::convert(message, limits, output),
            (From::Json, To::FlexBuffers) => to_flexbuffers::of_json(message, limits, output),
            (From::MsgPack, To::Json { is_pretty }) => parts_to_json::convert(msgpack(), is_pretty, limits, output),
            (From::MsgPack, To::MsgPack) => copied(message, msgpack(), output),
            (From::MsgPack, To::FlexBuffers) => to_flexbuffers::of_parts(msgpack(), output),
            (From::FlexBuffers, To::Json { is_pretty }) => {
                parts_to_json::convert(flexbuffers(), is_pretty, limits, output)
            }
            (From::FlexBuffers, To::MsgPack) => flexbuffers_to_msgpack::convert(flexbuffers(), output),
            (From::FlexBuffers, To::FlexBuffers) => copied(message, flexbuffers(), output),
            (From::Protobuf, To::Json { is_pretty }) => protobuf_to_json::convert(message, is_pretty, limits, output),
            (From::Protobuf, To::MsgPack | To::FlexBuffers) => Err(failure(ErrorCode::Unsupported, 0)),
            // These take two steps.
            (From::FlatcJson, _) | (_, To::FlatcJson) => Err(failure(ErrorCode::Internal, 0)),
        }
    }

    /// Checks a message.
    pub fn validate(&self, message: &[u8]) -> Result<Found, Refusal> {
        self.convert(message, &mut Vec::new())
    }

    /// Returns a failure with the path of the value that it concerns.
    fn explained(&self, message: &[u8], failure: Failure) -> Refusal {
        let name = match self.from {
            From::MsgPack => "msgpack",
            From::FlexBuffers => "flexbuffers",
            From::Json | From::FlatcJson | From::Protobuf => return failure.into(),
        };
        let limits = Limits { depth: self.limits.depth, budget: self.limits.budget, ..Limits::default() };
        let inspection =
            crate::format(name).or(crate::without_schema(name)).and_then(|it| guess::untyped(it, message, &limits));
        let is_it = |fault: &Refusal| (fault.failure.code, fault.failure.offset) == (failure.code, failure.offset);
        inspection.and_then(|it| it.faults.into_iter().find(is_it)).unwrap_or_else(|| failure.into())
    }
}

pub(crate) fn failure(code: ErrorCode, offset: usize) -> Failure {
    Failure { code, function: FuncId(0), site: None, offset }
}

/// Copies a message that has been checked.
fn copied<'a>(message: &'a [u8], parts: impl ReadParts<'a>, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let keys = part::check(parts)?;
    output.extend(message);
    Ok(Found { duplicates: keys.duplicates, rounded: None })
}
