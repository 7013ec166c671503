//! Tokens of IDL.

use super::tree::Value;
use polywire_source::Span;

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The comment on the lines before it, without markers.
    pub doc: String,
    /// A name with an underscore in front, which is no keyword whatever its letters are.
    pub is_escaped: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// Without the underscore that escapes it.
    Name(String),
    Keyword(&'static str),
    Literal(Value),
    Symbol(&'static str),
    /// A literal that has no value, which has been reported.
    Invalid,
    End,
}

/// The words that are reserved, however their letters are capitalised (IDL 3.5, clause 7.2.4, without those of
/// components). Words that IDL 4 adds have their meaning only where nothing else can stand, so that older files keep
/// theirs.
pub(super) const KEYWORDS: &[&str] = &[
    "abstract",
    "any",
    "attribute",
    "boolean",
    "case",
    "char",
    "const",
    "context",
    "custom",
    "default",
    "double",
    "enum",
    "exception",
    "factory",
    "FALSE",
    "fixed",
    "float",
    "in",
    "inout",
    "interface",
    "local",
    "long",
    "module",
    "native",
    "Object",
    "octet",
    "oneway",
    "out",
    "private",
    "public",
    "raises",
    "readonly",
    "sequence",
    "short",
    "string",
    "struct",
    "supports",
    "switch",
    "TRUE",
    "truncatable",
    "typedef",
    "union",
    "unsigned",
    "ValueBase",
    "valuetype",
    "void",
    "wchar",
    "wstring",
];

pub(super) const SYMBOLS: &[&str] = &[
    "::", "<<", ">>", "{", "}", "(", ")", "[", "]", "<", ">", ";", ":", ",", "=", "+", "-", "*", "/", "%", "~", "|",
    "^", "&", "@",
];
