//! Tokens of a `.proto` file (Protocol Buffers Language Specification, "Lexical Elements").

mod comment;
mod number;
mod text;
mod token;

pub(super) use token::{Token, TokenKind};

use crate::proto::codes;
use comment::Comment;
use polywire_source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// Splits a file into tokens, the last of which is [`TokenKind::End`]. Invalid tokens are reported and left out.
pub(super) fn lex(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer { file, bytes, at: 0, line: 0, diagnostics };
    lexer.take_bytes(b"\xef\xbb\xbf");
    let mut tokens: Vec<Token> = Vec::new();
    let mut last_line = None;
    loop {
        let comments = lexer.skip_to_token();
        let line = lexer.line;
        let Some(token) = lexer.token() else { continue };
        let ends = token.kind == TokenKind::End;
        tokens.push(token);
        comment::attach(comments, last_line, line, &mut tokens);
        if ends {
            return tokens;
        }
        last_line = Some(lexer.line);
    }
}

struct Lexer<'a> {
    file: FileId,
    bytes: &'a [u8],
    at: usize,
    /// Line of `at`, from 0.
    line: u32,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    /// Skips white space and comments; returns the comments.
    fn skip_to_token(&mut self) -> Vec<Comment> {
        let mut comments = Vec::new();
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b'\n'), _) => {
                    self.line += 1;
                    self.at += 1;
                }
                (Some(byte), _) if is_white(byte) => self.at += 1,
                (Some(b'/'), Some(b'/')) => comments.push(self.line_comment()),
                (Some(b'/'), Some(b'*')) => comments.push(self.block_comment()),
                _ => return comments,
            }
        }
    }

    /// Returns the token at the cursor. Returns `None` if the input is invalid, which is reported and skipped.
    fn token(&mut self) -> Option<Token> {
        let start = self.at;
        let kind = match self.peek(0) {
            None => TokenKind::End,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word(),
            Some(b'0'..=b'9') => self.number(),
            Some(b'.') if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
            Some(quote @ (b'"' | b'\'')) => self.text(quote),
            Some(symbol) if symbol.is_ascii_graphic() => {
                self.at += 1;
                TokenKind::Symbol(symbol as char)
            }
            Some(_) => {
                self.skip_stray();
                return None;
            }
        };
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default().to_owned();
        Some(Token { kind, span: self.since(start), text, leading: String::new(), trailing: String::new() })
    }

    fn word(&mut self) -> TokenKind {
        while self.peek(0).is_some_and(is_word_byte) {
            self.at += 1;
        }
        TokenKind::Word
    }

    /// Skips control and non-ASCII characters, which are allowed in comments and strings only.
    fn skip_stray(&mut self) {
        let start = self.at;
        while self.peek(0).is_some_and(|byte| !byte.is_ascii_graphic() && !is_white(byte)) {
            self.at += 1;
        }
        self.report(
            Diagnostic::error(codes::STRAY_CHARACTER, "non-ASCII characters are allowed only in comments and strings")
                .at(self.since(start), ""),
        );
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
        self.report(Diagnostic::error(code, message).at(span, ""));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
