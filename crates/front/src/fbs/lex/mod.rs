//! Tokens of an `.fbs` file.

mod comment;
mod number;
mod text;
mod token;

pub(super) use token::{Token, TokenKind};

use super::codes;
use polywire_source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// Splits a file into tokens, the last of which is [`TokenKind::End`]. Invalid tokens are reported and left out.
pub(super) fn lex(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer { file, bytes, at: 0, diagnostics };
    lexer.take_bytes(b"\xef\xbb\xbf");
    let mut tokens = Vec::new();
    loop {
        let doc = lexer.skip_to_token(tokens.is_empty());
        let start = lexer.at;
        let Some(kind) = lexer.token() else { continue };
        let ends = kind == TokenKind::End;
        tokens.push(Token { kind, span: lexer.since(start), doc });
        if ends {
            return tokens;
        }
    }
}

struct Lexer<'a> {
    file: FileId,
    bytes: &'a [u8],
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    /// Returns the token at the cursor. Returns `None` if the input is invalid, which is reported and skipped.
    fn token(&mut self) -> Option<TokenKind> {
        match self.peek(0) {
            None => Some(TokenKind::End),
            Some(byte) if is_word_start(byte) => Some(self.word()),
            Some(quote @ (b'"' | b'\'')) => Some(self.text(quote)),
            Some(b'0'..=b'9') => Some(self.number()),
            Some(b'.') if self.peek(1).is_some_and(|it| it.is_ascii_digit()) => Some(self.number()),
            Some(b'+' | b'-') => Some(self.signed()),
            Some(
                symbol @ (b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b';' | b'=' | b'.'),
            ) => {
                self.at += 1;
                Some(TokenKind::Symbol(symbol.into()))
            }
            Some(_) => {
                self.skip_stray();
                None
            }
        }
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        TokenKind::Word(self.written(start))
    }

    fn skip_stray(&mut self) {
        let start = self.at;
        self.at += 1;
        // Skips the continuation bytes of a non-ASCII character.
        while self.bytes[start] >= 0x80 && self.peek(0).is_some_and(|byte| byte & 0xc0 == 0x80) {
            self.at += 1;
        }
        let help = match self.bytes[start] {
            b'#' => "comments begin with `//`",
            b'|' => "flags are added in a string: \"A B\"",
            _ => "remove it, or put it into a comment or a string",
        };
        let span = self.since(start);
        let stray = Diagnostic::error(codes::STRAY_CHARACTER, "this character is not allowed here");
        self.diagnostics.push(stray.at(span, "").help(help));
    }

    fn written(&self, start: usize) -> String {
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn take_bytes(&mut self, expected: &[u8]) -> bool {
        let found = self.bytes[self.at..].starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn since(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn error(&mut self, code: Code, message: &str, start: usize) {
        let span = self.since(start);
        self.diagnostics.push(Diagnostic::error(code, message).at(span, ""));
    }
}

pub(super) fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
