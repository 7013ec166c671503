//! The command's arguments and its help.

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Arg, Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use polywire::PASSES;
use polywire::convert::MAX_SIZE;
use polywire::generate::LANGUAGES;
use polywire_ir::limits;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  polywire bench --type trade.Account --data account.json --out bench trade.proto
  polywire convert --framing osm-pbf --from protobuf --to json map.osm.pbf -o map.jsonl
  polywire convert --from protobuf --to json --schema trade.proto --type trade.Account one.bin
  polywire diff --wire protobuf --schema trade.proto --type trade.Account old.bin new.bin
  polywire gen --lang cpp --wire protobuf,json -o generated trade.proto
  polywire inspect --wire protobuf --schema trade.proto --type trade.Account one.bin
  polywire ir --wire protobuf trade.proto
  polywire lock trade.proto
  polywire schema --to descriptor-set -o trade.fds trade.proto
  polywire validate --wire protobuf --schema trade.proto --type trade.Account one.bin

Exit codes:
  0  done
  1  the schema or the data has errors, which were printed; what is compared differs
  2  the arguments make no sense; of `diff` also: the schema or the data has errors
  3  a file cannot be read or written
  4  all is written, but the output lacks something that the input had, which was printed (not with --allow-loss)";

/// A compiler for wire formats: any schema language in, any wire format, any programming language out.
#[derive(Parser)]
#[command(name = "polywire", version, after_help = EXAMPLES, styles = styles(), subcommand_required = true)]
pub struct Args {
    /// Colours in messages: auto (on a terminal, unless NO_COLOR is set), always or never.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    color: ColorChoice,

    /// Print errors only: no progress, no warnings, no summary.
    #[arg(short, long, global = true)]
    quiet: bool,

    #[command(subcommand)]
    pub command: Command,
}

/// Options of all subcommands.
#[derive(Clone, Copy)]
pub struct Global {
    pub color: ColorChoice,
    pub quiet: bool,
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
    Bench(Bench),
    BenchSubject(BenchSubject),
    Convert(Convert),
    Diff(Diff),
    Gen(Gen),
    Inspect(Inspect),
    Ir(Ir),
    Lock(Lock),
    Schema(Schema),
    Validate(Validate),
    Completions(Completions),
    Man(Man),
}

/// Measure wire formats on a schema and messages of one's own: size, time, memory, code.
#[derive(ClapArgs)]
#[command(after_help = BENCH_HELP)]
pub struct Bench {
    /// Type of the messages, as in `trade.Account`; can be left out if the schema has just one.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// Messages to measure with: one, or a stream of them.
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,

    /// Wire format of these messages; without it, the end of the file's name tells.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub from: Option<String>,

    /// How these messages follow each other; JSON can be one value or several without it.
    #[arg(long, value_enum, default_value_t = FramingArg::None)]
    pub framing: FramingArg,

    /// Wire formats to measure, as in `protobuf,json`; without it, all that can hold the type.
    #[arg(long, value_name = "FORMAT", value_parser = bench_format_names(), value_delimiter = ',')]
    pub wire: Vec<String>,

    /// Engines to measure, as in `cpp,erlang`.
    #[arg(long, value_enum, value_name = "LANGUAGE", value_delimiter = ',', default_value = "cpp")]
    pub lang: Vec<BenchLanguage>,

    /// Measure other implementations too, as far as they are installed in the system or below this folder.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "build/peers")]
    pub peers: Option<PathBuf>,

    /// Flags for the compiler of C++, which is that of CXX, or else the first of c++, g++ and clang++.
    #[arg(
        long,
        value_name = "FLAGS",
        default_value = "-std=c++20 -O3 -march=native -DNDEBUG",
        allow_hyphen_values = true
    )]
    pub cxxflags: String,

    /// Repetitions of everything.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub rounds: usize,

    /// Milliseconds that one repetition of one operation takes about.
    #[arg(long, value_name = "MS", default_value_t = 5, value_parser = RangedU64ValueParser::<u64>::new().range(1..=10_000))]
    pub slice: u64,

    /// Folder for the report, and for what is compiled; it is made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The form of the output.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    #[command(flatten)]
    pub passes: Passes,

    #[command(flatten)]
    pub imports: Imports,

    /// The schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: PathBuf,
}

/// Engines that run the measured codecs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BenchLanguage {
    /// Generated C++.
    Cpp,
    /// Generated Erlang.
    Erlang,
    /// The command's own codecs, which need no compiler.
    Command,
}

/// Be a codec that is measured.
#[derive(ClapArgs)]
#[command(hide = true)]
pub struct BenchSubject {
    /// Wire format.
    #[arg(long, value_parser = format_names())]
    pub wire: String,

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
Code is generated and compiled for each format, and checked: every message has to read back as the value that was written. What is
measured, and when a difference is called one, is told by docs/bench.md. With --out, there is a page with charts (report.html), the
pictures alone (*.svg), and all numbers as JSON and CSV.

Examples:
  polywire bench --type trade.Account --data account.json trade.proto
  polywire bench --type trade.Order --data orders.jsonl --wire protobuf,capnp --peers --out bench trade.proto
  polywire bench --type trade.Order --data orders.bin --from protobuf --framing delimited --format json trade.proto";

/// Convert messages from one wire format to another, one at a time.
#[derive(ClapArgs)]
#[command(after_help = CONVERT_HELP, mut_arg("input", input_of_convert))]
pub struct Convert {
    /// Wire format of the input.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub from: String,

    /// Wire format of the output.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub to: String,

    #[command(flatten)]
    pub messages: Messages,

    /// How messages follow each other in the output, if not as in the input.
    #[arg(long, value_enum)]
    pub to_framing: Option<FramingArg>,

    /// Fields to read, as in `id,wallet.amount`; the others are passed over, and left out of the output.
    #[arg(long, value_name = "PATHS")]
    pub select: Option<String>,

    /// Skip members of text formats that the schema does not know, and names that an enum does not have, instead of
    /// refusing the message.
    #[arg(long)]
    pub ignore_unknown: bool,

    /// Show fields that the schema does not know by their numbers in formats that have no names for them
    /// (`protobuf_text`), for people: they are not read again.
    #[arg(long)]
    pub write_unknown: bool,

    /// Exit with 0 also if the output lacks something that the input had.
    #[arg(long)]
    pub allow_loss: bool,

    /// Read nothing; tell from the schema alone which values the output would lack, or change.
    #[arg(long)]
    pub explain_loss: bool,

    /// Threads that convert messages of a stream, whose order stays; 0 is one for each processor.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=MOST_JOBS))]
    pub jobs: usize,

    /// File to write; `-` is the standard output. An existing file is replaced once all is written.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

/// No input is needed where none is read.
fn input_of_convert(input: Arg) -> Arg {
    input.required(false).required_unless_present("explain_loss").default_value_if("explain_loss", "true", "-")
}

const CONVERT_HELP: &str = "\
With a framing other than `none` and `array`, JSON is one message on each line. `osm-pbf` reads or writes
OpenStreetMap files, each blob of which is one message; it brings its own schema.

Examples:
  polywire convert --framing osm-pbf --from protobuf --to json map.osm.pbf -o map.jsonl
  polywire convert --framing osm-pbf --from json --to protobuf map.jsonl -o back.osm.pbf
  polywire convert --framing delimited --from protobuf --to json \\
      --schema trade.proto --type trade.Order orders.bin
  polywire convert --framing u32-be --from protobuf --to-framing concatenated --to capnp \\
      --schema trade.proto --type trade.Order orders.bin -o orders.capnp
  polywire convert --from protobuf --to json --explain-loss --schema trade.proto --type trade.Account";

/// Check messages: whether each is well-formed and fits its type.
#[derive(ClapArgs)]
#[command(after_help = VALIDATE_HELP)]
pub struct Validate {
    /// Wire format of the messages.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub wire: String,

    #[command(flatten)]
    pub messages: Messages,

    /// Check all messages, not only those up to the first that is refused.
    #[arg(long)]
    pub all: bool,

    /// How to tell what is wrong.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
}

const VALIDATE_HELP: &str = "\
The messages are read as by `convert`, and nothing is made of them. With `--format json`, each message that is refused
is a line on the standard output with the members `message` (its number, from 1), `code`, `offset` (in the message),
`path` (of the field) and `text`.

Examples:
  polywire validate --wire protobuf --schema trade.proto --type trade.Account one.bin
  polywire validate --wire json --framing lines --all --schema trade.proto --type trade.Order orders.jsonl";

/// For people or for programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people.
    Text,
    /// JSON for programs.
    Json,
}

/// Show what each byte of a message is.
#[derive(ClapArgs)]
#[command(after_help = INSPECT_HELP)]
pub struct Inspect {
    /// Wire format of the messages.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub wire: String,

    #[command(flatten)]
    pub messages: Messages,

    /// Only the message of this number, from 1; without it, all.
    #[arg(long, value_name = "NUMBER", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub message: Option<u64>,

    /// How to show it.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    /// Write a page for browsers instead; `-` is the standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub html: Option<PathBuf>,

    /// Skip members of text formats that the schema does not know, as `convert` does.
    #[arg(long)]
    pub ignore_unknown: bool,
}

const INSPECT_HELP: &str = "\
Each byte is in one span: the offset, the bytes, the member that they are about, and what they say. Without a schema, the
members and types of `protobuf` and `json` are guessed. What is wrong stands where it was found (`!!!`), and reading goes
on behind it where that makes sense; the exit code is 1.

Examples:
  polywire inspect --wire protobuf --schema trade.proto --type trade.Account one.bin
  polywire inspect --wire protobuf unknown.bin
  polywire inspect --wire capnp --schema trade.proto --type trade.Account --html account.html account.capnp
  polywire inspect --wire protobuf --framing delimited --message 3 --format json \\
      --schema trade.proto --type trade.Order orders.bin";

/// Compare messages, field by field; in one wire format or in two.
#[derive(ClapArgs)]
#[command(after_help = DIFF_HELP)]
pub struct Diff {
    /// Wire format of both files, or of one and the other, as in `protobuf,json`.
    #[arg(long, required = true, value_name = "FORMAT", value_parser = format_names(), value_delimiter = ',')]
    pub wire: Vec<String>,

    #[command(flatten)]
    pub messages: Messages,

    /// Fields to compare, as in `id,wallet.amount`; the others may differ.
    #[arg(long, value_name = "PATHS")]
    pub select: Option<String>,

    /// Skip members of text formats that the schema does not know, instead of refusing the message.
    #[arg(long)]
    pub ignore_unknown: bool,

    /// Floats differ only if they are farther apart than this.
    #[arg(long, value_name = "NUMBER")]
    pub tolerance: Option<f64>,

    /// How to tell what differs.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    /// File to compare with; `-` is the standard input.
    #[arg(value_name = "OTHER")]
    pub other: PathBuf,
}

const DIFF_HELP: &str = "\
A line says what differs: `~` changed, `-` only in FILE, `+` only in OTHER. A value that a field has on one side, and reads as
on the other where it is absent, is marked `as if absent`. Elements of lists are aligned, entries of maps go by their keys,
messages of streams by their numbers. Every NaN is like any other.

With `--format json`, each difference is a line with the members `message` (its number, from 1), `kind` (`changed`, `added`,
`removed`, `set`, `unset` or `unknown`), `path`, `other_path`, `a` and `b`.

Examples:
  polywire diff --wire protobuf --schema trade.proto --type trade.Account old.bin new.bin
  polywire diff --wire protobuf,json --schema trade.proto --type trade.Account one.bin one.json
  polywire diff --wire json --framing lines --tolerance 1e-9 --schema trade.proto --type trade.Order a.jsonl b.jsonl

Exit codes:
  0   no differences
  1   differences
  2   the arguments make no sense, or the schema or the data has errors
  3   a file cannot be read";

/// Generate native types, and their codecs in the wire formats asked for.
#[derive(ClapArgs)]
#[command(after_help = GEN_HELP)]
pub struct Gen {
    /// Programming language.
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|it| it.name)), requires = "schemas")]
    pub lang: Option<String>,

    /// Wire formats, as in `protobuf,json`.
    #[arg(long, value_name = "FORMAT", value_parser = format_names(), value_delimiter = ',', requires = "schemas")]
    pub wire: Vec<String>,

    /// Framings, by which elements are found in a stream that arrives in pieces, as in `json_elements,delimited`.
    #[arg(long, value_name = "FRAMING", value_parser = framing_names(), value_delimiter = ',', requires = "schemas")]
    pub frames: Vec<String>,

    /// Description of C++ classes that are there already, and take the place of generated ones.
    #[arg(long, value_name = "FILE", requires = "schemas")]
    pub bind: Option<PathBuf>,

    /// Types whose texts and bytes refer to the message, and their codecs, beside the others (C++).
    #[arg(long)]
    pub borrowed: bool,

    /// Also generates views that read messages in place, member by member (C++; capnp).
    #[arg(long, requires = "schemas")]
    pub views: bool,

    /// Also generates descriptions of the types, for programs that treat every type alike (C++).
    #[arg(long, requires = "schemas")]
    pub describe: bool,

    /// Modules with the functions and records of erlcapnp, `envelope_X/1` and `decode_X/1`, beside the codecs (Erlang).
    #[arg(long, requires = "schemas")]
    pub envelopes: bool,

    /// A decoder of some fields beside those of all, as in `quote=trade.Account:id,wallet.amount`; can be given several
    /// times.
    #[arg(long, value_name = "NAME=TYPE:PATHS", requires = "schemas")]
    pub select: Vec<String>,

    /// Also generates codecs that report where a message or a value is wrong.
    #[arg(long, requires = "schemas")]
    pub explain: bool,

    #[command(flatten)]
    pub passes: Passes,

    #[command(flatten)]
    pub imports: Imports,

    /// Folder for the generated files; it is made if it is not there.
    #[arg(short, long, value_name = "DIR", requires = "schemas")]
    pub output: Option<PathBuf>,

    /// Write nothing; name the files that would change, and exit with 1 if there are any.
    #[arg(long, conflicts_with_all = ["depfile", "stamp"])]
    pub check: bool,

    /// Write nothing; name the files that are read, or those that are generated, one on each line.
    #[arg(long, value_enum, conflicts_with_all = ["check", "depfile", "stamp"])]
    pub list: Option<FileList>,

    /// Write a rule for `make`, `ninja` or CMake that names the files that were read.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,

    /// Give this file the time of now when all is done; generated files that would not change keep theirs.
    #[arg(long, value_name = "FILE")]
    pub stamp: Option<PathBuf>,

    /// Project file that says what to generate; without it and without a schema, ./polywire.toml.
    #[arg(long, value_name = "FILE", conflicts_with = "schemas")]
    pub project: Option<PathBuf>,

    /// The schemas.
    #[arg(value_name = "SCHEMA", requires_all = ["lang", "wire", "output"])]
    pub schemas: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FileList {
    /// Schemas with all that they import, descriptions of classes, the project file.
    Inputs,
    /// Generated files.
    Outputs,
}

const GEN_HELP: &str = "\
Examples:
  polywire gen --lang cpp --wire protobuf,json -o generated trade.proto
  polywire gen --lang erlang --wire protobuf -I schemas -o src schemas/trade.proto schemas/chat.proto
  polywire gen --lang cpp --wire protobuf --depfile trade.d --stamp trade.stamp -o generated trade.proto
  polywire gen                 # what ./polywire.toml says
  polywire gen --check         # whether what it says is up to date";

/// Print how a wire format writes and reads the types of a schema, in the codec IR.
#[derive(ClapArgs)]
#[command(after_help = IR_HELP)]
pub struct Ir {
    /// Wire format.
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub wire: String,

    /// Only the functions for this type, as in `trade.Account`.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// As the passes leave it for a language that can change bytes that it has written.
    #[arg(long)]
    pub optimized: bool,

    #[command(flatten)]
    pub passes: Passes,

    #[command(flatten)]
    pub imports: Imports,

    /// The schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: PathBuf,
}

const IR_HELP: &str = "\
Examples:
  polywire ir --wire protobuf trade.proto
  polywire ir --wire json --type trade.Order --optimized trade.proto";

/// Keep what wire formats need and a schema does not say, as Cap'n Proto's ordinals, in a file beside the schema.
#[derive(ClapArgs)]
#[command(after_help = LOCK_HELP)]
pub struct Lock {
    /// Wire formats to have it for, as in `capnp`; without it, all.
    #[arg(long, value_name = "FORMAT", value_parser = format_names(), value_delimiter = ',')]
    pub wire: Vec<String>,

    /// Write nothing; name the locks that would change, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub imports: Imports,

    /// The schemas.
    #[arg(value_name = "SCHEMA", required = true)]
    pub schemas: Vec<PathBuf>,
}

const LOCK_HELP: &str = "\
The lock of `trade.proto` is `trade.proto.polywire.lock`; each imported file has one too. `polywire gen` writes locks as well.

Examples:
  polywire lock trade.proto
  polywire lock --check --wire capnp trade.proto";

/// Check a schema, and print it in another form.
#[derive(ClapArgs)]
#[command(after_help = SCHEMA_HELP)]
pub struct Schema {
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = SchemaForm::List)]
    pub to: SchemaForm,

    /// Show what the schema says of this type: its fields with their numbers, types, presence, defaults and comments; with `--to
    /// sbe`, the message.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// How to list types.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text, conflicts_with = "to")]
    pub format: ReportFormat,

    /// The file to print as text, by its path in the schema; without it, the schema's last.
    #[arg(long, value_name = "PATH")]
    pub file: Option<String>,

    /// Keep the options in a descriptor set that are for the source alone; protoc leaves them out.
    #[arg(long)]
    pub keep_source_options: bool,

    #[command(flatten)]
    pub imports: Imports,

    /// File to write; `-` is the standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    /// The schema.
    #[arg(value_name = "SCHEMA")]
    pub schema: PathBuf,
}

const SCHEMA_HELP: &str = "\
A schema is a .proto file, or a serialized FileDescriptorSet (.fds, .desc, .pb, .binpb, .protoset); or a .capnp file, or a
serialized CodeGeneratorRequest of its compiler (.cgr, .cgr.bin).

Examples:
  polywire schema trade.proto
  polywire schema --type trade.Account trade.proto
  polywire schema --format json trade.proto
  polywire schema --to proto trade.fds
  polywire schema --to capnp trade.proto
  polywire schema --to sbe --type trade.Account trade.proto
  polywire schema --to descriptor-set -o trade.fds trade.proto";

/// Print a script by which a shell completes the command's arguments.
#[derive(ClapArgs)]
#[command(after_help = COMPLETIONS_HELP)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  polywire completions bash > /etc/bash_completion.d/polywire
  polywire completions zsh > ~/.zfunc/_polywire
  polywire completions fish > ~/.config/fish/completions/polywire.fish";

/// Write manual pages, one for the command and one for each subcommand.
#[derive(ClapArgs)]
#[command(after_help = MAN_HELP)]
pub struct Man {
    /// Folder for the pages; it is made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

const MAN_HELP: &str = "\
Examples:
  polywire man -o ~/.local/share/man/man1";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaForm {
    /// The types and methods, one on each line.
    List,
    /// Canonical `.proto` text, also of a `.capnp` schema.
    Proto,
    /// Canonical `.capnp` text, also of a `.proto` schema.
    Capnp,
    /// A serialized `FileDescriptorSet` of the schema and all that it imports, as protoc writes it.
    DescriptorSet,
    /// XML of Simple Binary Encoding for one message, as its bytes are laid out.
    Sbe,
}

/// Messages to read.
#[derive(ClapArgs)]
pub struct Messages {
    /// How messages follow each other in the file.
    #[arg(long, value_enum, default_value_t = FramingArg::None)]
    pub framing: FramingArg,

    /// Schema of the messages.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,

    /// Type of the messages, as in `trade.Account`; can be left out if the schema has just one.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    #[command(flatten)]
    pub limits: MessageLimits,

    /// How codecs are run; docs/command.md tells.
    #[arg(long, value_enum, default_value_t)]
    pub engine: Engine,

    #[command(flatten)]
    pub imports: Imports,

    /// File to read; `-` is the standard input.
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
}

/// How codecs are run.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// As bytecode, and as machine code once there is so much to do that compiling it pays.
    #[default]
    Auto,
    /// As bytecode.
    Bytecode,
    /// As machine code, where it can be made for the processor.
    Jit,
}

/// Limits on a message; docs/limits.md describes each.
#[derive(ClapArgs)]
pub struct MessageLimits {
    /// Levels of nesting that a message may have.
    #[arg(long, value_name = "LEVELS", default_value_t = limits::DEPTH, value_parser = RangedU64ValueParser::<u32>::new().range(0..=DEEPEST))]
    pub max_depth: u32,

    /// Bytes of memory or work that a message may take beyond what its own size pays for.
    #[arg(long, value_name = "BYTES", default_value_t = limits::BUDGET)]
    pub budget: u64,

    /// Bytes that a message may have.
    #[arg(long, value_name = "BYTES", default_value_t = MAX_SIZE, value_parser = RangedU64ValueParser::<u64>::new().range(0..=MAX_SIZE))]
    pub max_size: u64,
}

/// Each has a stack of its own.
const MOST_JOBS: u64 = 256;

impl Convert {
    /// How messages follow each other in the output.
    pub fn framing_to_write(&self) -> FramingArg {
        self.to_framing.unwrap_or(self.messages.framing)
    }

    /// Threads that convert messages.
    pub fn jobs(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            jobs => jobs,
        }
    }
}

/// Codecs recur, and the stack has an end.
const DEEPEST: u64 = 1000;

/// The optimisation passes.
#[derive(Clone, ClapArgs)]
pub struct Passes {
    /// Leave out one of the passes that make codecs faster, to see what it does; can be given several times.
    #[arg(long, value_name = "PASS", value_parser = PossibleValuesParser::new(PASSES.iter().map(|it| it.name)))]
    no_pass: Vec<String>,
}

impl Passes {
    /// Names of those that are left out.
    pub fn without(&self) -> Vec<String> {
        self.no_pass.clone()
    }
}

#[derive(Clone, ClapArgs)]
pub struct Imports {
    /// Folder in which imported schemas are searched; can be given several times. Without it, the schema's own folder.
    #[arg(short = 'I', long = "import", value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// The treatment of Protocol Buffers' extensions.
    #[arg(long, value_enum, default_value_t = ExtensionForm::Inside)]
    pub extensions: ExtensionForm,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExtensionForm {
    /// Each is a field of the message that it extends.
    Inside,
    /// Each is a type of its own, by which it is read from what a message keeps as unknown fields.
    Apart,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FramingArg {
    /// The file is one message.
    None,
    /// Each message is prefixed by its length as a varint.
    Delimited,
    /// Each message is prefixed by its length in 2 bytes, the lowest first.
    U16Le,
    /// Each message is prefixed by its length in 2 bytes, the highest first.
    U16Be,
    /// Each message is prefixed by its length in 4 bytes, the lowest first.
    U32Le,
    /// Each message is prefixed by its length in 4 bytes, the highest first.
    U32Be,
    /// Each message is prefixed by its length in 8 bytes, the lowest first.
    U64Le,
    /// Each message is prefixed by its length in 8 bytes, the highest first.
    U64Be,
    /// Messages stand one behind the other; for formats whose messages tell where they end.
    Concatenated,
    /// Each message is one line; for text formats.
    Lines,
    /// JSON is one array with a message in each element; binary messages are prefixed by their lengths.
    Array,
    /// The blobs of an OpenStreetMap file (`.osm.pbf`).
    OsmPbf,
}

impl Args {
    pub fn global(&self) -> Global {
        Global { color: self.color, quiet: self.quiet }
    }
}

fn framing_names() -> PossibleValuesParser {
    PossibleValuesParser::new(polywire::framing::FRAMINGS.iter().map(|framing| framing.name))
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(polywire::FORMATS.iter().map(|format| format.name))
}

/// Those of other implementations too.
fn bench_format_names() -> PossibleValuesParser {
    let own = polywire::FORMATS.iter().map(|format| format.name);
    PossibleValuesParser::new(own.chain(polywire_bench::peers::FORMATS_OF_OTHERS))
}

fn styles() -> Styles {
    Styles::styled()
        .header(AnsiColor::Green.on_default().bold())
        .usage(AnsiColor::Green.on_default().bold())
        .literal(AnsiColor::Cyan.on_default())
}
