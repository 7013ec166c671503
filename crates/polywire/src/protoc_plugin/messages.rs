use crate::codec::Codecs;
use crate::generate::Outputs;
use crate::message::{Error, Message};
use crate::schema::{self, Edition, Language};
use polywire_front::{LoadError, LoadedFile};
use polywire_vm::Value;

const SCHEMA: &str = "plugin.proto";

/// Supported features: proto3 optional fields, and editions.
const FEATURES: u64 = 1 | 2;

/// The messages of `plugin.proto`.
pub(super) struct Messages {
    request: Message<3>,
    response: Message<5>,
    file: Message<2>,
    files: Message<1>,
}

/// The request of protoc.
pub(super) struct Request {
    /// Paths of the schemas to generate code for.
    pub files: Vec<String>,
    pub parameter: String,
    /// A serialized `FileDescriptorSet` of the schemas and all that they import.
    pub descriptors: Vec<u8>,
}

impl Messages {
    pub fn new() -> Option<Self> {
        let bytes = include_bytes!("plugin.proto").to_vec();
        let load = |path: &str| match path {
            SCHEMA => Ok(LoadedFile { name: SCHEMA.to_owned(), bytes: bytes.clone() }),
            _ => Err(LoadError::NotFound),
        };
        let model = schema::compile(Language::Proto, SCHEMA, &load).model?;
        let codecs = Codecs::new(&model, crate::format("protobuf")?).ok()?;
        let request_fields = ["file_to_generate", "parameter", "proto_file"];
        let response_fields = ["error", "supported_features", "minimum_edition", "maximum_edition", "file"];
        Some(Self {
            request: Message::new(&model, &codecs, "polywire.plugin.Request", "request", request_fields)?,
            response: Message::new(&model, &codecs, "polywire.plugin.Response", "response", response_fields)?,
            file: Message::new(&model, &codecs, "polywire.plugin.Response.File", "file", ["name", "content"])?,
            files: Message::new(&model, &codecs, "polywire.plugin.Files", "files", ["file"])?,
        })
    }

    pub fn decode(&self, bytes: &[u8]) -> Result<Request, Error> {
        let message = self.request.decode(bytes)?;
        let [Value::List(files), parameter, descriptors] = self.request.get(&message)? else {
            return Err(Error::Incomplete);
        };
        Ok(Request {
            files: files.iter().map(text).collect(),
            parameter: text(parameter),
            descriptors: self.files.encode(&self.files.make([descriptors.clone()]))?,
        })
    }

    pub fn encode(&self, generated: Result<Outputs, String>) -> Result<Vec<u8>, Error> {
        let file = |(name, contents): (&str, &str)| self.file.make([text_value(name), Value::Bytes(contents.into())]);
        let (error, files) = match generated {
            Ok(outputs) => (Value::Absent, outputs.iter().map(file).collect()),
            Err(error) => (text_value(&error), Vec::new()),
        };
        let edition = |edition: Edition| Value::Int(edition.0.into());
        self.response.encode(&self.response.make([
            error,
            Value::Uint(FEATURES),
            edition(Edition::PROTO2),
            edition(Edition::E2026),
            Value::List(files),
        ]))
    }
}

fn text_value(text: &str) -> Value {
    Value::Text(text.into())
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    }
}
