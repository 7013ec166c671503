use super::ReportFormat;
use super::messages::Messages;
use super::wire::Wire;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Compare messages field by field, in one wire format or in two.
#[derive(ClapArgs)]
#[command(after_help = DIFF_HELP)]
pub struct Diff {
    /// Wire format of both files, or one for each, as in `protobuf,json`.
    #[arg(long, required = true, value_name = "FORMAT", value_parser = Wire::parser_of_all(), value_delimiter = ',')]
    pub wire: Vec<Wire>,

    #[command(flatten)]
    pub messages: Messages,

    /// Fields to compare, as in `id,wallet.amount`; others may differ.
    #[arg(long, value_name = "PATHS")]
    pub select: Option<String>,

    /// Skip unknown members of text formats, instead of rejecting the message.
    #[arg(long)]
    pub ignore_unknown: bool,

    /// Maximum difference between floats that are considered equal.
    #[arg(long, value_name = "NUMBER")]
    pub tolerance: Option<f64>,

    /// How to report differences.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    /// File to compare; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    /// File to compare it with; `-` is standard input.
    #[arg(value_name = "OTHER")]
    pub other: PathBuf,
}

const DIFF_HELP: &str = "\
Each difference is a line: `~` changed, `-` only in FILE, `+` only in OTHER. `as if absent` marks a value that one side has,
and the other reads by default because the field is absent. Elements of lists are aligned; entries of maps are compared by
key, messages of streams by number. Any NaN equals any other.

With `--format json`, each difference is a line with the members `message` (its number, from 1), `kind` (`changed`, `added`,
`removed`, `set`, `unset` or `unknown`), `path`, `other_path`, `a` and `b`.

Examples:
  polywire diff --wire protobuf --schema trade.proto --type trade.Account old.bin new.bin
  polywire diff --wire protobuf,json --schema trade.proto --type trade.Account one.bin one.json
  polywire diff --wire jsonl --tolerance 1e-9 --schema trade.proto --type trade.Order a.jsonl b.jsonl

Exit codes:
  0   no differences
  1   differences
  2   invalid arguments, or errors in the schema or the data
  3   a file cannot be read";
