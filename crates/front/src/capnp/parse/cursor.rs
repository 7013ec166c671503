//! The token cursor.

use super::{MAX_DEPTH, Parse, Parser, Reported};
use crate::capnp::ast::Word;
use crate::capnp::codes;
use crate::capnp::lex::{Token, TokenKind};
use polywire_source::{Code, Diagnostic, Span};

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> &'a Token {
        self.peek_ahead(0)
    }

    pub(super) fn peek_ahead(&self, count: usize) -> &'a Token {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    /// Returns the token taken last.
    pub(super) fn previous(&self) -> &'a Token {
        &self.tokens[self.at.saturating_sub(1)]
    }

    pub(super) fn take(&mut self) -> &'a Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn at_symbol(&self, symbol: &str) -> bool {
        is_symbol(self.peek(), symbol)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Word(text) if text == word)
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn expect_symbol(&mut self, symbol: &str, context: &str) -> Parse<Span> {
        match self.at_symbol(symbol) {
            true => Ok(self.take().span),
            false => Err(self.expected(&format!("`{symbol}` {context}"))),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Parse<Word> {
        let TokenKind::Word(text) = &self.peek().kind else { return Err(self.expected(what)) };
        let span = self.take().span;
        Ok(Word { text: text.clone(), span })
    }

    pub(super) fn int(&mut self, what: &str) -> Parse<(u64, Span)> {
        let TokenKind::Int(value) = self.peek().kind else { return Err(self.expected(what)) };
        Ok((value, self.take().span))
    }

    /// Parses `(item, …)` or `[item, …]`; a trailing comma is allowed.
    pub(super) fn list<T>(
        &mut self,
        [open, close]: [&str; 2],
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        self.expect_symbol(open, &format!("to begin {what}"))?;
        let mut items = Vec::new();
        while !self.take_symbol(close) {
            items.push(item(self)?);
            if !self.at_symbol(close) {
                self.expect_symbol(",", &format!("or `{close}` in {what}"))?;
            }
        }
        Ok(items)
    }

    /// Runs a parser one nesting level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            let span = self.peek().span;
            return Err(self.error(codes::TOO_DEEP, format!("nested deeper than {MAX_DEPTH} levels"), span));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Reports that the next token is not the expected one.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let found = self.peek();
        let name = match &found.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Data(_) => "bytes".to_owned(),
            TokenKind::Int(_) | TokenKind::Float(_) => "a number".to_owned(),
            TokenKind::Word(text) => format!("`{text}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
        };
        self.error(codes::SYNTAX, format!("expected {what}, found {name}"), found.span)
    }

    pub(super) fn error(&mut self, code: Code, message: impl Into<String>, span: Span) -> Reported {
        self.report(Diagnostic::error(code, message).at(span, ""))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }
}

pub(super) fn is_symbol(token: &Token, symbol: &str) -> bool {
    matches!(token.kind, TokenKind::Symbol(found) if found == symbol)
}
