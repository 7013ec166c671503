//! What the preprocessor works on: pieces of text, not yet interpreted as tokens of a language.

use polywire_source::Span;
use std::rc::Rc;

/// A piece of text.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub kind: LexemeKind,
    pub text: Rc<[u8]>,
    /// In the file; that of the use for what a macro expands to.
    pub span: Span,
    /// The comment on the lines before it, without markers.
    pub doc: Rc<str>,
    /// The comment behind it on the same line.
    pub after: Option<Rc<str>>,
    pub starts_line: bool,
    /// White space or a comment is before it.
    pub is_spaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    Word,
    Number,
    /// With quotes, and the prefix of wide ones.
    Char,
    /// With quotes, and the prefix of wide ones.
    Text,
    Symbol,
    /// A quote without its end on the line.
    Unfinished,
    /// A character that has no meaning.
    Stray,
    /// What a comment says to the compiler ([`super::Dialect::note`]), without the word that begins it.
    Note,
}

impl Lexeme {
    pub fn is_symbol(&self, symbol: &str) -> bool {
        self.kind == LexemeKind::Symbol && *self.text == *symbol.as_bytes()
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.kind == LexemeKind::Word && *self.text == *word.as_bytes()
    }

    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}
