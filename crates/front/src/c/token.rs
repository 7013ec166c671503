//! Tokens of C.

use crate::preprocess::{Lexeme, LexemeKind};
use polywire_source::Span;

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The index of its lexeme, by which the marks of the preprocessor are found.
    pub index: usize,
    /// The comment on the lines before it, without markers.
    pub doc: String,
    /// The comment behind it on the same line.
    pub after: String,
    /// Notes before it, and behind it on the same line.
    pub notes: Vec<NoteText>,
}

/// What a comment says to the compiler.
#[derive(Clone, Debug)]
pub(super) struct NoteText {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word(String),
    Number(String),
    /// With quotes.
    Char(String),
    /// With quotes.
    Text(String),
    Symbol(&'static str),
    /// What is no token.
    Invalid(String),
    End,
}

/// The symbols that have a meaning in declarations; others stand in the bodies of functions.
pub(super) const SYMBOLS: &[&str] = &[
    "...", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "{", "}", "(", ")", "[", "]", "<", ">", ";",
    ":", ",", "=", "+", "-", "*", "/", "%", "~", "|", "^", "&", "!", "?", ".", "#", "@",
];

/// Makes a token of every lexeme but notes, which become part of their neighbours; the last one is [`TokenKind::End`].
pub(super) fn tokens(lexemes: &[Lexeme]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(lexemes.len() + 1);
    let mut before = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        if lexeme.kind == LexemeKind::Note {
            let note = NoteText { text: lexeme.to_text(), span: lexeme.span };
            match tokens.last_mut().filter(|_| !lexeme.starts_line) {
                Some(last) => last.notes.push(note),
                None => before.push(note),
            }
            continue;
        }
        tokens.push(Token {
            kind: kind(lexeme),
            span: lexeme.span,
            index,
            doc: lexeme.doc.to_string(),
            after: lexeme.after.as_deref().unwrap_or_default().to_owned(),
            notes: std::mem::take(&mut before),
        });
    }
    let span = tokens.last().map(|last| Span { start: last.span.end, ..last.span }).unwrap_or_default();
    let (doc, after) = (String::new(), String::new());
    tokens.push(Token { kind: TokenKind::End, span, index: lexemes.len(), doc, after, notes: before });
    tokens
}

fn kind(lexeme: &Lexeme) -> TokenKind {
    match lexeme.kind {
        LexemeKind::Word => TokenKind::Word(lexeme.to_text()),
        LexemeKind::Number => TokenKind::Number(lexeme.to_text()),
        LexemeKind::Char => TokenKind::Char(lexeme.to_text()),
        LexemeKind::Text => TokenKind::Text(lexeme.to_text()),
        LexemeKind::Symbol => match SYMBOLS.iter().find(|symbol| lexeme.is_symbol(symbol)) {
            Some(symbol) => TokenKind::Symbol(symbol),
            None => TokenKind::Invalid(lexeme.to_text()),
        },
        LexemeKind::Unfinished | LexemeKind::Stray | LexemeKind::Note => TokenKind::Invalid(lexeme.to_text()),
    }
}
