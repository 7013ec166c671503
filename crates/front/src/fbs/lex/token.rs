use polywire_source::Span;

/// A token with the documentation before it.
#[derive(Clone, Debug)]
pub(in crate::fbs) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The lines of the `///` comments directly before the token, without their marks.
    pub doc: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::fbs) enum TokenKind {
    /// A name or a keyword; no word is reserved.
    Word(String),
    /// An integer with its sign, as written.
    Int(String),
    /// A number with a point or an exponent, or a signed infinity, as written.
    Float(String),
    /// A string literal without its quotes.
    Text {
        value: String,
        /// It is printable ASCII without escapes, so it can stand for a number.
        is_plain: bool,
    },
    /// Punctuation.
    Symbol(char),
    End,
}
