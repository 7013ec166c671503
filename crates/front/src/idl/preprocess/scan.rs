//! Text to lexemes.

use super::lexeme::{Lexeme, LexemeKind};
use super::splice::Spliced;
use crate::idl::codes;
use polywire_source::{Diagnostic, Diagnostics, FileId, Span};
use std::rc::Rc;

/// Symbols of more than one character, longest first.
const LONG_SYMBOLS: &[&str] = &["::", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "##"];
const SYMBOLS: &str = "{}()[]<>;:,=+-*/%~|^&!?.#@";

/// Splits a file. Errors are left to those who use a lexeme, since the preprocessor may skip it.
pub(super) fn scan(file: FileId, text: &[u8], diagnostics: &mut Diagnostics) -> Vec<Lexeme> {
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let text = Spliced::new(text);
    let mut scanner = Scanner { file, text: &text, at: start, doc: String::new(), comes_after: false, diagnostics };
    let mut lexemes = Vec::new();
    let mut starts_line = true;
    loop {
        let before = scanner.at;
        starts_line |= scanner.skip_space();
        let doc = std::mem::take(&mut scanner.doc);
        let is_spaced = scanner.at > before;
        let start = scanner.at;
        let Some(kind) = scanner.lexeme() else { return lexemes };
        let (span, text) = (scanner.since(start), Rc::from(&text.bytes[start..scanner.at]));
        lexemes.push(Lexeme { kind, text, span, doc: doc.trim_end().into(), starts_line, is_spaced });
        (starts_line, scanner.comes_after) = (false, true);
    }
}

struct Scanner<'a> {
    file: FileId,
    text: &'a Spliced,
    at: usize,
    doc: String,
    /// A comment on the same line explains what is before it.
    comes_after: bool,
    diagnostics: &'a mut Diagnostics,
}

impl Scanner<'_> {
    /// Returns true if a line has begun.
    fn skip_space(&mut self) -> bool {
        let (mut starts_line, mut line_is_empty) = (false, false);
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b'\n'), _) => {
                    if line_is_empty {
                        self.doc.clear();
                    }
                    (starts_line, line_is_empty, self.comes_after) = (true, true, false);
                    self.at += 1;
                }
                (Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a), _) => self.at += 1,
                (Some(b'/'), Some(b'/')) => {
                    self.line_comment();
                    line_is_empty = false;
                }
                (Some(b'/'), Some(b'*')) => {
                    self.block_comment();
                    line_is_empty = false;
                }
                _ => return starts_line,
            }
        }
    }

    fn line_comment(&mut self) {
        let start = self.at + 2;
        self.skip_while(|byte| byte != b'\n');
        let text = String::from_utf8_lossy(&self.text.bytes[start..self.at]).into_owned();
        self.keep_comment(text.trim_start_matches(['/', '!']).trim_start_matches('<'));
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let Some(len) = self.text.bytes[start + 2..].windows(2).position(|pair| pair == b"*/") else {
            self.at = self.text.bytes.len();
            let span = Span { end: self.text.offset(start + 2), ..self.since(start) };
            let error = Diagnostic::error(codes::SYNTAX, "the comment has no end").at(span, "it begins here");
            return self.diagnostics.push(error.help("end it with `*/`"));
        };
        self.at = start + len + 4;
        let text = String::from_utf8_lossy(&self.text.bytes[start + 2..self.at - 2]).into_owned();
        let lines: Vec<&str> = text.lines().map(|line| line.trim().trim_start_matches(['*', '!'])).collect();
        self.keep_comment(&lines.join("\n"));
    }

    fn keep_comment(&mut self, text: &str) {
        if !self.comes_after {
            for line in text.lines().map(str::trim).skip_while(|line| line.is_empty()) {
                self.doc.push_str(line);
                self.doc.push('\n');
            }
        }
    }

    fn lexeme(&mut self) -> Option<LexemeKind> {
        Some(match (self.peek(0)?, self.peek(1)) {
            (b'L', Some(b'\'')) => self.quoted(1, b'\'', LexemeKind::Char),
            (b'L', Some(b'"')) => self.quoted(1, b'"', LexemeKind::Text),
            (b'\'', _) => self.quoted(0, b'\'', LexemeKind::Char),
            (b'"', _) => self.quoted(0, b'"', LexemeKind::Text),
            (byte, _) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                LexemeKind::Word
            }
            (byte, _) if byte.is_ascii_digit() => self.number(),
            (b'.', Some(next)) if next.is_ascii_digit() => self.number(),
            (byte, _) => self.symbol(byte),
        })
    }

    fn number(&mut self) -> LexemeKind {
        while let Some(byte) = self.peek(0) {
            let has_sign = matches!(byte, b'e' | b'E') && matches!(self.peek(1), Some(b'+' | b'-'));
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_') {
                break;
            }
            self.at += if has_sign && !self.is_hex() { 2 } else { 1 };
        }
        LexemeKind::Number
    }

    /// Digits of a hexadecimal number precede, so `e` is one too.
    fn is_hex(&self) -> bool {
        let before = &self.text.bytes[..self.at];
        let start = before.iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        before[start..].starts_with(b"0x") || before[start..].starts_with(b"0X")
    }

    fn quoted(&mut self, prefix: usize, quote: u8, kind: LexemeKind) -> LexemeKind {
        self.at += prefix + 1;
        loop {
            match (self.peek(0), self.peek(1)) {
                (None | Some(b'\n'), _) => return LexemeKind::Unfinished,
                (Some(b'\\'), Some(escaped)) if escaped != b'\n' => self.at += 2,
                (Some(byte), _) => {
                    self.at += 1;
                    if byte == quote {
                        return kind;
                    }
                }
            }
        }
    }

    fn symbol(&mut self, byte: u8) -> LexemeKind {
        let rest = &self.text.bytes[self.at..];
        if let Some(symbol) = LONG_SYMBOLS.iter().find(|symbol| rest.starts_with(symbol.as_bytes())) {
            self.at += symbol.len();
            return LexemeKind::Symbol;
        }
        self.at += 1;
        if byte.is_ascii() && SYMBOLS.contains(char::from(byte)) {
            return LexemeKind::Symbol;
        }
        if !byte.is_ascii() {
            self.skip_while(|byte| byte & 0xc0 == 0x80);
        }
        LexemeKind::Stray
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.bytes.get(self.at + ahead).copied()
    }

    fn since(&self, start: usize) -> Span {
        // The end is behind the last byte, not behind a continuation that follows it.
        let end = if self.at > start { self.text.offset(self.at - 1) + 1 } else { self.text.offset(self.at) };
        Span { file: self.file, start: self.text.offset(start), end }
    }
}
