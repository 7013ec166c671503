use super::wire::Wire;
use super::{Imports, Passes};
use clap::Args as ClapArgs;
use clap_complete::Shell;
use std::path::PathBuf;

/// Print how a wire format writes and reads the types of a schema, in the codec IR.
#[derive(ClapArgs)]
#[command(after_help = IR_HELP)]
pub struct Ir {
    /// Wire format.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser())]
    pub wire: Wire,

    /// Only the functions for this type, as in `trade.Account`.
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// Print the codec after the passes that most generated code gets.
    #[arg(long)]
    pub optimized: bool,

    /// Print the low form that imperative languages are printed from, after the passes: which checks are joined, where
    /// room is ensured, what is reset.
    #[arg(long)]
    pub low: bool,

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
  polywire ir --wire json --type trade.Order --optimized trade.proto
  polywire ir --wire capnp --low trade.proto";

/// Record numbers that wire formats need and a schema does not state, in a file beside the schema: ordinals, field numbers, the order of
/// members, template ids.
#[derive(ClapArgs)]
#[command(after_help = LOCK_HELP)]
pub struct Lock {
    /// Wire formats to record numbers for, as in `capnp,sbe`; the default is all.
    #[arg(long, value_name = "FORMAT", value_parser = Wire::parser(), value_delimiter = ',')]
    pub wire: Vec<Wire>,

    /// Write nothing; list the locks that would change, and exit with 1 if there are any.
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

Formats that identify members by their position (flatbuffers, sbe, avro, cdr, raw) need the order of members; capnp and protobuf need ordinals or
field numbers if the schema has none. If an edit of the schema makes a format misread older messages, there is a warning: for the
formats of --wire, or else for those that polywire.toml in this folder generates code for. Of a schema that polywire.toml does not name, one
warning sums up the edits for all formats.

Examples:
  polywire lock trade.proto
  polywire lock --check --wire capnp trade.proto";

/// Number the fields of structs in Go files, in place: fields without a zid get the next ones.
#[derive(ClapArgs)]
#[command(after_help = ADDZID_HELP)]
pub struct Addzid {
    /// Write nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,

    /// The Go files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

const ADDZID_HELP: &str = "\
Zids that are there stay, and new ones follow the greatest. Layout and comments stay, too; fields that share a line get one each. Fields that
messages do not contain (private ones, `msg:\"-\"`, channels, functions) get none. A field that is removed later keeps its zid:
`_ struct{} `zid:\"3\" msg:\",deprecated\"``.

Examples:
  polywire addzid order.go
  polywire addzid --check *.go";

/// Print a completion script for a shell.
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
    /// Folder for the pages; created if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

const MAN_HELP: &str = "\
Examples:
  polywire man -o ~/.local/share/man/man1";
