//! Lexemes to tokens.

use super::codes;
use super::literal;
use super::token::{KEYWORDS, SYMBOLS, Token, TokenKind};
use crate::preprocess::{Lexeme, LexemeKind};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// Makes a token of every lexeme; the last one is [`TokenKind::End`]. What is no token is reported.
pub(super) fn lex(lexemes: &[Lexeme], diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(lexemes.len() + 1);
    for lexeme in lexemes {
        let kind = token_kind(lexeme, diagnostics);
        let is_escaped = lexeme.text.starts_with(b"_");
        tokens.push(Token { kind, span: lexeme.span, doc: lexeme.doc.to_string(), is_escaped });
    }
    let end = tokens.last().map(|last| Span { start: last.span.end, ..last.span }).unwrap_or_default();
    tokens.push(Token { kind: TokenKind::End, span: end, doc: String::new(), is_escaped: false });
    tokens
}

fn token_kind(lexeme: &Lexeme, diagnostics: &mut Diagnostics) -> TokenKind {
    match lexeme.kind {
        LexemeKind::Word => word(lexeme, diagnostics),
        LexemeKind::Symbol => match SYMBOLS.iter().find(|symbol| lexeme.is_symbol(symbol)) {
            Some(symbol) => TokenKind::Symbol(symbol),
            None => stray(lexeme, diagnostics),
        },
        LexemeKind::Stray | LexemeKind::Note => stray(lexeme, diagnostics),
        LexemeKind::Unfinished => {
            let error = Diagnostic::error(codes::BAD_LITERAL, "the quote has no end on its line").at(lexeme.span, "");
            diagnostics.push(error.help("end it with the same quote"));
            TokenKind::Invalid
        }
        LexemeKind::Number | LexemeKind::Char | LexemeKind::Text => match literal::value(lexeme) {
            Ok(value) => TokenKind::Literal(value),
            Err(literal::Problem { message, help }) => {
                diagnostics.push(Diagnostic::error(codes::BAD_LITERAL, message).at(lexeme.span, "").help(help));
                TokenKind::Invalid
            }
        },
    }
}

fn word(lexeme: &Lexeme, diagnostics: &mut Diagnostics) -> TokenKind {
    let text = lexeme.to_text();
    if let Some(escaped) = text.strip_prefix('_') {
        if !escaped.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let error = Diagnostic::error(codes::SYNTAX, format!("`{text}` is not a name")).at(lexeme.span, "");
            diagnostics.push(error.help("begin it with a letter; one underscore before that escapes a keyword"));
        }
        return TokenKind::Name(escaped.to_owned());
    }
    match KEYWORDS.iter().find(|keyword| **keyword == text) {
        Some(keyword) => TokenKind::Keyword(keyword),
        None => TokenKind::Name(text),
    }
}

fn stray(lexeme: &Lexeme, diagnostics: &mut Diagnostics) -> TokenKind {
    let error = Diagnostic::error(codes::STRAY_CHARACTER, "this character is not allowed here").at(lexeme.span, "");
    diagnostics.push(error.help("remove it, or put it into a comment or a text"));
    TokenKind::Invalid
}
