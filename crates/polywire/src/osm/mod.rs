//! OpenStreetMap files: the container's own messages, compiled by Polywire from the schemas in `examples/osm`.
//!
//! Each blob of a file is converted to one [`BLOCK`] message in Protobuf, and back. So a file can be converted to and
//! from any wire format, one message at a time.

mod block;
mod check;
mod container;
mod error;
mod fields;
mod invalid;

pub use error::Error;
pub use invalid::{Invalid, Problem};

use crate::schema::{self, Language};
use block::Blocks;
use container::{Blob, Container};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::Model;
use polywire_stream::osm_pbf;
use std::io::{BufRead, Write};
use std::sync::OnceLock;

/// The message for one blob.
pub const BLOCK: &str = "osm.FileBlock";

/// Wire format of [`BLOCK`] and of the container.
pub const FORMAT: &str = "protobuf";

const CONTAINER_SCHEMA: &str = "fileformat.proto";
const BLOCK_SCHEMA: &str = "file.proto";

const SCHEMAS: [(&str, &str); 3] = [
    (CONTAINER_SCHEMA, include_str!("../../../../examples/osm/fileformat.proto")),
    (BLOCK_SCHEMA, include_str!("../../../../examples/osm/file.proto")),
    ("osmformat.proto", include_str!("../../../../examples/osm/osmformat.proto")),
];

/// Returns the types of [`BLOCK`] and its parts.
pub fn model() -> Result<Model, Error> {
    compile(BLOCK_SCHEMA)
}

fn compile(root: &str) -> Result<Model, Error> {
    let load = |path: &str| {
        let (name, text) = SCHEMAS.iter().find(|(name, _)| *name == path).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: (*name).to_owned(), bytes: text.as_bytes().to_vec() })
    };
    schema::compile(Language::Proto, root, &load).model.ok_or(Error::BuiltInSchema)
}

/// The codecs of the container, shared by all files.
struct BuiltIn {
    container: Container,
    blocks: Blocks,
}

impl BuiltIn {
    fn get() -> Result<&'static Self, Error> {
        static BUILT_IN: OnceLock<Option<BuiltIn>> = OnceLock::new();
        BUILT_IN.get_or_init(Self::compile).as_ref().ok_or(Error::BuiltInSchema)
    }

    fn compile() -> Option<Self> {
        let container = Container::new(&compile(CONTAINER_SCHEMA).ok()?)?;
        Some(Self { container, blocks: Blocks::new(&model().ok()?)? })
    }
}

/// Reads and writes `.osm.pbf` files.
pub struct OsmFile {
    codecs: &'static BuiltIn,
    header_bytes: Vec<u8>,
    blob_bytes: Vec<u8>,
    has_losses: bool,
}

impl OsmFile {
    /// Compiles the codecs of the container, once for all files.
    pub fn new() -> Result<Self, Error> {
        let codecs = BuiltIn::get()?;
        Ok(Self { codecs, header_bytes: Vec::new(), blob_bytes: Vec::new(), has_losses: false })
    }

    /// Reads the next blob as a [`BLOCK`]; false at the end of the file. After [`Error::Invalid`], the block is available,
    /// and the next blob can be read.
    pub fn read(&mut self, reader: &mut impl BufRead, block: &mut Vec<u8>) -> Result<bool, Error> {
        if !osm_pbf::read_header(reader, &mut self.header_bytes)? {
            return Ok(false);
        }
        let header = self.codecs.container.decode_header(&self.header_bytes)?;
        osm_pbf::read_blob(reader, header.blob_len, &mut self.blob_bytes)?;
        let stored = self.codecs.container.decode_data(&self.blob_bytes)?;
        self.has_losses = header.has_unknown || stored.has_unknown;
        let (data, compression) = (stored.data, stored.compression);
        *block = self.codecs.blocks.encode(Blob { kind: header.kind, index: header.index, data, compression })?;
        check::check(block).map_err(Error::Invalid)?;
        Ok(true)
    }

    /// Writes a [`BLOCK`] as a blob.
    pub fn write(&mut self, writer: &mut impl Write, block: &[u8]) -> Result<(), Error> {
        check::check(block).map_err(Error::Invalid)?;
        let blob = self.codecs.blocks.decode(block)?;
        let data = self.codecs.container.encode_data(&blob)?;
        let header = self.codecs.container.encode_header(&blob, data.len())?;
        Ok(osm_pbf::write_blob(writer, &header, &data)?)
    }

    /// Returns true if the container of the last blob had unknown fields, which are dropped.
    pub fn has_losses(&self) -> bool {
        self.has_losses
    }
}
