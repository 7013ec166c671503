use super::{Imports, ReportFormat};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Check a schema, and print it in another form.
#[derive(ClapArgs)]
#[command(after_help = SCHEMA_HELP)]
pub struct Schema {
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = SchemaForm::List)]
    pub to: SchemaForm,

    /// Describe this type: its fields with their numbers, types, presence, defaults and comments; with `--to sbe`, `avro` and `jsonschema`, the
    /// message to print.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// How to list types; with `--to c-layout`, how to print layouts.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    /// The file to print as text, by its path in the schema; the default is the schema's last.
    #[arg(long, value_name = "PATH")]
    pub file: Option<String>,

    /// With `--to sbe` and `sbeir`: the schema as it was in this version, without what has a later `sinceVersion`.
    #[arg(long, value_name = "VERSION")]
    pub as_version: Option<u16>,

    /// With `--to c-layout`: print only how layouts differ from those for this ABI.
    #[arg(long, value_name = "ABI")]
    pub compare_abi: Option<String>,

    /// Keep what official compilers leave out: options with source retention in a descriptor set; comments and the
    /// attributes of the language in a .bfbs file.
    #[arg(long)]
    pub keep_source_options: bool,

    #[command(flatten)]
    pub imports: Imports,

    /// File to write; `-` is standard output. A folder, or a name that ends with `/`, gets one file for each schema file, and
    /// the files import each other. An input file is never overwritten.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    /// The schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaForm {
    /// The types and methods, one on each line.
    List,
    /// Canonical `.proto` text, also of a `.capnp` schema.
    Proto,
    /// Canonical `.capnp` text, also of a `.proto` schema.
    Capnp,
    /// Canonical `.fbs` text, also of schemas of other languages.
    #[value(alias = "flatbuffers")]
    Fbs,
    /// The compiled schema of an `.fbs` schema and its includes, as flatc writes it.
    Bfbs,
    /// A serialized `FileDescriptorSet` of the schema and its imports, as protoc writes it.
    DescriptorSet,
    /// `.fbe` text of FastBinaryEncoding, of a schema in any language.
    Fbe,
    /// A C header of all types of a schema in any language, with assertions of their layouts for the ABI of `--option memory.abi`.
    C,
    /// The layouts of structs in memory, with their holes, for the ABI of `--option memory.abi`; `--format json` has a line for each.
    CLayout,
    /// CORBA's IDL of all types and services of a schema in any language, in one file.
    Idl,
    /// XML Schema: of an `.xsd` schema, which is a file for each namespace, or of the documents that `xml` writes for a schema in any
    /// other language.
    Xsd,
    /// The XML schema of Simple Binary Encoding: for one message, or a whole `.xml` schema in canonical form.
    Sbe,
    /// An SBE schema as sbe-tool serializes it (`.sbeir`).
    Sbeir,
    /// Go structs with zids, of a schema in any language.
    Go,
    /// The compiled schema of Go structs with zids (`.z`), as ZebraPack writes it.
    Zebrapack,
    /// The schema of Avro (`.avsc`): for one message, or a whole Avro schema with everything that it says.
    #[value(alias = "avsc")]
    Avro,
    /// The protocol of an Avro schema (`.avpr`).
    Avpr,
    /// Avro's interface description (`.avdl`) of an Avro schema.
    Avdl,
    /// The Parsing Canonical Form of an Avro schema, which is the same for all that say the same about messages.
    AvroCanonical,
    /// The fingerprints of an Avro schema in hexadecimal digits: CRC-64-AVRO, MD5 and SHA-256.
    AvroFingerprints,
    /// JSON Schema of the messages of one type, as `json` writes them.
    #[value(name = "jsonschema", alias = "json-schema")]
    JsonSchema,
}

const SCHEMA_HELP: &str = "\
A schema is a .proto file or a serialized FileDescriptorSet (.fds, .desc, .pb, .binpb, .protoset); a .capnp file or a
serialized CodeGeneratorRequest of its compiler (.cgr, .cgr.bin); an .fbs file or a compiled one (.bfbs); an .fbe file; an .idl
file of CORBA; a C header (.h), a preprocessed one (.i), or an object file with debugging information (.o, .obj, .so, .elf);
an .xsd file; an .xml schema of Simple Binary Encoding or its serialized form (.sbeir); a .go file with structs or a compiled
schema of ZebraPack (.z); or a schema of Avro (.avsc), a protocol (.avpr) or an interface description (.avdl).

Examples:
  polywire schema trade.proto
  polywire schema --type trade.Account trade.proto
  polywire schema --format json trade.proto
  polywire schema --to proto trade.fds
  polywire schema --to capnp trade.proto
  polywire schema --to fbe trade.proto
  polywire schema --to idl trade.proto
  polywire schema --to xsd trade.proto
  polywire schema --to c trade.h
  polywire schema --to c-layout --compare-abi i386-sysv trade.h
  polywire schema --to fbs trade.proto
  polywire schema --to fbs -o flatbuffers/ trade.proto
  polywire schema --to sbe --type trade.Account trade.proto
  polywire schema --to avro --type trade.Account trade.proto
  polywire schema --to avdl user.avsc
  polywire schema --to avro-fingerprints user.avsc
  polywire schema --to jsonschema --type trade.Account trade.proto
  polywire schema --to go trade.proto
  polywire schema --to zebrapack -o order.z order.go
  polywire schema --to descriptor-set -o trade.fds trade.proto";
