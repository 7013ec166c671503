use polywire_source::Span;

/// A token with the comments that belong to it.
#[derive(Clone, Debug)]
pub(in crate::proto) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// Source text; empty for non-ASCII input.
    pub text: String,
    /// The comment directly before the token.
    pub leading: String,
    /// The comment after it on the same line, or below it and apart from the next token.
    pub trailing: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::proto) enum TokenKind {
    /// An identifier or keyword; `.proto` has no reserved words.
    Word,
    /// An integer without sign; `None` if it does not fit in 64 bits.
    Int(Option<u64>),
    /// A number with a point or an exponent.
    Float(f64),
    /// The bytes of one string literal, with escapes resolved.
    Text(Vec<u8>),
    /// A punctuation character.
    Symbol(char),
    /// After the last token.
    End,
}
