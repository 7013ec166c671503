//! Text to lexemes.

use super::Dialect;
use super::lexeme::{Lexeme, LexemeKind};
use super::splice::Spliced;
use polywire_source::{Diagnostics, FileId, Span};
use std::rc::Rc;

const SYMBOLS: &str = "{}()[]<>;:,=+-*/%~|^&!?.#@";

/// Splits a file. Errors are left to those who use a lexeme, since the preprocessor may skip it.
pub(super) fn scan(dialect: &Dialect, file: FileId, text: &[u8], diagnostics: &mut Diagnostics) -> Vec<Lexeme> {
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let text = Spliced::new(text);
    let (doc, after, notes) = (String::new(), String::new(), Vec::new());
    let mut scanner =
        Scanner { dialect, file, text: &text, at: start, doc, after, notes, comes_after: false, diagnostics };
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut starts_line = true;
    loop {
        let before = scanner.at;
        starts_line |= scanner.skip_space();
        let doc = std::mem::take(&mut scanner.doc);
        let after = std::mem::take(&mut scanner.after);
        if let Some(last) = lexemes.last_mut().filter(|_| !after.is_empty()) {
            last.after = Some(after.trim_end().into());
        }
        lexemes.append(&mut scanner.notes);
        let is_spaced = scanner.at > before;
        let start = scanner.at;
        let Some(kind) = scanner.lexeme() else { return lexemes };
        let (span, text) = (scanner.since(start), Rc::from(&text.bytes[start..scanner.at]));
        lexemes.push(Lexeme { kind, text, span, doc: doc.trim_end().into(), after: None, starts_line, is_spaced });
        (starts_line, scanner.comes_after) = (false, true);
    }
}

pub(super) struct Scanner<'a> {
    pub dialect: &'a Dialect,
    file: FileId,
    pub text: &'a Spliced,
    pub at: usize,
    pub doc: String,
    /// The comment behind the last lexeme.
    pub after: String,
    /// What comments say to the compiler.
    pub notes: Vec<Lexeme>,
    /// A comment on the same line explains what is before it.
    pub comes_after: bool,
    pub diagnostics: &'a mut Diagnostics,
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

    fn lexeme(&mut self) -> Option<LexemeKind> {
        Some(match (self.peek(0)?, self.peek(1)) {
            _ if self.prefix(b'\'').is_some() => self.quoted(b'\'', LexemeKind::Char),
            _ if self.prefix(b'"').is_some() => self.quoted(b'"', LexemeKind::Text),
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

    /// Returns the length of what may stand before a quote, if the quote is there.
    fn prefix(&self, quote: u8) -> Option<usize> {
        let rest = &self.text.bytes[self.at..];
        let prefixes = [""].iter().chain(self.dialect.text_prefixes);
        let found =
            prefixes.filter(|it| rest.strip_prefix(it.as_bytes()).is_some_and(|rest| rest.first() == Some(&quote)));
        found.map(|it| it.len()).next()
    }

    fn quoted(&mut self, quote: u8, kind: LexemeKind) -> LexemeKind {
        self.at += self.prefix(quote).unwrap_or_default() + 1;
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
        if let Some(symbol) = self.dialect.long_symbols.iter().find(|symbol| rest.starts_with(symbol.as_bytes())) {
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

    pub fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.at += 1;
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.bytes.get(self.at + ahead).copied()
    }

    pub fn since(&self, start: usize) -> Span {
        // The end is behind the last byte, not behind a continuation that follows it.
        let end = if self.at > start { self.text.offset(self.at - 1) + 1 } else { self.text.offset(self.at) };
        Span { file: self.file, start: self.text.offset(start), end }
    }
}
