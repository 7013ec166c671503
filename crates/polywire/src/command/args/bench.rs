use super::messages::{Engine, FramingArg};
use super::wire::{self, Wire};
use super::{Imports, Passes, ReportFormat};
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Measure wire formats on your own schema and messages: size, time, memory, code.
#[derive(ClapArgs)]
#[command(after_help = BENCH_HELP)]
pub struct Bench {
    /// Type of the messages, as in `trade.Account` or `Account`; optional if the schema has just one.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// Messages to measure with: one message, a stream of them, or an Avro file.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    /// Wire format of these messages; the default depends on the extension of the file.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub from: Option<Wire>,

    /// How the messages of a stream are separated; without it, JSON may be one value or several.
    #[arg(long, value_enum, default_value_t = FramingArg::None)]
    pub framing: FramingArg,

    /// Wire formats to measure, as in `protobuf,json`; the default is all that can represent the type.
    #[arg(long, value_name = "FORMAT", value_parser = bench_format_names(), value_delimiter = ',')]
    pub wire: Vec<String>,

    /// Engines to measure, as in `cpp,go`.
    #[arg(long, value_enum, value_name = "LANGUAGE", value_delimiter = ',', default_value = "cpp")]
    pub lang: Vec<BenchLanguage>,

    /// Also measure other implementations that are installed in the system or in this folder.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "build/peers")]
    pub peers: Option<PathBuf>,

    /// Also measure how generated code reads the messages of the other implementations, where they differ from its own (C++).
    #[arg(long, requires = "peers")]
    pub read_peers: bool,

    /// Flags for the C++ compiler; the compiler is CXX, or else the first of c++, g++ and clang++.
    #[arg(
        long,
        value_name = "FLAGS",
        default_value = "-std=c++20 -O3 -march=native -DNDEBUG",
        allow_hyphen_values = true
    )]
    pub cxxflags: String,

    /// Number of rounds, in each of which everything is measured.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub rounds: usize,

    /// Approximate duration of each measurement in a round, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 5, value_parser = RangedU64ValueParser::<u64>::new().range(1..=10_000))]
    pub slice: u64,

    /// Folder for the report and the compiled programs; created if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The form of the output.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    #[command(flatten)]
    pub passes: Passes,

    #[command(flatten)]
    pub imports: Imports,

    /// The schema; without it, the data is an Avro file, which contains its schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: Option<PathBuf>,
}

/// Engines that run the measured codecs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchLanguage {
    /// Generated C++.
    Cpp,
    /// Generated Erlang.
    Erlang,
    /// Generated Go.
    Go,
    /// Generated Rust.
    Rust,
    /// Generated Rust with a runtime that has no `unsafe`.
    RustSafe,
    /// The command's own codecs, which need no compiler.
    Command,
}

/// Be a codec that is measured.
#[derive(ClapArgs)]
#[command(hide = true)]
pub struct BenchSubject {
    /// Wire format.
    #[arg(long, value_parser = Wire::parser())]
    pub wire: Wire,

    /// Type of the messages.
    #[arg(long = "type")]
    pub type_name: String,

    /// How codecs are run.
    #[arg(long, value_enum, default_value_t)]
    pub engine: Engine,

    #[command(flatten)]
    pub imports: Imports,

    /// The schema.
    pub schema: PathBuf,

    /// The messages, in the format that holds every value.
    pub images: PathBuf,

    /// File for the messages in this format.
    pub messages: Option<PathBuf>,
}

const BENCH_HELP: &str = "\
For each format, code is generated, compiled and checked: every message must read back as the value that was written.
docs/bench.md describes what is measured, and when a difference counts as one. --out writes a page with charts
(report.html), the charts alone (*.svg), and all numbers as JSON and CSV.

Examples:
  polywire bench --type trade.Account --data account.json trade.proto
  polywire bench --type trade.Order --data orders.jsonl --wire protobuf,capnp --peers --out bench trade.proto
  polywire bench --type trade.Order --data orders.bin --from protobuf --framing delimited --format json trade.proto
  polywire bench --data orders.avro --wire avro,protobuf,json --lang command";

/// Polywire's formats, and those that only other implementations have.
fn bench_format_names() -> impl TypedValueParser<Value = String> {
    let own = polywire::FORMATS.iter().map(|format| format.name);
    let all: PossibleValuesParser = wire::names(own.chain(polywire_bench::peers::FORMATS_OF_OTHERS));
    all.map(|name| Wire::of(&name).map_or(name, |wire| wire.format.name.to_owned()))
}
