//! The runner's messages (`conformance.proto`), read and written by Polywire itself.

use crate::schema::model;
use polywire::codec::{Codec, Codecs};
use polywire::{Model, Value, format};
use polywire_ir::Setting;
use polywire_vm::Held;
use std::io::{Error, ErrorKind, Result};

/// A request from the runner.
pub struct Request {
    /// Format and bytes of the message.
    pub payload: (Format, Vec<u8>),
    /// The format of the response.
    pub output: Format,
    /// Dotted name of the message type.
    pub ty: String,
    /// Other settings.
    pub settings: Vec<Setting>,
}

/// A format, as `conformance.WireFormat` numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `PROTOBUF`.
    Protobuf,
    /// `JSON`.
    Json,
    /// `JSPB`, which only its inventors test.
    Jspb,
    /// `TEXT_FORMAT`.
    Text,
}

/// The outcome of a request.
pub enum Outcome {
    /// The message in the requested format.
    Payload(Format, Vec<u8>),
    /// The message is refused.
    ParseError(String),
    /// The value cannot be written in the requested format.
    SerializeError(String),
    /// The request is not supported.
    Skipped(String),
}

/// Reads requests and writes responses.
pub struct Protocol {
    request: Codec,
    response: Codec,
}

impl Default for Protocol {
    fn default() -> Self {
        Self::new()
    }
}

/// `TestCategory.JSON_IGNORE_UNKNOWN_PARSING_TEST`.
const IGNORES_UNKNOWN: i64 = 3;

impl Protocol {
    /// # Panics
    /// If the schema of the suite's messages cannot be compiled.
    pub fn new() -> Self {
        let model = model("conformance/conformance.proto");
        let codecs = Codecs::new(&model, format("protobuf").expect("a format")).expect("Protobuf's own schema");
        let codec = |name| codec(&codecs, &model, name);
        Self { request: codec("conformance.ConformanceRequest"), response: codec("conformance.ConformanceResponse") }
    }

    /// Reads a request.
    pub fn request(&self, message: &[u8]) -> Result<Request> {
        let value = self.request.decode(message).map_err(|failure| invalid(&failure.to_string()))?;
        let number = |name| self.number(&value, name);
        let ty = self.field(&value, "message_type").map(bytes).unwrap_or_default();
        let chosen = [
            (Setting::IgnoreUnknown, number("test_category") == IGNORES_UNKNOWN),
            (Setting::WriteUnknown, self.field(&value, "print_unknown_fields") == Some(&Value::Bool(true))),
        ];
        let output = Format::of_number(number("requested_output_format")).ok_or_else(|| invalid("no output format"))?;
        Ok(Request {
            payload: self.payload(&value).ok_or_else(|| invalid("no payload"))?,
            output,
            ty: String::from_utf8_lossy(ty).into_owned(),
            settings: chosen.into_iter().filter(|(_, chosen)| *chosen).map(|(setting, _)| setting).collect(),
        })
    }

    /// Writes a response.
    pub fn response(&self, outcome: &Outcome) -> Result<Vec<u8>> {
        let (case, value) = match outcome {
            Outcome::Payload(Format::Protobuf, bytes) => ("protobuf_payload", Value::Bytes(bytes.clone())),
            Outcome::Payload(format, bytes) => (format.payload(), Value::Text(bytes.clone())),
            Outcome::ParseError(message) => ("parse_error", Value::Text(message.clone().into_bytes())),
            Outcome::SerializeError(message) => ("serialize_error", Value::Text(message.clone().into_bytes())),
            Outcome::Skipped(message) => ("skipped", Value::Text(message.clone().into_bytes())),
        };
        self.encode(case, value).ok_or_else(|| invalid("no such response"))
    }

    fn encode(&self, case: &str, held: Value) -> Option<Vec<u8>> {
        let field = self.response.field("result")?;
        let case = self.response.case(field, case)?;
        let mut response = self.response.new_value();
        let Value::Struct(record) = &mut response else { return None };
        record.fields[field] = Value::Union(Some(Box::new(Held { case, value: held })));
        self.response.encode(&response).ok()
    }

    fn payload(&self, request: &Value) -> Option<(Format, Vec<u8>)> {
        let field = self.request.field("payload")?;
        let Value::Union(Some(held)) = self.field(request, "payload")? else { return None };
        let is_held = |format: &Format| self.request.case(field, format.payload()) == Some(held.case);
        let format = Format::ALL.into_iter().find(is_held)?;
        Some((format, bytes(&held.value).to_vec()))
    }

    fn field<'v>(&self, request: &'v Value, name: &str) -> Option<&'v Value> {
        let Value::Struct(record) = request else { return None };
        record.fields.get(self.request.field(name)?)
    }

    fn number(&self, request: &Value, name: &str) -> i64 {
        if let Some(Value::Enum(number)) = self.field(request, name) { *number } else { 0 }
    }
}

impl Format {
    const ALL: [Self; 4] = [Self::Protobuf, Self::Json, Self::Jspb, Self::Text];

    fn of_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number - 1).ok()?).copied()
    }

    /// Returns the name of the case that holds a message of this format in requests and responses.
    fn payload(self) -> &'static str {
        match self {
            Self::Protobuf => "protobuf_payload",
            Self::Json => "json_payload",
            Self::Jspb => "jspb_payload",
            Self::Text => "text_payload",
        }
    }
}

fn codec(codecs: &Codecs, model: &Model, name: &str) -> Codec {
    codecs.codec(model, name).unwrap_or_else(|| panic!("{name} is a message of the suite"))
}

fn bytes(value: &Value) -> &[u8] {
    if let Value::Text(bytes) | Value::Bytes(bytes) = value { bytes } else { &[] }
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidData, message)
}
