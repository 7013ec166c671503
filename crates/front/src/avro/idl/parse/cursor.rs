//! A place in the tokens.

use super::super::lex::{Token, TokenKind};
use crate::avro::codes;
use crate::avro::read::Reader;
use crate::avro::tree::Word;
use polywire_source::{Diagnostic, Span};

/// Types and values may be nested this deep.
const DEEPEST: usize = 200;

pub(super) struct Parser<'r, 'd> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    pub reader: &'r mut Reader<'d>,
}

impl<'r, 'd> Parser<'r, 'd> {
    pub fn new(tokens: Vec<Token>, reader: &'r mut Reader<'d>) -> Self {
        Self { tokens, at: 0, depth: 0, reader }
    }

    /// The last token is the end, behind which nothing is read.
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn kind(&self) -> &TokenKind {
        &self.token().kind
    }

    /// The next token but those of documentation.
    fn kind_after(&self) -> &TokenKind {
        let rest = self.tokens.get(self.at + 1..).unwrap_or_default();
        rest.iter().map(|it| &it.kind).find(|it| !matches!(it, TokenKind::Doc(_))).unwrap_or(&TokenKind::End)
    }

    pub fn span(&self) -> Span {
        self.token().span
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn next(&mut self) {
        self.at += usize::from(!self.is_end());
    }

    pub fn is_end(&self) -> bool {
        matches!(self.kind(), TokenKind::End)
    }

    /// Skips documentation that belongs to nothing.
    pub fn skip_docs(&mut self) {
        while matches!(self.kind(), TokenKind::Doc(_)) {
            self.next();
        }
    }

    pub fn is_symbol(&self, symbol: char) -> bool {
        matches!(self.kind(), TokenKind::Symbol(it) if *it == symbol)
    }

    /// Takes a character if it comes next, and documentation in front of it, which belongs to nothing.
    pub fn accept(&mut self, symbol: char) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let docs = rest.iter().take_while(|it| matches!(it.kind, TokenKind::Doc(_))).count();
        let is_next = rest.get(docs).is_some_and(|it| it.kind == TokenKind::Symbol(symbol));
        if is_next {
            self.at += docs + 1;
        }
        is_next
    }

    pub fn expect(&mut self, symbol: char) -> Option<()> {
        if self.accept(symbol) {
            return Some(());
        }
        self.unexpected(&format!("`{symbol}`"));
        None
    }

    pub fn keyword(&self) -> Option<&str> {
        match self.kind() {
            TokenKind::Word { text, is_quoted: false } => Some(text),
            _ => None,
        }
    }

    pub fn is_keyword(&self, word: &str) -> bool {
        self.keyword() == Some(word)
    }

    /// Takes a name. Keywords are names, too.
    pub fn name(&mut self, what: &str) -> Option<Word> {
        self.skip_docs();
        let span = self.span();
        match self.kind() {
            TokenKind::Word { text, .. } => {
                let text = text.clone();
                self.next();
                Some(Word { text, span })
            }
            _ => {
                self.unexpected(&format!("the name of {what}"));
                None
            }
        }
    }

    /// Returns true if a name follows the next word, as in declarations.
    pub fn begins_declaration(&self) -> bool {
        matches!(self.kind_after(), TokenKind::Word { .. })
    }

    /// Returns true if the next word is followed by this character.
    pub fn is_followed_by(&self, symbol: char) -> bool {
        matches!(self.kind_after(), TokenKind::Symbol(it) if *it == symbol)
    }

    pub fn unexpected(&mut self, wanted: &str) {
        let found = match self.kind() {
            TokenKind::Word { text, .. } => format!("found `{text}`"),
            TokenKind::Number(text) => format!("found the number {text}"),
            TokenKind::Text(_) => "found a text".to_owned(),
            TokenKind::Doc(_) => "found a comment".to_owned(),
            TokenKind::Symbol(it) => format!("found `{it}`"),
            TokenKind::End => "the file ends".to_owned(),
        };
        let problem = Diagnostic::error(codes::SYNTAX, format!("expected {wanted}, {found}"));
        let span = self.span();
        self.reader.diagnostics.push(problem.at(span, ""));
    }

    pub fn error_at(&mut self, span: Span, message: &str, help: &str) {
        self.reader.error(span, message, help);
    }

    /// Calls a function one level deeper; reports nesting that is too deep.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEEPEST {
            let span = self.span();
            let problem = Diagnostic::error(codes::LIMIT, format!("this is nested deeper than {DEEPEST} levels"));
            self.reader.diagnostics.push_once(problem.at(span, ""));
            return None;
        }
        self.depth += 1;
        let found = parse(self);
        self.depth -= 1;
        found
    }

    /// After an error, goes on behind the end of the statement: its `;`, or the `}` of a block in it.
    pub fn recover(&mut self, from: usize) {
        if self.at == from {
            self.next();
        }
        let mut depth = self.tokens[from..self.at].iter().fold(0usize, |depth, it| match it.kind {
            TokenKind::Symbol('{') => depth + 1,
            TokenKind::Symbol('}') => depth.saturating_sub(1),
            _ => depth,
        });
        while !self.is_end() {
            match self.kind() {
                TokenKind::Symbol('{') => depth += 1,
                TokenKind::Symbol('}') if depth == 0 => return,
                TokenKind::Symbol('}') => depth -= 1,
                TokenKind::Symbol(';') if depth == 0 => return self.next(),
                _ => {
                    self.next();
                    continue;
                }
            }
            self.next();
            if depth == 0 && !matches!(self.kind(), TokenKind::Symbol(';' | '=')) {
                return;
            }
        }
    }
}
