//! What an `Any` holds.

use crate::codec::{Codec, Codecs};
use polywire_ir::types::{StructId, Types};
use polywire_model::Model;
use polywire_vm::{Limits, Record, Value};

/// The format of messages in an `Any`, whatever format the `Any` is in.
const FORMAT: &str = "protobuf";

/// Name of the type in schemas.
const ANY: &str = "google.protobuf.Any";

/// Reads the messages that values of `Any` hold.
#[derive(Debug)]
pub struct Contents<'m> {
    model: &'m Model,
    codecs: Codecs,
    limits: Limits,
    any: StructId,
    /// The fields of an `Any`.
    url: usize,
    value: usize,
}

impl<'m> Contents<'m> {
    /// Those of a schema; none if it has no `Any`.
    pub fn new(model: &'m Model, limits: Limits) -> Option<Self> {
        model.find(ANY)?;
        let codecs = Codecs::new(model, crate::format(FORMAT)?).ok()?;
        let codec = codecs.codec(model, ANY)?;
        let (url, value) = (codec.field("type_url")?, codec.field("value")?);
        Some(Self { model, any: codecs.record(model, ANY)?, codecs, limits, url, value })
    }

    /// The message in a struct, and its type; none if the struct is no `Any`, or holds a type that the schema lacks, or bytes that
    /// are no such message.
    pub fn of(&self, record: StructId, value: &Record) -> Option<(StructId, Value)> {
        if record != self.any {
            return None;
        }
        let (Value::Text(url), Value::Bytes(bytes)) = (value.fields.get(self.url)?, value.fields.get(self.value)?)
        else {
            return None;
        };
        let name = std::str::from_utf8(url).ok()?.rsplit('/').next()?;
        let held = self.codecs.record(self.model, name)?;
        let message = self.codec(name)?.decode(bytes).ok()?;
        Some((held, message))
    }

    /// The types of the schema.
    pub fn types(&self) -> &Types {
        &self.codecs.module().types
    }

    fn codec(&self, name: &str) -> Option<Codec> {
        Some(self.codecs.codec(self.model, name)?.with_limits(self.limits))
    }
}
