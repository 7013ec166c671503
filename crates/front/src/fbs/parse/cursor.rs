//! The token cursor.

use super::{MAX_DEPTH, Parse, Parser, Reported};
use crate::fbs::ast::Word;
use crate::fbs::codes;
use crate::fbs::lex::{Token, TokenKind};
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

    pub(super) fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    pub(super) fn at_symbol(&self, symbol: char) -> bool {
        self.peek().kind == TokenKind::Symbol(symbol)
    }

    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.take();
        }
        found
    }

    pub(super) fn expect_symbol(&mut self, symbol: char, context: &str) -> Parse<Span> {
        match self.at_symbol(symbol) {
            true => Ok(self.take().span),
            false => Err(self.expected(&format!("`{symbol}` {context}"))),
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Parse<Word> {
        let TokenKind::Word(text) = &self.peek().kind else { return Err(self.expected(what)) };
        Ok(Word { text: text.clone(), span: self.take().span })
    }

    /// Parses `a.b.c`.
    pub(super) fn dotted(&mut self, what: &str) -> Parse<Word> {
        let mut name = self.word(what)?;
        while self.take_symbol('.') {
            let part = self.word("a name after the point")?;
            name = Word { text: format!("{}.{}", name.text, part.text), span: name.span.to(part.span) };
        }
        Ok(name)
    }

    pub(super) fn string(&mut self, what: &str) -> Parse<Word> {
        let TokenKind::Text { value, .. } = &self.peek().kind else { return Err(self.expected(what)) };
        Ok(Word { text: value.clone(), span: self.take().span })
    }

    pub(super) fn word_or_string(&mut self, what: &str) -> Parse<Word> {
        match &self.peek().kind {
            TokenKind::Text { .. } => self.string(what),
            _ => self.word(what),
        }
    }

    pub(super) fn int(&mut self, what: &str) -> Parse<Word> {
        let TokenKind::Int(text) = &self.peek().kind else { return Err(self.expected(what)) };
        Ok(Word { text: text.clone(), span: self.take().span })
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
            TokenKind::Text { .. } => "a string".to_owned(),
            TokenKind::Word(text) | TokenKind::Int(text) | TokenKind::Float(text) => format!("`{text}`"),
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
