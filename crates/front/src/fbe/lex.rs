//! Tokens of an `.fbe` file.

use super::codes;
use polywire_source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// A token with the comment before it.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The comment on the lines before it, without markers.
    pub doc: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Word(String),
    Int(i128),
    /// A number with a point or an exponent, as written.
    Number(String),
    Char(u32),
    Text(String),
    Symbol(char),
    End,
}

const SYMBOLS: &str = ",.:;+*=|!?~()[]<>{}";

/// Splits a file into tokens, the last of which is [`TokenKind::End`]. Invalid tokens are reported and left out.
pub(super) fn lex(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer { file, bytes, at: 0, doc: String::new(), is_after_token: false, diagnostics };
    if bytes.starts_with(b"\xef\xbb\xbf") {
        lexer.at = 3;
    }
    let mut tokens = Vec::new();
    loop {
        lexer.skip_to_token();
        let doc = std::mem::take(&mut lexer.doc);
        let Some((kind, span)) = lexer.token() else { continue };
        let ends = kind == TokenKind::End;
        tokens.push(Token { kind, span, doc: doc.trim_end().to_owned() });
        if ends {
            return tokens;
        }
    }
}

struct Lexer<'a> {
    file: FileId,
    bytes: &'a [u8],
    at: usize,
    doc: String,
    /// A comment on the same line explains what is before it.
    is_after_token: bool,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    fn skip_to_token(&mut self) {
        let mut line_is_empty = false;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b'\n'), _) => {
                    if line_is_empty {
                        self.doc.clear();
                    }
                    (line_is_empty, self.is_after_token) = (true, false);
                    self.at += 1;
                }
                (Some(b' ' | b'\t' | b'\r' | 0x08 | 0x0b | 0x0c), _) => self.at += 1,
                (Some(b'/'), Some(b'/')) => {
                    let text = self.line_comment();
                    self.keep_comment(&text);
                    line_is_empty = false;
                }
                (Some(b'/'), Some(b'*')) => {
                    let text = self.block_comment();
                    self.keep_comment(&text);
                    line_is_empty = false;
                }
                _ => return,
            }
        }
    }

    fn keep_comment(&mut self, text: &str) {
        if !self.is_after_token {
            for line in text.lines().map(str::trim).skip_while(|line| line.is_empty()) {
                self.doc.push_str(line);
                self.doc.push('\n');
            }
        }
    }

    fn line_comment(&mut self) -> String {
        let start = self.at + 2;
        self.skip_while(|byte| byte != b'\n');
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    fn block_comment(&mut self) -> String {
        let start = self.at;
        match self.bytes[start + 2..].windows(2).position(|pair| pair == b"*/") {
            Some(len) => self.at = start + len + 4,
            None => {
                self.at = self.bytes.len();
                self.error(codes::SYNTAX, "the comment has no end", start, "end it with `*/`");
                return String::new();
            }
        }
        let text = String::from_utf8_lossy(&self.bytes[start + 2..self.at - 2]).into_owned();
        text.lines().map(|line| line.trim().trim_start_matches('*')).collect::<Vec<_>>().join("\n")
    }

    fn token(&mut self) -> Option<(TokenKind, Span)> {
        let start = self.at;
        let kind = match self.peek(0) {
            None => TokenKind::End,
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => self.word(),
            Some(b'0'..=b'9' | b'-') => self.number()?,
            Some(b'.') if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number()?,
            Some(b'\'') => self.character()?,
            Some(b'"') => self.text()?,
            Some(byte) if SYMBOLS.contains(char::from(byte)) => {
                self.at += 1;
                TokenKind::Symbol(char::from(byte))
            }
            Some(_) => return self.stray(),
        };
        self.is_after_token = true;
        Some((kind, self.since(start)))
    }

    fn word(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        TokenKind::Word(String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned())
    }

    fn number(&mut self) -> Option<TokenKind> {
        let start = self.at;
        self.at += usize::from(self.peek(0) == Some(b'-'));
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        if matches!(self.bytes.get(self.at - 1), Some(b'e' | b'E')) && matches!(self.peek(0), Some(b'+' | b'-')) {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned();
        let found = integer(&text).map(TokenKind::Int).or_else(|| is_decimal(&text).then_some(TokenKind::Number(text)));
        if found.is_none() {
            self.error(codes::BAD_NUMBER, "this is not a number", start, "write 12, 0x1f, -1.5 or 2.5e-3");
        }
        found
    }

    /// A character in single quotes, one of C's escapes included.
    fn character(&mut self) -> Option<TokenKind> {
        let start = self.at;
        let text = self.quoted(b'\'')?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(one), None) => Some(TokenKind::Char(one.into())),
            _ => {
                self.error(codes::BAD_STRING, "this is not one character", start, "write text in double quotes");
                None
            }
        }
    }

    fn text(&mut self) -> Option<TokenKind> {
        self.quoted(b'"').map(TokenKind::Text)
    }

    fn quoted(&mut self, quote: u8) -> Option<String> {
        let start = self.at;
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match (self.peek(0), self.peek(1)) {
                (None | Some(b'\n'), _) => {
                    self.error(
                        codes::BAD_STRING,
                        "the text has no end on its line",
                        start,
                        "end it with the same quote",
                    );
                    return None;
                }
                (Some(b'\\'), Some(escaped)) if escaped != b'\n' => {
                    text.push(unescaped(escaped));
                    self.at += 2;
                }
                (Some(byte), _) => {
                    self.at += 1;
                    if byte == quote {
                        return Some(String::from_utf8_lossy(&text).into_owned());
                    }
                    text.push(byte);
                }
            }
        }
    }

    fn stray<T>(&mut self) -> Option<T> {
        let start = self.at;
        self.at += 1;
        // Skips the continuation bytes of a non-ASCII character.
        while self.bytes[start] >= 0x80 && self.peek(0).is_some_and(|byte| byte & 0xc0 == 0x80) {
            self.at += 1;
        }
        let help = match self.bytes[start] {
            b'#' => "comments begin with `//`",
            _ => "remove it, or put it into a comment or a text",
        };
        self.error(codes::STRAY_CHARACTER, "this character is not allowed here", start, help);
        None
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn since(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn error(&mut self, code: Code, message: &str, start: usize, help: &str) {
        let span = self.since(start);
        self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
    }
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let is_number = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|it| it.is_digit(radix));
    let value = match hex {
        Some(hex) if is_number(hex, 16) => i128::from_str_radix(hex, 16).ok()?,
        None if is_number(digits, 10) => digits.parse().ok()?,
        _ => return None,
    };
    Some(sign * value)
}

/// Returns true for digits with a point or an exponent.
fn is_decimal(text: &str) -> bool {
    let shape = text.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | 'e' | 'E' | '+' | '-'));
    shape && text.parse::<f64>().is_ok()
}

fn unescaped(escaped: u8) -> u8 {
    match escaped {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'0' => 0,
        other => other,
    }
}
