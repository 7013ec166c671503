//! The formatter: one printer of tokens for all languages.
//!
//! The text is changed between tokens only. Line breaks inside a statement stay where they are, up to one empty line is
//! kept, and indentation and spaces follow the layout of the language.

mod comment;
mod printer;

use super::SourceLanguage;
use super::scan::{Token, scan};
use printer::Printer;

/// How a language is laid out.
pub struct Layout {
    /// One level of indentation.
    pub indent: &'static str,
    /// A `{` after one of these begins a value, not a block of statements.
    pub value_braces_after: &'static [&'static str],
    /// Where a `,` ends a statement, as `;` does.
    pub comma_ends: CommaEnds,
    /// Words that begin a label, which ends with `:`. What follows it may be on a line of its own.
    pub labels: &'static [&'static str],
    /// Spaces between the tokens of a line.
    pub spacing: Spacing,
}

/// The blocks in which a `,` ends a statement.
pub enum CommaEnds {
    /// None.
    Never,
    /// All.
    InBlocks,
    /// Those of statements that begin with one of these words.
    InBlocksOf(&'static [&'static str]),
}

/// Where a line has spaces: between all tokens but these.
pub struct Spacing {
    /// Tokens without a space before them.
    pub none_before: &'static [&'static str],
    /// Tokens without a space after them.
    pub none_after: &'static [&'static str],
    /// Symbols whose space before them stays as it is, because they have several meanings.
    pub kept_before: &'static [&'static str],
    /// Symbols that are operators behind a value, with a space after them, and signs elsewhere.
    pub operators: &'static [&'static str],
    /// Words with a space before a following `(`; others have none.
    pub before_parenthesis: &'static [&'static str],
    /// A space between a word and `(` stays as it is, because it has a meaning.
    pub keeps_before_parenthesis: bool,
    /// The number behind this mark has a space before a following `(`.
    pub number_mark: Option<&'static str>,
}

impl Spacing {
    /// Spaces between all tokens.
    pub const EVERYWHERE: Self = Self {
        none_before: &[],
        none_after: &[],
        kept_before: &[],
        operators: &[],
        before_parenthesis: &[],
        keeps_before_parenthesis: false,
        number_mark: None,
    };
}

/// Returns the formatted text; `None` if the text has broken strings or comments, so that formatting could change its
/// meaning.
pub fn format(text: &[u8], language: &SourceLanguage) -> Option<Vec<u8>> {
    let tokens = scan(text, &language.lexical);
    let mut formatted = Printer::new(text, &tokens, language).print();
    let again = scan(&formatted, &language.lexical);
    let is_same = |(one, other): (&Token, &Token)| comment::is_same((one, text), (other, &formatted));
    if tokens.len() != again.len() || !tokens.iter().zip(&again).all(is_same) {
        return None;
    }
    if text.windows(2).any(|pair| pair == b"\r\n") {
        formatted = with_carriage_returns(&formatted);
    }
    Some(formatted)
}

fn with_carriage_returns(text: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(text.len() + text.len() / 16);
    for byte in text {
        if *byte == b'\n' {
            found.push(b'\r');
        }
        found.push(*byte);
    }
    found
}
