//! Arguments of the subcommands that read schemas as text.

use super::Imports;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Check schemas against lint rules: names by the language's style guide, packages, unused imports.
#[derive(ClapArgs)]
#[command(after_help = LINT_HELP)]
pub struct Lint {
    /// Turn rules off, as in `member-name,missing-package`; can be given several times.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub allow: Vec<String>,

    /// Report what breaks these rules as warnings.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub warn: Vec<String>,

    /// Report what breaks these rules as errors.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub deny: Vec<String>,

    /// List the rules, and check nothing.
    #[arg(long, conflicts_with = "schemas")]
    pub rules: bool,

    /// Project file with a table `[lint]`; the default is `polywire.toml` in this folder, if it exists.
    #[arg(long, value_name = "FILE")]
    pub project: Option<PathBuf>,

    #[command(flatten)]
    pub imports: Imports,

    /// The schemas, as text; the default is those of the project file.
    #[arg(value_name = "SCHEMA")]
    pub schemas: Vec<PathBuf>,
}

const LINT_HELP: &str = "\
Exit codes: 0 if nothing is reported as an error, else 1. A comment turns a rule off at a declaration, or in a whole file:

  // polywire-lint: allow(member-name)
  // polywire-lint: allow-file(enum-zero-value)

Examples:
  polywire lint trade.proto
  polywire lint --rules
  polywire lint --allow enum-value-prefix --warn missing-comment -I schemas schemas/trade.proto
  polywire lint --diagnostics json trade.proto";

/// Format schemas: indentation, spaces and empty lines. Comments are kept.
#[derive(ClapArgs)]
#[command(after_help = FORMAT_HELP)]
pub struct Format {
    /// Write the files that change.
    #[arg(short, long, conflicts_with = "check")]
    pub write: bool,

    /// Write nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long)]
    pub check: bool,

    /// The name of the standard input, which tells its language.
    #[arg(long, value_name = "NAME")]
    pub stdin_name: Option<String>,

    /// The schemas, as text; `-` is the standard input. Without --write or --check, the formatted text of one file goes to
    /// the standard output.
    #[arg(value_name = "SCHEMA", required = true)]
    pub schemas: Vec<PathBuf>,
}

const FORMAT_HELP: &str = "\
Examples:
  polywire format trade.proto
  polywire format --write schemas/trade.proto schemas/chat.capnp
  polywire format --check schemas/*.proto
  polywire format --stdin-name trade.proto - < trade.proto";

/// Serve editors as a language server, on standard input and output: errors and lint rules while typing, definitions, hovers.
#[derive(ClapArgs)]
#[command(after_help = LSP_HELP)]
pub struct Lsp {
    /// Ignored: some editors add it, and the server knows no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

const LSP_HELP: &str = "\
Editors start it by themselves; docs/editor.md shows how to configure them. Import folders and lint rules come from the
nearest polywire.toml above a schema.

Examples:
  polywire lsp";
