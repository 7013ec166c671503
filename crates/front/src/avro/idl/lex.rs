//! Tokens of interface descriptions (Avro 1.12, "IDL Language", and what Avro for Java accepts beyond it).

use super::text;
use crate::avro::codes;
use polywire_source::{Diagnostic, Diagnostics, FileId, Span};

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name, which may have dots and dashes in it.
    Word {
        text: String,
        /// It has a part in backquotes, so that it is no keyword.
        is_quoted: bool,
    },
    /// A number as written.
    Number(String),
    /// A text in quotes.
    Text(String),
    /// A comment for readers of the documentation.
    Doc(String),
    /// Any other character.
    Symbol(char),
    End,
}

/// Returns the tokens of a text; the last one is its end.
pub(super) fn lex(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Vec<Token> {
    let (text, end) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.valid_up_to();
            (bytes.get(..at).and_then(|it| std::str::from_utf8(it).ok()).unwrap_or_default(), Some(at))
        }
    };
    let mut lexer = Lexer { file, text, at: 0, tokens: Vec::new(), diagnostics };
    if let Some(at) = end {
        lexer.error(at, at + 1, "the text is not UTF-8", "");
    }
    lexer.run();
    lexer.tokens
}

struct Lexer<'t, 'd> {
    file: FileId,
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    diagnostics: &'d mut Diagnostics,
}

impl Lexer<'_, '_> {
    fn run(&mut self) {
        self.at = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        while let Some(next) = self.peek() {
            let start = self.at;
            match next {
                // The end of a text on some old systems.
                '\u{1a}' => break,
                it if it.is_whitespace() => self.at += it.len_utf8(),
                '/' if self.rest().starts_with("//") => self.skip_while(|it| it != '\n' && it != '\r'),
                '/' if self.rest().starts_with("/*") => self.comment(),
                '"' => self.quoted(),
                '`' => self.word(),
                it if it.is_alphabetic() || it == '_' || it == '$' => self.word(),
                it if it.is_ascii_digit() => self.number(),
                '-' | '+' | '.' if self.begins_number() => self.number(),
                it => {
                    self.at += it.len_utf8();
                    self.push(start, TokenKind::Symbol(it));
                }
            }
        }
        let end = self.at;
        self.push(end, TokenKind::End);
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_while(&mut self, is_part: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|it| !is_part(it)).unwrap_or(rest.len());
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32 }
    }

    fn push(&mut self, start: usize, kind: TokenKind) {
        self.tokens.push(Token { kind, span: self.span(start, self.at) });
    }

    fn error(&mut self, start: usize, end: usize, message: &str, help: &str) {
        let problem = Diagnostic::error(codes::SYNTAX, message).at(self.span(start, end), "");
        self.diagnostics.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    fn comment(&mut self) {
        let start = self.at;
        let Some(len) = self.rest().get(2..).and_then(|it| it.find("*/")) else {
            self.error(start, start + 2, "the comment does not end", "end it with `*/`");
            self.at = self.text.len();
            return;
        };
        self.at += 2 + len + 2;
        let inside = self.text.get(start + 2..start + 2 + len).unwrap_or_default();
        if let Some(doc) = inside.strip_prefix('*').filter(|_| len > 0) {
            self.push(start, TokenKind::Doc(text::doc(doc)));
        }
    }

    fn quoted(&mut self) {
        let start = self.at;
        let inside = self.text.get(start + 1..).unwrap_or_default();
        let mut is_escaped = false;
        for (at, ch) in inside.char_indices() {
            match ch {
                '\n' | '\r' => break,
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => {
                    self.at = start + 1 + at + 1;
                    match text::unescaped(&inside[..at]) {
                        Ok(text) => self.push(start, TokenKind::Text(text)),
                        Err(message) => {
                            self.error(start, self.at, &message, "");
                            self.push(start, TokenKind::Text(String::new()));
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        self.error(start, start + 1, "the text does not end on its line", "end it with a quote");
        self.skip_while(|it| it != '\n' && it != '\r');
        self.push(start, TokenKind::Text(String::new()));
    }

    /// Parts of a name are separated by dots and dashes; those in backquotes may be keywords.
    fn word(&mut self) {
        let (start, mut text, mut is_quoted) = (self.at, String::new(), false);
        loop {
            if self.peek() == Some('`') {
                is_quoted = true;
                let inside = self.at + 1;
                let rest = self.text.get(inside..).unwrap_or_default();
                let len = rest.find(|it: char| it == '`' || it.is_whitespace()).unwrap_or(rest.len());
                text.push_str(&rest[..len]);
                if rest[len..].starts_with('`') {
                    self.at = inside + len + 1;
                } else {
                    self.error(start, inside + len, "the name in backquotes does not end", "end it with a backquote");
                    self.at = inside + len;
                }
            } else {
                let from = self.at;
                self.skip_while(|it| it.is_alphanumeric() || it == '_' || it == '$');
                text.push_str(self.text.get(from..self.at).unwrap_or_default());
            }
            let mut next = self.rest().chars();
            match (next.next(), next.next()) {
                (Some(mark @ ('.' | '-')), Some(it)) if it.is_alphanumeric() || matches!(it, '_' | '`' | '$') => {
                    text.push(mark);
                    self.at += 1;
                }
                _ => break,
            }
        }
        self.push(start, TokenKind::Word { text, is_quoted });
    }

    fn begins_number(&self) -> bool {
        let rest = self.rest().trim_start_matches(['-', '+']);
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        rest.starts_with(|it: char| it.is_ascii_digit()) || rest.starts_with("Infinity") || rest.starts_with("NaN")
    }

    fn number(&mut self) {
        let start = self.at;
        self.skip_while(|it| matches!(it, '-' | '+'));
        loop {
            self.skip_while(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_'));
            let text = self.text.get(start..self.at).unwrap_or_default();
            let is_hex = text.contains(['x', 'X']);
            let has_exponent = text.ends_with(['e', 'E']) && !is_hex || is_hex && text.ends_with(['p', 'P']);
            if !(has_exponent && self.rest().starts_with(['-', '+'])) {
                break;
            }
            self.at += 1;
        }
        let written = self.text.get(start..self.at).unwrap_or_default();
        let number = text::number(written);
        if number.is_none() {
            self.error(start, self.at, &format!("`{written}` is not a number"), "");
        }
        self.push(start, TokenKind::Number(number.unwrap_or_else(|| "0".to_owned())));
    }
}
