//! Arguments of the subcommands that read messages.

use super::Imports;
use super::avro::AvroSplit;
use super::wire::Wire;
use super::writers::Writers;
use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, ValueEnum};
use polywire::convert::MAX_SIZE;
use polywire_ir::limits;
use polywire_stream::avro_file;
use std::path::PathBuf;

/// Messages to read.
#[derive(ClapArgs)]
pub struct Messages {
    /// How messages are separated in the file.
    #[arg(long, value_enum, default_value_t = FramingArg::None)]
    pub framing: FramingArg,

    /// Schema of the messages.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,

    /// Type of the messages, as in `trade.Account` or `Account`; optional if the schema has just one, or if the messages
    /// name it (SBE, ZebraPack).
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    #[command(flatten)]
    pub writers: Writers,

    #[command(flatten)]
    pub limits: MessageLimits,

    /// How codecs are run; see docs/command.md.
    #[arg(long, value_enum, default_value_t)]
    pub engine: Engine,

    /// When to decompress files (gzip and zstd).
    #[arg(long, value_enum, default_value_t)]
    pub decompress: Compression,

    /// Expand the entities that a document of XML declares, and apply its defaults of attributes, instead of rejecting it. Other
    /// files are never read for it, and what it may add is limited.
    #[arg(long)]
    pub xml_entities: bool,

    /// Go on behind damaged blocks of Avro files, which are reported.
    #[arg(long)]
    pub skip_damaged: bool,

    #[command(flatten)]
    pub imports: Imports,

    #[command(flatten)]
    pub split: AvroSplit,
}

/// Files of messages.
#[derive(ClapArgs)]
pub struct Files {
    /// Files to read; `-` is standard input, which is also read if no file is given and it is not a terminal.
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
}

impl Messages {
    /// How messages are separated, in files of these formats.
    pub fn framing_of(&self, wires: &[Wire]) -> FramingArg {
        let is_lines = self.framing == FramingArg::None && wires.iter().any(|wire| wire.is_lines);
        if is_lines { FramingArg::Lines } else { self.framing }
    }
}

/// The treatment of compressed input.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Compression {
    /// If the first bytes are those of a gzip or zstd file.
    #[default]
    Auto,
    /// Never.
    Never,
}

/// How codecs are run.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// As bytecode, then as machine code when there is enough data to make compilation worthwhile.
    #[default]
    Auto,
    /// As bytecode.
    Bytecode,
    /// As machine code, if the processor is supported.
    Jit,
}

/// Limits on a message; docs/limits.md describes each limit.
#[derive(Clone, ClapArgs)]
pub struct MessageLimits {
    /// Maximum nesting of a message.
    #[arg(long, value_name = "LEVELS", default_value_t = limits::DEPTH, value_parser = RangedU64ValueParser::<u32>::new().range(0..=DEEPEST))]
    pub max_depth: u32,

    /// Bytes of memory or work that a message may take out of proportion to its own size.
    #[arg(long, value_name = "BYTES", default_value_t = limits::BUDGET)]
    pub budget: u64,

    /// Maximum size of a block of an Avro file in bytes, compressed or not.
    #[arg(long, value_name = "BYTES", default_value_t = avro_file::Limits::default().block)]
    pub max_block: u64,

    /// Maximum size of a message in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = MAX_SIZE, value_parser = RangedU64ValueParser::<u64>::new().range(0..=MAX_SIZE))]
    pub max_size: u64,
}

/// Codecs are recursive, and the stack is finite.
const DEEPEST: u64 = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FramingArg {
    /// The file is one message.
    None,
    /// Each message is prefixed by its length as a varint.
    Delimited,
    /// Each message is prefixed by its length in 2 bytes, little-endian.
    U16Le,
    /// Each message is prefixed by its length in 2 bytes, big-endian.
    U16Be,
    /// Each message is prefixed by its length in 4 bytes, little-endian.
    U32Le,
    /// Each message is prefixed by its length in 4 bytes, big-endian.
    U32Be,
    /// Each message is prefixed by its length in 8 bytes, little-endian.
    U64Le,
    /// Each message is prefixed by its length in 8 bytes, big-endian.
    U64Be,
    /// Each message is behind FIX's Simple Open Framing Header; for SBE.
    Sofh,
    /// Messages follow each other directly; for self-delimiting formats.
    Concatenated,
    /// Messages of GIOP follow each other directly, and fragments are put together.
    Giop,
    /// Each message is one line; for text formats.
    Lines,
    /// JSON is one array with a message in each element; binary messages are prefixed by their lengths.
    Array,
    /// XML is one document, and each element in its element is a message; other formats have one message per line or are prefixed by
    /// their lengths.
    Elements,
    /// The blobs of an OpenStreetMap file (`.osm.pbf`).
    OsmPbf,
    /// The records of an Avro file (`.avro`), which contains its schema. Files that are read are recognized.
    AvroFile,
}
