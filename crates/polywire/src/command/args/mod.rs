//! The command's arguments and its help: one file for each group of subcommands.

mod avro;
mod bench;
mod breaking;
#[cfg(feature = "net")]
mod call;
#[cfg(all(feature = "net", target_os = "linux"))]
mod channel;
mod convert;
mod diff;
mod gen_code;
mod inspect;
#[cfg(feature = "net")]
mod listening;
#[cfg(feature = "net")]
mod load;
mod messages;
mod origin;
mod other;
#[cfg(feature = "net")]
mod proxy;
mod schema;
#[cfg(feature = "net")]
mod serve;
mod source;
mod wire;
mod writers;

pub use avro::{Avro, AvroCommand, AvroCopy, AvroFiles, AvroRandom, AvroWriting};
pub use bench::{Bench, BenchLanguage, BenchSubject};
pub use breaking::{Breaking, DirectionArg, SeverityArg};
#[cfg(feature = "net")]
pub use call::{AvroTransport, Call, CallCompression, Spoken};
#[cfg(all(feature = "net", target_os = "linux"))]
pub use channel::{Channel, ChannelBench, ChannelCommand, ChannelCreate, ChannelReceive, ChannelSend, ChannelType};
pub use convert::Convert;
pub use diff::Diff;
pub use gen_code::{FileList, Gen};
pub use inspect::{Inspect, Validate};
#[cfg(feature = "net")]
pub use listening::{Listening, identity};
#[cfg(feature = "net")]
pub use load::Load;
pub use messages::{Compression, Engine, Files, FramingArg, MessageLimits, Messages};
pub use other::{Addzid, Completions, Ir, Lock, Man};
#[cfg(feature = "net")]
pub use proxy::Proxy;
pub use schema::{Schema, SchemaForm};
#[cfg(feature = "net")]
pub use serve::Serve;
pub use source::{Format, Lint, Lsp};

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use polywire::PASSES;
use polywire_model::attr::choices;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  polywire avro count events.avro
  polywire bench --type trade.Account --data account.json --out bench trade.proto
  polywire breaking --wire protobuf,json main:trade.proto trade.proto
  polywire call http://localhost:50051 trade.Exchange/Place -d '{\"symbol\": \"AAPL\"}'
  polywire channel receive orders --schema trade.proto
  polywire convert --from msgpack --to json data.msgpack
  polywire convert --from protobuf --to json --schema trade.proto --type Account one.bin
  polywire diff --wire protobuf --schema trade.proto --type Account old.bin new.bin
  polywire format --check trade.proto
  polywire gen --lang cpp --wire protobuf,json -o generated trade.proto
  polywire inspect --wire protobuf unknown.bin
  polywire ir --wire protobuf trade.proto
  polywire lint trade.proto
  polywire load http://localhost:50051 trade.Exchange/Place order.json --duration 10s
  polywire lock trade.proto
  polywire lsp
  polywire proxy --listen connect=http://127.0.0.1:8080 --to grpc=http://localhost:50051
  polywire runtime cpp -o include
  polywire schema --to descriptor-set -o trade.fds trade.proto
  polywire serve --mock trade.proto
  polywire validate --wire protobuf --schema trade.proto --type Account one.bin

Exit codes:
  0  success
  1  the schema or the data has errors, which are printed; or, for `diff`, the messages differ; or, for `breaking`, an edit
     breaks something
  2  invalid arguments; for `diff` and `breaking` also errors in the schema or the data
  3  a file cannot be read or written
  4  all output is written, but it lacks something that the input has, which is printed (not with --allow-loss)
  5  for `call` and `load`: the server answered that a call failed, or did not answer in time

With several input files, an error in one does not keep the others from being read. The exit code is then 3 if a file
cannot be read or written, else 1 if a file has errors, else 4 if something is lost.";

/// A compiler for wire formats: any schema language in, any wire format, any programming language out.
#[derive(Parser)]
#[command(name = "polywire", version, after_help = EXAMPLES, styles = styles(), subcommand_required = true)]
pub struct Args {
    /// Colors in messages: auto (on a terminal, unless NO_COLOR is set), always or never.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    color: ColorChoice,

    /// Print errors only: no progress, no warnings, no summary.
    #[arg(short, long, global = true)]
    quiet: bool,

    /// How to print errors and warnings: text, or json with one object on each line; see docs/diagnostics.md.
    #[arg(long, global = true, value_enum, default_value_t = ReportFormat::Text, value_name = "FORMAT", hide_possible_values = true)]
    diagnostics: ReportFormat,

    /// Treat warnings about schemas as errors, whatever their language is. They are printed with `--quiet`, too.
    #[arg(long, global = true)]
    warnings_as_errors: bool,

    #[command(subcommand)]
    pub command: Command,
}

/// Options of all subcommands.
#[derive(Clone, Copy)]
pub struct Global {
    pub color: ColorChoice,
    pub quiet: bool,
    pub warnings_as_errors: bool,
    pub diagnostics: ReportFormat,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub enum Command {
    Addzid(Addzid),
    Avro(Avro),
    Bench(Bench),
    BenchSubject(BenchSubject),
    Breaking(Breaking),
    #[cfg(feature = "net")]
    Call(Box<Call>),
    #[cfg(all(feature = "net", target_os = "linux"))]
    Channel(Box<Channel>),
    Convert(Convert),
    Diff(Diff),
    Format(Format),
    Gen(Gen),
    Inspect(Inspect),
    Ir(Ir),
    Lint(Lint),
    #[cfg(feature = "net")]
    Load(Box<Load>),
    Lock(Lock),
    Lsp(Lsp),
    #[cfg(feature = "net")]
    Proxy(Box<Proxy>),
    Runtime(super::runtime::Args),
    Schema(Schema),
    #[cfg(feature = "net")]
    Serve(Box<Serve>),
    Validate(Validate),
    Completions(Completions),
    Man(Man),
}

/// For people or for programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
}

/// Optimization passes.
#[derive(Clone, ClapArgs)]
pub struct Passes {
    /// Leave out one of the optimization passes, to see its effect; can be given several times.
    #[arg(long, value_name = "PASS", value_parser = PossibleValuesParser::new(PASSES.iter().map(|it| it.name)))]
    no_pass: Vec<String>,
}

impl Passes {
    /// The names of the passes to leave out.
    pub fn without(&self) -> Vec<String> {
        self.no_pass.clone()
    }
}

#[derive(Clone, ClapArgs)]
pub struct Imports {
    /// Folder to search for imported schemas, or XML Catalog for XML Schemas; can be given several times. The default is the
    /// schema's own folder.
    #[arg(short = 'I', long = "import", value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Macro for IDL and C headers, as in `SIZE=8`, or `DEBUG` for 1; can be given several times.
    #[arg(short = 'D', long = "define", value_name = "NAME[=TEXT]")]
    pub macros: Vec<String>,

    /// How to treat Protocol Buffers extensions.
    #[arg(long, value_enum, default_value_t = ExtensionForm::Inside)]
    pub extensions: ExtensionForm,

    /// Let texts hold bytes that are not UTF-8, whatever the schema says.
    #[arg(long)]
    pub allow_non_utf8: bool,

    /// How a format is written; can be given several times.
    #[arg(long = "option", value_name = "FORMAT.OPTION=VALUE", value_parser = format_options())]
    pub chosen: Vec<String>,
}

fn format_options() -> PossibleValuesParser {
    PossibleValuesParser::new(choices().map(|value| PossibleValue::new(value.choice).help(value.doc)))
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExtensionForm {
    /// Each extension is a field of the message that it extends.
    Inside,
    /// Each extension is a type of its own, with which it is read from the unknown fields of a message.
    Apart,
}

impl Args {
    pub fn global(&self) -> Global {
        Global {
            color: self.color,
            quiet: self.quiet,
            warnings_as_errors: self.warnings_as_errors,
            diagnostics: self.diagnostics,
        }
    }
}

fn styles() -> Styles {
    Styles::styled()
        .header(AnsiColor::Green.on_default().bold())
        .usage(AnsiColor::Green.on_default().bold())
        .literal(AnsiColor::Cyan.on_default())
}
