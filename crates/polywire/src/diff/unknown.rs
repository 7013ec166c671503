use crate::codec::{Codec, Codecs};
use crate::schema::{self, Language};
use polywire_front::{LoadError, LoadedFile};
use polywire_vm::{Limits, Record, Unknown, Value};
use std::fmt::Write;

/// Formats unknown fields: Protobuf's by number, others as bytes.
pub struct UnknownText {
    codec: Option<Codec>,
}

const SCHEMA: &str = "nothing.proto";
const NOTHING: &[u8] = b"syntax = \"proto3\"; message Nothing {}";

impl Default for UnknownText {
    fn default() -> Self {
        Self { codec: codec() }
    }
}

/// Returns the codec of a message without fields, in which everything is unknown.
fn codec() -> Option<Codec> {
    let load = |path: &str| match path {
        SCHEMA => Ok(LoadedFile { name: SCHEMA.to_owned(), bytes: NOTHING.to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let model = schema::compile(Language::Proto, SCHEMA, &load).model?;
    let codecs = Codecs::new(&model, crate::format("protobuf_text_line")?).ok()?;
    let limits = Limits { write_unknown: true, ..Limits::default() };
    Some(codecs.codec(&model, "Nothing")?.with_limits(limits))
}

impl UnknownText {
    /// Returns the fields on one line.
    pub fn of(&self, unknown: &Unknown) -> String {
        self.fields(unknown).unwrap_or_else(|| hex(&unknown.bytes))
    }

    fn fields(&self, unknown: &Unknown) -> Option<String> {
        let record = Record { fields: Vec::new(), unknown: Some(unknown.clone()) };
        let text = self.codec.as_ref()?.encode(&Value::Struct(record)).ok()?;
        let text = String::from_utf8(text).ok()?.trim_end().to_owned();
        (!text.is_empty()).then_some(text)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
