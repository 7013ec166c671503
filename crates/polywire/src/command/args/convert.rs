use super::avro::AvroWriting;
use super::messages::{Files, FramingArg, Messages};
use super::origin::{Origin, OriginParser};
use super::wire::Wire;
use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, ValueEnum};
use polywire::Limits;
use polywire::convert::{Canonical, Method};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Convert messages from one wire format to another, one at a time.
#[derive(ClapArgs)]
#[command(after_help = CONVERT_HELP)]
pub struct Convert {
    /// Wire format of the input; or a channel, as in `channel:orders`, whose messages are read until its sender closes it.
    #[arg(long, value_name = "FORMAT", value_parser = OriginParser(Wire::parser_of_all()))]
    pub from: Origin,

    /// Wire format of the output.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser_of_all())]
    pub to: Wire,

    #[command(flatten)]
    pub messages: Messages,

    /// How messages are separated in the output; the default is as in the input.
    #[arg(long, value_enum)]
    pub to_framing: Option<FramingArg>,

    /// Messages of several types, each of which names its type in SBE; in JSON, it is an object with one member that has the name of
    /// the type, as in `{"trade.Order":{"id":1}}`.
    #[arg(long, requires = "schema", conflicts_with_all = ["type_name", "select", "self_describing", "writer_schema", "writer_schemas", "registry", "to_registry_id"])]
    pub mixed: bool,

    /// Write the header of a schema registry with this id in front of each message (`avro`).
    #[arg(long, value_name = "ID")]
    pub to_registry_id: Option<u32>,

    /// Fields to read, as in `id,wallet.amount`; others are skipped, and are not in the output.
    #[arg(long, value_name = "PATHS", requires = "schema")]
    pub select: Option<String>,

    /// Skip unknown members and unknown enumerator names in text formats,
    /// instead of rejecting the message.
    #[arg(long)]
    pub ignore_unknown: bool,

    /// Write unknown fields by number in formats that have no names for them
    /// (`protobuf_text`). They are for people, and cannot be read back.
    #[arg(long)]
    pub write_unknown: bool,

    /// Write documents of XML in a canonical form; without `-with-comments`, comments are left out.
    #[arg(long, value_enum, value_name = "FORM")]
    pub canonical: Option<CanonicalArg>,

    /// Prefixes whose declarations the exclusive canonical form keeps where they are, with commas in between; `#default` for the default
    /// namespace.
    #[arg(long, value_name = "PREFIXES", value_delimiter = ',')]
    pub inclusive_prefixes: Vec<String>,

    /// Exit with 0 even if the output lacks data that is in the input.
    #[arg(long)]
    pub allow_loss: bool,

    /// Write the schema in front of the messages, so that they can be read without another file (`zebrapack`).
    #[arg(long, conflicts_with_all = ["writer_schemas", "registry"])]
    pub self_describing: bool,

    /// Read nothing; list the values that the output would lack or change, from the schema alone.
    #[arg(long)]
    pub explain_loss: bool,

    /// Number of threads that convert the messages of a stream, in order; 0 means one for each processor.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_JOBS))]
    pub jobs: usize,

    /// Add the records to the Avro file that `-o` names. Its schema has to be that of the records; its codec, metadata and marker stay.
    #[arg(long, conflicts_with_all = ["codec", "metadata", "marker"], help_heading = "Avro files")]
    pub append: bool,

    #[command(flatten, next_help_heading = "Avro files")]
    pub avro: AvroWriting,

    /// File to write; `-` is standard output. With several input files, it may be an existing folder, which gets a file
    /// for each. An existing file is replaced when the output is complete; an input file is never overwritten.
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Options")]
    pub output: PathBuf,

    #[command(flatten)]
    pub files: Files,
}

/// The canonical forms of XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CanonicalArg {
    /// Canonical XML 1.0.
    #[value(name = "c14n")]
    C14n,
    /// Canonical XML 1.0.
    #[value(name = "c14n-with-comments")]
    C14nWithComments,
    /// Canonical XML 1.1.
    #[value(name = "c14n11")]
    C14n11,
    /// Canonical XML 1.1.
    #[value(name = "c14n11-with-comments")]
    C14n11WithComments,
    /// Exclusive XML Canonicalization 1.0.
    Exclusive,
    /// Exclusive XML Canonicalization 1.0.
    ExclusiveWithComments,
}

impl CanonicalArg {
    /// The specification, and whether comments are kept.
    pub fn method(self) -> (Method, bool) {
        match self {
            Self::C14n => (Method::Inclusive, false),
            Self::C14nWithComments => (Method::Inclusive, true),
            Self::C14n11 => (Method::Inclusive11, false),
            Self::C14n11WithComments => (Method::Inclusive11, true),
            Self::Exclusive => (Method::Exclusive, false),
            Self::ExclusiveWithComments => (Method::Exclusive, true),
        }
    }
}

/// Each has a stack of its own.
const MOST_JOBS: u64 = 256;

impl Convert {
    /// How messages are separated in the input and in the output; the input may be an Avro file without saying so.
    pub fn framings(&self, is_avro_file: bool) -> [FramingArg; 2] {
        let read = if is_avro_file { FramingArg::AvroFile } else { self.messages.framing_of(&[*self.from]) };
        [read, self.to_framing.unwrap_or_else(|| self.framing_to_write(read))]
    }

    /// How messages are separated in the output, if the user does not say.
    fn framing_to_write(&self, read: FramingArg) -> FramingArg {
        let is_avro = self.to.format.name == "avro";
        match read {
            // The names in a folder end like this, too.
            _ if is_avro
                && (self.append || self.output.is_dir() || self.output.extension().is_some_and(|it| it == "avro")) =>
            {
                FramingArg::AvroFile
            }
            FramingArg::None if self.to.is_lines => FramingArg::Lines,
            FramingArg::AvroFile if self.to.format.is_text => FramingArg::Lines,
            FramingArg::AvroFile if !is_avro => FramingArg::Delimited,
            read => read,
        }
    }

    /// Limits of reading and writing.
    pub fn limits(&self) -> Limits {
        Limits { ignore_unknown: self.ignore_unknown, write_unknown: self.write_unknown, ..self.messages.limits() }
    }

    /// The canonical form of documents.
    pub fn canonical(&self) -> Option<Canonical> {
        let (method, has_comments) = self.canonical?.method();
        let prefix = |it: &String| if it == "#default" { String::new() } else { it.clone() };
        let inclusive_prefixes = self.inclusive_prefixes.iter().map(prefix).collect();
        Some(Canonical { method, has_comments, inclusive_prefixes })
    }

    /// The number of threads that convert messages.
    pub fn jobs(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            jobs => jobs,
        }
    }
}

const CONVERT_HELP: &str = "\
MessagePack, FlexBuffers and JSON are converted into each other without a schema too, and Protocol Buffers to JSON, for
viewing only: fields have their numbers as names, and types are guessed. docs/command.md has the mapping. ZebraPack needs
none if it was written with `--self-describing`.

Avro files are recognized, and contain their schema. They are written to names that end with `.avro`, or with `--to-framing avro-file`.

With a framing other than `none` and `array`, JSON has one message on each line. `osm-pbf` reads or writes OpenStreetMap
files, each blob of which is one message; it has its own schema.

Examples:
  polywire convert --from msgpack --to json data.msgpack
  polywire convert --from json --to json_pretty data.json.gz
  polywire convert --from protobuf --to json --schema trade.proto --type Account one.bin
  polywire convert --from pb --to json --schema trade.proto --type Account -o converted/ a.bin b.bin
  polywire convert --framing osm-pbf --from protobuf --to json map.osm.pbf -o map.jsonl
  polywire convert --framing osm-pbf --from json --to protobuf map.jsonl -o back.osm.pbf
  polywire convert --framing delimited --from protobuf --to json \\
      --schema trade.proto --type trade.Order orders.bin
  polywire convert --framing u32-be --from protobuf --to-framing concatenated --to capnp \\
      --schema trade.proto --type trade.Order orders.bin -o orders.capnp
  polywire convert --from json --to zebrapack --self-describing --schema trade.proto --type trade.Order \\
      one.json -o one.zebra
  polywire convert --from zebrapack --to json one.zebra
  polywire convert --from avro --to json events.avro
  polywire convert --from avro_single --to json --framing delimited --writer-schemas schemas/ --schema order-v2.avsc orders.bin
  polywire convert --from avro --to json --framing delimited --registry ids.json orders.bin
  polywire convert --from jsonl --to avro --codec zstandard --schema trade.proto --type trade.Order orders.jsonl -o orders.avro
  polywire convert --from jsonl --to avro --append --schema event.avsc more.jsonl -o events.avro
  polywire convert --from protobuf --to json --explain-loss --schema trade.proto --type trade.Account";
