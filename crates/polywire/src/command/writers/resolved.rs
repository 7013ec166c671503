use crate::command::args::{FramingArg, Global, Messages};
use crate::command::avro_file::{reading, schema_in};
use crate::command::failure::Failure;
use crate::command::model::Schema;
use polywire::Format;
use polywire::convert::Framing;
use polywire::schema::{Writer, writer};
use polywire_stream::avro_file::Header;
use std::path::Path;
use std::sync::Arc;

/// Messages of one writer that are read as a type of another schema (Avro 1.12 specification, "Schema Resolution").
#[derive(Clone)]
pub struct Resolved {
    /// How messages are found.
    pub framing: Framing,
    /// The writer's schema, for decoders.
    pub writer: Arc<Writer>,
}

impl Resolved {
    /// Reads the schema in the header of an Avro file.
    pub fn of_file(messages: &Messages, (path, header): (&Path, &Header), global: Global) -> Result<Self, Failure> {
        if messages.writers.writer_schema.is_some() {
            let message = format!("{}: the file contains its schema, so --writer-schema is not for it", path.display());
            return Err(Failure::Usage(message));
        }
        let (schema, name) = schema_in(header, path, &messages.imports, global)?;
        let framing = reading(messages, (&schema, &name), global)?;
        Ok(Self { framing, writer: writer(schema.model.clone(), &name).map_err(Failure::Usage)? })
    }

    /// Reads the schema that the user names, if there is one.
    pub fn named(
        messages: &Messages,
        (framing, format): (FramingArg, &'static Format),
        global: Global,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = &messages.writers.writer_schema else { return Ok(None) };
        if !format.resolves_writers() {
            let message = format!("--writer-schema: {} has no rules for data of another schema; avro has", format.name);
            return Err(Failure::Usage(message));
        }
        let schema = Schema::load(path, &messages.imports, global)?;
        let name = schema.type_name(messages.writers.writer_type.as_deref())?;
        let framing = messages.framing_to_read((framing, format), (&schema, &name), global)?;
        Ok(Some(Self { framing, writer: writer_of((&schema, &name), format, global)? }))
    }
}

/// Returns a type of a schema for decoders of its data.
pub(super) fn writer_of(
    (schema, name): (&Schema, &str),
    format: &Format,
    global: Global,
) -> Result<Arc<Writer>, Failure> {
    writer(schema.model_for(&[format], global)?.into_owned(), name).map_err(Failure::Usage)
}
