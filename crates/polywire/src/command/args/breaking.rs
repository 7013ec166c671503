use super::wire::Wire;
use super::{Imports, ReportFormat};
use clap::builder::PossibleValuesParser;
use clap::{Args as ClapArgs, ValueEnum};
use polywire::breaking::RULES;
use std::path::PathBuf;

/// Tell which edits of a schema break messages, in each wire format, with a message that shows it.
#[derive(ClapArgs)]
#[command(after_help = BREAKING_HELP)]
pub struct Breaking {
    /// Wire formats that messages are in, as in `protobuf,json`.
    #[arg(long, required = true, value_name = "FORMAT", value_parser = Wire::parser(), value_delimiter = ',')]
    pub wire: Vec<Wire>,

    /// Which programs read messages of the other version.
    #[arg(long, value_enum, default_value_t = DirectionArg::Both)]
    pub direction: DirectionArg,

    /// The least severity to report.
    #[arg(long, value_enum, default_value_t = SeverityArg::Error)]
    pub severity: SeverityArg,

    /// Rule that may be broken, as in `FIELD_NO_DELETE`; can be given several times.
    #[arg(long, value_name = "RULE", value_delimiter = ',', ignore_case = true, hide_possible_values = true,
        value_parser = PossibleValuesParser::new(RULES.iter().map(|rule| rule.name())))]
    pub allow: Vec<String>,

    /// How to report findings.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,

    #[command(flatten)]
    pub imports: Imports,

    /// The schema before: a file, a folder, or either in a Git revision, as in `main:trade.proto`; or several earlier ones, with each of
    /// which NEW is compared.
    #[arg(value_name = "OLD", required = true, num_args = 1..)]
    pub old: Vec<PathBuf>,

    /// The schema after, given in the same way.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DirectionArg {
    /// New programs read old messages.
    Backward,
    /// Old programs read new messages.
    Forward,
    /// Both.
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SeverityArg {
    /// Messages or calls break.
    Error,
    /// Also edits after which only code that uses the generated types has to change.
    Warning,
}

const BREAKING_HELP: &str = "\
The codecs of both versions are compared, not only the schemas: an edit is reported in a format if there is a message that one
version writes and the other one refuses or reads as something else. The message is printed. In the table, `->` means that new
programs misread old messages, `<-` that old programs misread new ones, and `<->` both.

Members are the same if they have the same name, or else the same number. A reader need not know members that its version of the
schema lacks. NEW continues the locks of OLD if it has none.

A revision is given as for `git show`: `main:proto/trade.proto`, `HEAD~1:proto`, `v2:./trade.proto` for a path relative to this
folder. Imports are read from the same revision. Of a folder, all schema files are compared; imports are relative to it.

With `--format json`, each finding is a line for each format and direction, with the members `rule`, `severity`, `type`, `member`,
`message`, `format`, `direction`, `effect` (`refused`, `changed`, `lost` or `unsupported`), `reason`, `old` and `new` (`file`,
`line`, `column`) and `witness` (`type`, `bytes` in hexadecimal, `written`, `read`); with several OLD also `against`, the one that it is about.

Examples:
  polywire breaking --wire protobuf,json main:trade.proto trade.proto
  polywire breaking --wire protobuf --direction backward HEAD~1:proto proto
  polywire breaking --wire capnp --format json old.capnp new.capnp
  polywire breaking --wire avro --direction backward v1.avsc v2.avsc v3.avsc
  polywire breaking --wire json --allow FIELD_NO_ADD,FIELD_NO_DELETE old.proto new.proto

Exit codes:
  0   nothing breaks
  1   something breaks
  2   invalid arguments, or errors in a schema
  3   a file or revision cannot be read";
