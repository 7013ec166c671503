//! Schema files as text, for tools other than the compiler: linters, formatters and editors.
//!
//! Each language is a row of [`SOURCE_LANGUAGES`]; the tools ask the row, never which language it is.
//!
//! Design: docs/decisions/0083-schemas-as-text.md

mod format;
mod naming;
mod rule;
mod scan;
mod statements;

pub use format::{CommaEnds, Layout, Spacing, format};
pub use naming::{Case, Naming};
pub use rule::{SourceFile, SourceRule};
pub use scan::{Lexical, Token, TokenKind, scan};
pub use statements::Statements;

use crate::{avro, capnp, fbe, fbs, idl, proto};

/// A schema language that people write as text.
pub struct SourceLanguage {
    /// The name for people.
    pub name: &'static str,
    /// The end of its file names, without the dot.
    pub extension: &'static str,
    /// Its comments and literals.
    pub lexical: Lexical,
    /// How its own style guide names declarations.
    pub naming: Naming,
    /// How its files are laid out.
    pub layout: Layout,
    /// The lint rules that only this language has.
    pub rules: &'static [SourceRule],
    /// The codes of the warnings of its compiler.
    pub warnings: &'static [&'static str],
}

/// All languages.
pub const SOURCE_LANGUAGES: &[SourceLanguage] =
    &[proto::SOURCE, capnp::SOURCE, fbs::SOURCE, fbe::SOURCE, idl::SOURCE, avro::SOURCE];

/// Returns the language of a file by the end of its name.
pub fn source_language(path: &str) -> Option<&'static SourceLanguage> {
    let (_, extension) = path.rsplit_once('.')?;
    SOURCE_LANGUAGES.iter().find(|it| it.extension == extension)
}
