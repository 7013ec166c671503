//! Tokens of a `.capnp` file.

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
        lexer.skip_to_token();
        let Some(token) = lexer.token() else { continue };
        let ends = token.kind == TokenKind::End;
        tokens.push(token);
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

const SYMBOLS: [&str; 18] = ["->", "@", ":", "=", "$", ".", "!", "*", "-", "+", ",", ";", "(", ")", "[", "]", "{", "}"];

impl Lexer<'_> {
    /// Returns the token at the cursor. Returns `None` if the input is invalid, which is reported and skipped.
    fn token(&mut self) -> Option<Token> {
        let start = self.at;
        let kind = match self.peek(0) {
            None => TokenKind::End,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word(),
            Some(b'0') if matches!((self.peek(1), self.peek(2)), (Some(b'x'), Some(b'"'))) => self.data(),
            Some(b'0'..=b'9') => self.number(),
            Some(b'"') => self.text(),
            Some(b'`') => self.text_line(),
            Some(_) => self.symbol()?,
        };
        let span = self.since(start);
        let doc = match kind {
            TokenKind::Symbol(";" | "{" | "}") => self.documentation(),
            _ => String::new(),
        };
        Some(Token { kind, span, doc })
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        while self.peek(0).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        TokenKind::Word(String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned())
    }

    fn symbol(&mut self) -> Option<TokenKind> {
        let found = SYMBOLS.into_iter().find(|symbol| self.take_bytes(symbol.as_bytes()));
        if found.is_none() {
            self.skip_stray();
        }
        found.map(TokenKind::Symbol)
    }

    fn skip_stray(&mut self) {
        let start = self.at;
        self.at += 1;
        // Skips the continuation bytes of a non-ASCII character.
        while self.bytes[start] >= 0x80 && self.peek(0).is_some_and(|byte| byte & 0xc0 == 0x80) {
            self.at += 1;
        }
        let help = match &self.bytes[start..] {
            [b'/', b'/' | b'*', ..] => "comments begin with `#` and extend to the end of the line",
            [b'\'', ..] => "strings are written in double quotes",
            _ => "remove it, or put it into a comment or a string",
        };
        let span = self.since(start);
        let stray = Diagnostic::error(codes::STRAY_CHARACTER, "this character is not allowed here");
        self.diagnostics.push(stray.at(span, "").help(help));
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
