use polywire_source::Span;

/// A token with the documentation that follows it.
#[derive(Clone, Debug)]
pub(in crate::capnp) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The comment after a `;`, `{` or `}`: on the same line, or on the lines below.
    pub doc: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::capnp) enum TokenKind {
    /// A name or a keyword.
    Word(String),
    /// An integer without its sign.
    Int(u64),
    Float(f64),
    /// A string literal without its quotes.
    Text(Vec<u8>),
    /// `0x"…"`.
    Data(Vec<u8>),
    /// Punctuation; `->` is the only symbol of two characters.
    Symbol(&'static str),
    End,
}
