use super::ReportFormat;
use super::messages::{Files, Messages};
use super::wire::Wire;
use clap::Args as ClapArgs;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// Check that messages are well-formed and match their type.
#[derive(ClapArgs)]
#[command(after_help = VALIDATE_HELP)]
pub struct Validate {
    /// Wire format of the messages.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser_of_all())]
    pub wire: Wire,

    #[command(flatten)]
    pub messages: Messages,

    /// Check all messages, not only those up to the first invalid one.
    #[arg(long)]
    pub all: bool,

    /// Skip unknown members of text formats, as `convert` does.
    #[arg(long)]
    pub ignore_unknown: bool,

    /// How to report errors.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    #[command(flatten)]
    pub files: Files,
}

const VALIDATE_HELP: &str = "\
Messages are read as by `convert`, and nothing is written; MessagePack, FlexBuffers and JSON need no schema. With `--format json`, each message that is refused is a line on
the standard output with the members `message` (its number, from 1), `code`, `offset` (in the message), `path` (of the
field) and `text`; with several input files also `file`, in Avro files `avro_file` (the `block`, the `record` in it, and `block_offset`).

Examples:
  polywire validate --wire protobuf --schema trade.proto --type trade.Account one.bin
  polywire validate --wire jsonl --all --schema trade.proto --type trade.Order orders.jsonl more.jsonl.gz
  polywire validate --wire avro_single --framing delimited --writer-schemas schemas/ orders.bin";

/// Show what each byte of a message is.
#[derive(ClapArgs)]
#[command(after_help = INSPECT_HELP)]
pub struct Inspect {
    /// Wire format of the messages.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser_of_all())]
    pub wire: Wire,

    #[command(flatten)]
    pub messages: Messages,

    /// Show only the message with this number, counted from 1.
    #[arg(long, value_name = "NUMBER", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub message: Option<u64>,

    /// List all parts and bytes, also of long runs of similar parts.
    #[arg(long)]
    pub all: bool,

    /// How to show it.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    /// Write an HTML page instead; `-` is standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub html: Option<PathBuf>,

    /// Skip unknown members of text formats, as `convert` does.
    #[arg(long)]
    pub ignore_unknown: bool,

    #[command(flatten)]
    pub files: Files,
}

const INSPECT_HELP: &str = "\
Each byte belongs to one span: the offset, the bytes, the member, and what they mean in the words of the format. Without a
schema, `protobuf`, `json` and `msgpack` can be inspected too: members of `protobuf` have their numbers as names, and
types are guessed. An error is shown where it was found (`!!!`), and reading goes on behind it where that makes sense; the
exit code is 1.

Examples:
  polywire inspect --wire protobuf --schema trade.proto --type trade.Account one.bin
  polywire inspect --wire protobuf unknown.bin
  polywire inspect --wire capnp --schema trade.proto --type trade.Account --html account.html account.capnp
  polywire inspect --wire protobuf --framing delimited --message 3 --format json \\
      --schema trade.proto --type trade.Order orders.bin";
