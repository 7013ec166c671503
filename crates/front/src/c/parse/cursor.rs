//! Reading tokens one by one.

use super::{Parse, Parser};
use crate::c::codes;
use crate::c::note::{self, Note};
use crate::c::token::{Token, TokenKind};
use polywire_source::Span;

/// Limit on types and expressions inside of each other, which bounds the recursion here and in all that follows.
pub(super) const MAX_DEPTH: usize = 100;

/// Words that have no meaning as names (C11, clause 6.4.1), and those that GNU C adds.
pub(in crate::c) const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__attribute__",
    "__extension__",
    "__int128",
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// Other spellings of keywords.
const SPELLINGS: &[(&str, &str)] = &[
    ("__alignof", "_Alignof"),
    ("__alignof__", "_Alignof"),
    ("__asm", "asm"),
    ("__asm__", "asm"),
    ("__attribute", "__attribute__"),
    ("__complex", "_Complex"),
    ("__complex__", "_Complex"),
    ("__const", "const"),
    ("__const__", "const"),
    ("__inline", "inline"),
    ("__inline__", "inline"),
    ("__int128_t", "__int128"),
    ("__restrict", "restrict"),
    ("__restrict__", "restrict"),
    ("__signed", "signed"),
    ("__signed__", "signed"),
    ("__thread", "_Thread_local"),
    ("__typeof", "typeof"),
    ("__typeof__", "typeof"),
    ("__volatile", "volatile"),
    ("__volatile__", "volatile"),
];

/// Returns the usual spelling of a keyword; other words stay as they are.
pub(super) fn spelling(word: &str) -> &str {
    SPELLINGS.iter().find(|(it, _)| *it == word).map_or(word, |(_, usual)| usual)
}

impl Parser<'_> {
    pub fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    pub fn ahead(&self, count: usize) -> &TokenKind {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)].kind
    }

    pub fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub fn span(&self) -> Span {
        self.token().span
    }

    /// From a place to the last token; what macros make may not be in one piece.
    pub fn since(&self, start: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1)].span;
        if start.file == last.file && last.end >= start.start { start.to(last) } else { start }
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn is_end(&self) -> bool {
        *self.peek() == TokenKind::End
    }

    pub fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    pub fn is_symbol_ahead(&self, count: usize, symbol: &str) -> bool {
        matches!(self.ahead(count), TokenKind::Symbol(found) if *found == symbol)
    }

    /// The next word, with keywords in their usual spelling.
    pub fn word(&self) -> Option<&str> {
        match self.peek() {
            TokenKind::Word(word) => Some(spelling(word)),
            _ => None,
        }
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, symbol: &str, place: &str) -> Parse<()> {
        match self.take_symbol(symbol) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{symbol}` {place}"))),
        }
    }

    /// A name that is no keyword.
    pub fn is_name(&self) -> bool {
        self.word().is_some_and(|word| !KEYWORDS.contains(&word))
    }

    pub fn name(&mut self, what: &str) -> Parse<(String, Span)> {
        if !self.is_name() {
            return Err(self.expected(what));
        }
        let span = self.span();
        let TokenKind::Word(text) = self.peek().clone() else { return Err(self.expected(what)) };
        self.advance();
        Ok((text, span))
    }

    /// Skips what is in parentheses, brackets or braces, of which the next token is the first.
    pub fn skip_group(&mut self) -> Parse<()> {
        let start = self.span();
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
                TokenKind::End => {
                    let help = "add the missing `)`, `]` or `}`";
                    return Err(self.error_at(start, codes::SYNTAX, "this is not closed", help));
                }
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads something that can contain itself.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("this is nested deeper than {MAX_DEPTH} levels");
            let reported = self.error(codes::TOO_DEEP, &message, "split it: name its parts and use the names");
            self.gave_up = true;
            self.at = self.tokens.len() - 1;
            return Err(reported);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Takes the notes of the tokens from this index up to the next token.
    pub fn take_notes(&mut self, start: usize) -> Vec<Note> {
        let mut taken = Vec::new();
        for token in &mut self.tokens[start..self.at] {
            taken.append(&mut token.notes);
        }
        taken.iter().flat_map(|it| note::notes(it, self.diagnostics)).collect()
    }

    /// The documentation of what begins at this index: before it, or behind its first line or its last token.
    pub fn doc(&self, start: usize) -> String {
        let before = &self.tokens[start].doc;
        if !before.is_empty() {
            return before.clone();
        }
        let last = self.at.max(start + 1) - 1;
        self.tokens[last].after.clone()
    }
}
