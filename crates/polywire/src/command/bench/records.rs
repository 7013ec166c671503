//! The records of an Avro file as a sample. The file contains its schema.

use crate::command::args::{Bench, Compression, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::model::Schema;
use polywire::convert::{AvroInput, Framing};
use polywire::schema::{Writer, writer};
use polywire_stream::avro_file::Header;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the header of the file says.
pub(super) struct Records {
    header: Header,
    schema: Schema,
    name: String,
}

impl Records {
    /// Reads the header of the data if it is an Avro file.
    pub fn of(args: &Bench, global: Global) -> Result<Option<Self>, Failure> {
        let may_be = args.from.is_none_or(|wire| wire.format.name == avro_file::FORMAT);
        let is_file = match args.framing {
            FramingArg::AvroFile => true,
            FramingArg::None => may_be && avro_file::is_one(&args.data, Compression::Auto)?,
            _ => false,
        };
        if !is_file {
            return Ok(None);
        }
        let header = avro_file::header(&args.data, Compression::Auto)?;
        let (schema, name) = avro_file::schema_in(&header, &args.data, &args.imports, global)?;
        Ok(Some(Self { header, schema, name }))
    }

    /// Writes the schema into a folder, for the programs that are measured; returns the path.
    pub fn write_schema(&self, data: &Path, folder: &Path) -> Result<PathBuf, Failure> {
        let text = self.header.schema().map_err(|error| avro_file::failure(data, &error))?;
        let path = folder.join(data.file_stem().unwrap_or_default()).with_extension("avsc");
        let write = || fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        write().map_err(|error| Failure::writing(&path, &error))?;
        Ok(path)
    }

    /// Returns how the records are found.
    pub fn framing(&self, global: Global) -> Result<Framing, Failure> {
        let codec = avro_file::boundary((&self.schema, &self.name), global)?;
        Ok(Framing::AvroInput(Box::new(AvroInput::whole(codec))))
    }

    /// Returns the writer's schema, for decoders of another type.
    pub fn writer(&self) -> Result<Arc<Writer>, Failure> {
        writer(self.schema.model.clone(), &self.name).map_err(Failure::Usage)
    }
}
