use super::{Imports, Passes};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use polywire::calls::Protocol;
use polywire::generate::{Feature, LANGUAGES};
use std::path::PathBuf;

use super::wire::Wire;

/// Generate native types, and their codecs in the given wire formats.
#[derive(ClapArgs)]
#[command(after_help = GEN_HELP)]
pub struct Gen {
    /// Programming language.
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|it| it.name)), requires = "schemas")]
    pub lang: Option<String>,

    /// Wire formats, as in `protobuf,json`.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser(), value_delimiter = ',', requires = "schemas")]
    pub wire: Vec<Wire>,

    #[arg(long, value_name = "FRAMING", value_parser = framing_names(), value_delimiter = ',', requires = "schemas")]
    #[arg(help = of(Feature::Frames, "Framings, which find elements in a stream that arrives in chunks, as in `json_elements,delimited`"))]
    pub frames: Vec<String>,

    #[arg(long, value_name = "FILE", requires = "schemas")]
    #[arg(help = of(Feature::Bind, "Description of existing types to use in place of generated ones"))]
    pub bind: Vec<PathBuf>,

    #[arg(long)]
    #[arg(help = of(Feature::Borrowed, "Also generate types whose texts and bytes point into the message, and their codecs"))]
    pub borrowed: bool,

    #[arg(long, requires = "schemas")]
    #[arg(help = of(Feature::Views, "Also generate views, which read messages of capnp and flatbuffers in place, member by member"))]
    pub views: bool,

    #[arg(long, requires = "schemas")]
    #[arg(help = of(Feature::Describe, "Also generate descriptions of the types, for generic code"))]
    pub describe: bool,

    #[arg(long, requires = "schemas")]
    #[arg(help = of(Feature::Split, "Define encoders and decoders in source files, which a program compiles once, instead of in headers"))]
    pub split: bool,

    #[arg(long, value_name = "NAMESPACE", requires = "schemas")]
    #[arg(help = of(Feature::Namespace, "Namespace that contains those of all packages, as in `acme::wire`, or for one package, as in `trade.v1=acme::trade`; can be given several times"))]
    pub namespace: Vec<String>,

    #[arg(long, value_name = "PATH", requires = "schemas")]
    #[arg(help = of(Feature::GoPackage, "Import path of the output folder, as in `example.com/app/gen`, or of one package, as in `trade.v1=example.com/app/trade`; can be given several times. `polywire=PATH` is that of the runtime. The default is what go.mod around the folder says, or else the schema"))]
    pub go_package: Vec<String>,

    #[arg(long, value_name = "FORMAT", requires = "schemas")]
    #[arg(help = of(Feature::GoBinary, "Also generate MarshalBinary, AppendBinary and UnmarshalBinary, by the codecs of one of the wire formats"))]
    pub go_binary: Option<String>,

    #[arg(long, value_name = "FORMAT", requires = "schemas")]
    #[arg(help = of(Feature::GoJson, "Also generate MarshalJSON and UnmarshalJSON, and for encoding/json/v2 MarshalJSONTo and UnmarshalJSONFrom, by the codecs of one of the wire formats"))]
    pub go_json: Option<String>,

    #[arg(long, value_name = "PATH=ATTRIBUTE", requires = "schemas")]
    #[arg(help = of(Feature::RustAttribute, "Attribute of a type or a member, as in `trade.Order=must_use` or `trade.Order.price=doc(alias = \"cost\")`; of all types in a package, as in `trade.*=must_use`; or of all types, as in `*=must_use`. Can be given several times"))]
    pub rust_attribute: Vec<String>,

    #[arg(long, requires = "schemas")]
    #[arg(help = of(Feature::Serde, "Types implement the traits of serde if the feature `serde` of their crate is enabled"))]
    pub serde: bool,

    #[arg(long, value_name = "PREFIX", num_args = 0..=1, require_equals = true, default_missing_value = "", requires = "schemas")]
    #[arg(help = of(Feature::Envelopes, "Also generate modules with the functions and records of erlcapnp, `envelope_X/1` and `decode_X/1`; PREFIX is prepended to their names"))]
    pub envelopes: Option<String>,

    #[arg(long, value_name = "PROTOCOL", value_parser = protocol_names(), value_delimiter = ',', requires = "schemas")]
    #[arg(help = of(Feature::Rpc, "Protocols of calls, as in `grpc,connect`: also generate an interface, a client and a server for each service; messages are in the formats of --wire"))]
    pub rpc: Vec<String>,

    #[arg(long, value_name = "NAME=TYPE:PATHS", requires = "schemas")]
    #[arg(help = of(Feature::Select, "Also generate a decoder of some fields, as in `quote=trade.Account:id,wallet.amount`; can be given several times"))]
    pub select: Vec<String>,

    /// Also generate a decoder of messages that were written with another schema, as in `v1=trade.Order:order-v1.avsc`: they are read by
    /// the rules of Avro's schema resolution (`avro`, `avro_single`). Can be given several times.
    #[arg(long, value_name = "NAME=TYPE:FILE", requires = "schemas")]
    pub writer: Vec<String>,

    #[arg(long, requires = "schemas")]
    #[arg(help = of(Feature::Explain, "Also generate codecs that report error paths: where a message or a value is wrong"))]
    pub explain: bool,

    #[command(flatten)]
    pub passes: Passes,

    #[command(flatten)]
    pub imports: Imports,

    /// Folder for the generated files; created if it does not exist.
    #[arg(short, long, value_name = "DIR", requires = "schemas")]
    pub output: Option<PathBuf>,

    /// Write nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long, conflicts_with_all = ["depfile", "stamp"])]
    pub check: bool,

    /// Write nothing; list the files that are read, or those that are generated, one on each line.
    #[arg(long, value_enum, conflicts_with_all = ["check", "depfile", "stamp"])]
    pub list: Option<FileList>,

    /// Write a rule for `make`, `ninja` or CMake that names the files that were read.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,

    /// Touch this file when everything is done; generated files that would not change keep their modification time.
    #[arg(long, value_name = "FILE")]
    pub stamp: Option<PathBuf>,

    /// Project file that says what to generate. The default, if no schema is given, is ./polywire.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "schemas")]
    pub project: Option<PathBuf>,

    /// The schemas.
    #[arg(value_name = "SCHEMA", requires_all = ["lang", "wire", "output"])]
    pub schemas: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FileList {
    /// Schemas with their imports, descriptions of classes, the project file.
    Inputs,
    /// Generated files.
    Outputs,
}

const GEN_HELP: &str = "\
Examples:
  polywire gen --lang cpp --wire protobuf,json -o generated trade.proto
  polywire gen --lang erlang --wire protobuf -I schemas -o src schemas/trade.proto schemas/chat.proto
  polywire gen --lang cpp --wire protobuf --depfile trade.d --stamp trade.stamp -o generated trade.proto
  polywire gen --lang rust --wire avro --writer v1=trade.Order:order-v1.avsc -o src/generated order-v2.avsc
  polywire gen                 # as ./polywire.toml says
  polywire gen --check         # is the generated code up to date?";

fn framing_names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(polywire::framing::FRAMINGS.iter().map(|framing| framing.name))
}

fn protocol_names() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Protocol::generated().map(|protocol| protocol.name))
}

/// Returns the help of an option, with the languages that have its feature, unless all have it.
fn of(feature: Feature, help: &str) -> String {
    let titles: Vec<&str> = feature.languages().map(|language| language.title).collect();
    if titles.len() == LANGUAGES.len() { help.to_owned() } else { format!("{help} ({})", titles.join(", ")) }
}
