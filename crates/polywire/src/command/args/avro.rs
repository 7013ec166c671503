//! Arguments of `polywire avro`, and of what writes Avro files.

use super::messages::Compression;
use super::{Imports, ReportFormat};
use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use polywire_stream::avro_file::{self, Codec, Marker, Split};
use std::path::PathBuf;

/// Look into Avro files (`.avro`), and copy, join and compress them.
#[derive(ClapArgs)]
#[command(after_help = AVRO_HELP, subcommand_required = true)]
pub struct Avro {
    #[command(subcommand)]
    pub command: AvroCommand,
}

#[derive(Subcommand)]
pub enum AvroCommand {
    /// Print the metadata of files.
    Getmeta {
        /// Print only the value of this name, as it is.
        #[arg(long, value_name = "NAME")]
        key: Option<String>,

        /// How to print it.
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,

        #[command(flatten)]
        files: AvroFiles,
    },
    /// Print the schema of files.
    Getschema {
        /// Print the schema as it is in the file, in place of indented.
        #[arg(long)]
        raw: bool,

        #[command(flatten)]
        files: AvroFiles,
    },
    /// Count records, without reading them.
    Count {
        /// How to print it.
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,

        #[command(flatten)]
        files: AvroFiles,
    },
    /// Copy some of the records of files into one Avro file.
    Cat {
        /// The number of records to leave out first.
        #[arg(long, value_name = "NUMBER", default_value_t = 0)]
        offset: u64,

        /// The most records to copy.
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u64>,

        /// The share of the records to copy, evenly spread: 0.01 is one of each 100.
        #[arg(long, value_name = "RATE", default_value_t = 1.0, value_parser = rate)]
        sample: f64,

        #[command(flatten)]
        copy: AvroCopy,
    },
    /// Join files of the same schema. Blocks are copied as they are, if the codec stays.
    Concat {
        #[command(flatten)]
        copy: AvroCopy,
    },
    /// Write the records of files into one Avro file in the order of their schema. They are held in memory.
    Sort {
        /// Write nothing; fail if a record is smaller than the one before it.
        #[arg(long, conflicts_with = "output")]
        check: bool,

        #[command(flatten)]
        copy: AvroCopy,
    },
    /// Write a file of random records.
    Random(AvroRandom),
    /// Compress the blocks of a file anew.
    Recodec {
        #[command(flatten)]
        copy: AvroCopy,
    },
}

/// Avro files to read.
#[derive(ClapArgs)]
pub struct AvroFiles {
    /// When to decompress whole files (gzip and zstd).
    #[arg(long, value_enum, default_value_t)]
    pub decompress: Compression,

    /// Maximum size of a block in bytes, compressed or not.
    #[arg(long, value_name = "BYTES", default_value_t = avro_file::Limits::default().block)]
    pub max_block: u64,

    /// Go on behind damaged blocks, which are reported.
    #[arg(long)]
    pub skip_damaged: bool,

    #[command(flatten)]
    pub split: AvroSplit,

    /// Files to read; `-` is standard input, which is also read if no file is given and it is not a terminal.
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
}

/// A part of an Avro file, so that several programs can share its blocks.
#[derive(Clone, Copy, PartialEq, Eq, ClapArgs)]
pub struct AvroSplit {
    /// Begin an Avro file with the block behind the first marker that begins at or after this byte.
    #[arg(long, value_name = "BYTE", default_value_t = 0)]
    pub split_start: u64,

    /// End an Avro file before the block behind the first marker that begins at or after this byte, with which the next split begins.
    #[arg(long, value_name = "BYTE", default_value_t = u64::MAX, hide_default_value = true)]
    pub split_end: u64,
}

impl From<AvroSplit> for Split {
    fn from(AvroSplit { split_start: start, split_end: end }: AvroSplit) -> Self {
        Self { start, end }
    }
}

/// Avro files to copy.
#[derive(ClapArgs)]
pub struct AvroCopy {
    #[command(flatten)]
    pub writing: AvroWriting,

    /// Metadata of later files that differs from that of the first is left out.
    #[arg(long)]
    pub ignore_metadata: bool,

    #[command(flatten)]
    pub imports: Imports,

    /// Exit with 0 even if damaged blocks were left out.
    #[arg(long)]
    pub allow_loss: bool,

    /// File to write; `-` is standard output. An input file is never overwritten.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    #[command(flatten)]
    pub files: AvroFiles,
}

/// Random records.
#[derive(ClapArgs)]
pub struct AvroRandom {
    /// Schema of the records, in any language.
    #[arg(long, value_name = "FILE")]
    pub schema: PathBuf,

    /// Type of the records, if the schema has several and does not say.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// The number of records.
    #[arg(long, value_name = "NUMBER")]
    pub count: u64,

    /// The same number gives the same file.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,

    #[command(flatten)]
    pub writing: AvroWriting,

    #[command(flatten)]
    pub imports: Imports,

    /// File to write; `-` is standard output. An input file is never overwritten.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

/// How Avro files are written.
#[derive(ClapArgs)]
pub struct AvroWriting {
    /// How blocks are compressed; the default is as in the input, if that is an Avro file, else `null`.
    #[arg(long, value_enum)]
    pub codec: Option<CodecArg>,

    /// Level of compression: 0 to 9 for deflate and xz, 1 to 9 for bzip2, 1 to 22 for zstandard.
    #[arg(long, value_name = "NUMBER", requires = "codec")]
    pub level: Option<u32>,

    /// A block ends with the record that reaches this number of bytes, before compression.
    #[arg(long, value_name = "BYTES", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 30))]
    pub block_bytes: Option<usize>,

    /// The most records of a block.
    #[arg(long, value_name = "NUMBER", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub block_records: Option<u64>,

    /// Metadata to write; can be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = entry)]
    pub metadata: Vec<(String, String)>,

    /// The marker between blocks, as 32 hexadecimal digits; the default is random.
    #[arg(long, value_name = "HEX", value_parser = marker)]
    pub marker: Option<Marker>,
}

impl AvroWriting {
    /// Returns true if an option is given.
    pub fn is_any(&self) -> bool {
        let Self { codec, level, block_bytes, block_records, metadata, marker } = self;
        let has_number = level.is_some() || block_bytes.is_some() || block_records.is_some();
        has_number || codec.is_some() || !metadata.is_empty() || marker.is_some()
    }
}

/// Codecs of blocks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CodecArg {
    /// Not compressed.
    Null,
    Deflate,
    Snappy,
    Bzip2,
    Xz,
    #[value(alias = "zstd")]
    Zstandard,
}

impl From<CodecArg> for Codec {
    fn from(codec: CodecArg) -> Self {
        match codec {
            CodecArg::Null => Self::Null,
            CodecArg::Deflate => Self::Deflate,
            CodecArg::Snappy => Self::Snappy,
            CodecArg::Bzip2 => Self::Bzip2,
            CodecArg::Xz => Self::Xz,
            CodecArg::Zstandard => Self::Zstandard,
        }
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

fn entry(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is needed")?;
    match name.starts_with(avro_file::RESERVED) {
        true => Err(format!("names that begin with `{}` are Avro's own", avro_file::RESERVED)),
        false => Ok((name.to_owned(), value.to_owned())),
    }
}

fn marker(text: &str) -> Result<Marker, String> {
    let wrong = || "32 hexadecimal digits are needed".to_owned();
    let mut bytes = [0; 16];
    if text.len() != 2 * bytes.len() {
        return Err(wrong());
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        let digits = text.get(2 * place..2 * place + 2).ok_or_else(wrong)?;
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(Marker(bytes))
}

const AVRO_HELP: &str = "\
`convert`, `validate`, `inspect` and `diff` read Avro files, too; docs/avro-files.md has a table of the tools of avro-tools.

Examples:
  polywire avro getmeta events.avro
  polywire avro getschema events.avro
  polywire avro count --format json a.avro b.avro
  polywire avro cat --offset 1000 --limit 10 events.avro -o ten.avro
  polywire avro cat --sample 0.01 --codec zstandard events.avro -o sample.avro
  polywire avro cat --split-start 1000000 --split-end 2000000 events.avro -o second.avro
  polywire avro concat a.avro b.avro -o both.avro
  polywire avro sort a.avro b.avro -o sorted.avro
  polywire avro random --schema event.avsc --count 1000 --seed 7 --codec deflate -o events.avro
  polywire avro recodec --codec zstandard --level 9 events.avro -o small.avro";
