use polywire_source::Span;

/// The smallest unit of a `.proto` file that has a meaning, with the comments that belong to it.
#[derive(Clone, Debug)]
pub(in crate::proto) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// As it is written; empty for what is not ASCII.
    pub text: String,
    /// The comment directly before it.
    pub leading: String,
    /// The comment behind it on the same line, or below it and away from the next token.
    pub trailing: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::proto) enum TokenKind {
    /// An identifier or keyword; `.proto` has no reserved words.
    Word,
    /// An integer without sign; `None` when it does not fit in 64 bits.
    Int(Option<u64>),
    /// A number with a point or an exponent.
    Float(f64),
    /// The bytes of one string literal, escapes resolved.
    Text(Vec<u8>),
    /// A punctuation character.
    Symbol(char),
    /// Behind the last token.
    End,
}
