//! The token cursor.

use super::{Parse, Parser, Reported};
use crate::proto::ast::Word;
use crate::proto::codes;
use crate::proto::lex::{Token, TokenKind};
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

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.peek().kind == TokenKind::Word && self.text(self.peek()) == word
    }

    pub(super) fn take_symbol(&mut self, symbol: char) -> bool {
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

    pub(super) fn expect_symbol(&mut self, symbol: char, context: &str) -> Parse<Span> {
        match self.at_symbol(symbol) {
            true => Ok(self.take().span),
            false => Err(self.expected(&format!("`{symbol}` {context}"))),
        }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parse<()> {
        match self.take_word(word) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{word}`"))),
        }
    }

    /// Takes the semicolon that ends a statement. A semicolon missing at the end of a line is reported, but the
    /// statement counts as ended.
    pub(super) fn expect_semicolon(&mut self, context: &str) -> Parse<()> {
        if self.take_symbol(';') {
            return Ok(());
        }
        let end = self.previous().span.end;
        let behind = Span { start: end, end, ..self.previous().span };
        let between = self.bytes.get(end as usize..self.peek().span.start as usize).unwrap_or_default();
        if !between.contains(&b'\n') {
            return Err(self.expected(&format!("`;` {context}")));
        }
        self.error(codes::SYNTAX, format!("missing `;` {context}"), behind);
        Ok(())
    }

    /// Parses an undotted name.
    pub(super) fn name(&mut self, what: &str) -> Parse<Word> {
        if self.peek().kind != TokenKind::Word {
            return Err(self.expected(what));
        }
        let token = self.take();
        Ok(Word { text: self.text(token), span: token.span })
    }

    /// Parses a dotted name, which may start with a dot.
    pub(super) fn dotted_name(&mut self, what: &str) -> Parse<Word> {
        let start = self.peek().span;
        let mut text = String::from(if self.take_symbol('.') { "." } else { "" });
        text += &self.name(what)?.text;
        while self.take_symbol('.') {
            text = text + "." + &self.name("a name after the point")?.text;
        }
        Ok(Word { text, span: start.to(self.previous().span) })
    }

    /// Parses a string literal, or several adjacent ones, which are concatenated.
    pub(super) fn string(&mut self, what: &str) -> Parse<(Vec<u8>, Span)> {
        let start = self.peek().span;
        let mut value = Vec::new();
        let mut any = false;
        while let TokenKind::Text(part) = &self.peek().kind {
            value.extend(part);
            any = true;
            self.take();
        }
        if any { Ok((value, start.to(self.previous().span))) } else { Err(self.expected(what)) }
    }

    /// The text of a token.
    pub(super) fn text(&self, token: &Token) -> String {
        let bytes = self.bytes.get(token.span.start as usize..token.span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Returns the documentation of a declaration: the comments before its first and after its last token.
    pub(super) fn documentation(&self, first: &Token) -> String {
        let parts = [first.leading.as_str(), self.previous().trailing.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// Reports that the next token is not the expected one.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let found = self.peek();
        let name = match found.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Word | TokenKind::Int(_) | TokenKind::Float(_) | TokenKind::Symbol(_) => {
                format!("`{}`", self.text(found))
            }
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
