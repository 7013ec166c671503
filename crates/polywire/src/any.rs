//! The messages in `Any` values.

use crate::codec::Codecs;
use polywire_ir::types::{StructId, Types};
use polywire_model::Model;
use polywire_vm::{Limits, Record, Value};

/// The format of the message in an `Any`, regardless of the format of the `Any`.
const FORMAT: &str = "protobuf";

/// Name of the type in schemas.
const ANY: &str = "google.protobuf.Any";

/// Decodes the messages in values of `Any`.
#[derive(Debug)]
pub struct Contents {
    codecs: Codecs,
    limits: Limits,
    any: StructId,
    /// Indices of the fields of an `Any`.
    url: usize,
    value: usize,
}

impl Contents {
    /// Returns the decoder for a schema; `None` if the schema has no `Any`.
    pub fn new(model: &Model, limits: Limits) -> Option<Self> {
        model.find(ANY)?;
        Self::of_codecs(&Codecs::new(model, crate::format(FORMAT)?).ok()?, limits)
    }

    /// Returns the decoder that uses existing codecs; `None` if their schema has no `Any` or their format is another
    /// one.
    pub fn of_codecs(codecs: &Codecs, limits: Limits) -> Option<Self> {
        let any = codecs.record_named(ANY).filter(|_| codecs.format().name == FORMAT)?;
        let fields = &codecs.module().types.record(any).fields;
        let field = |name: &str| fields.iter().position(|field| field.name == name);
        Some(Self { url: field("type_url")?, value: field("value")?, any, codecs: codecs.clone(), limits })
    }

    /// Decodes the message in a struct and returns it with its type; `None` if the struct is not an `Any`, its type is
    /// not in the schema, or its bytes are invalid.
    pub fn of(&self, record: StructId, value: &Record) -> Option<(StructId, Value)> {
        if record != self.any {
            return None;
        }
        let (Value::Text(url), Value::Bytes(bytes)) = (value.fields.get(self.url)?, value.fields.get(self.value)?)
        else {
            return None;
        };
        let held = self.codecs.record_named(std::str::from_utf8(url).ok()?.rsplit('/').next()?)?;
        let codec = self.codecs.codec_of(held)?.with_limits(self.limits);
        Some((held, codec.decode(bytes).ok()?))
    }

    /// The types of the schema.
    pub fn types(&self) -> &Types {
        &self.codecs.module().types
    }
}
