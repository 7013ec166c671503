//! Numbers and option values.

use super::{Parse, Parser};
use crate::proto::ast::{Number, OptionValue, ValueKind};
use crate::proto::codes;
use crate::proto::lex::{Token, TokenKind};
use polywire_source::Diagnostic;

impl Parser<'_> {
    /// Parses an integer, possibly negative. A value out of range is clamped to the limit, which no check accepts.
    pub(super) fn number(&mut self, what: &str) -> Parse<Number> {
        let start = self.peek().span;
        let negative = self.take_symbol('-');
        let TokenKind::Int(magnitude) = self.peek().kind else { return Err(self.expected(what)) };
        self.take();
        let magnitude = magnitude.and_then(|it| i64::try_from(it).ok()).unwrap_or(i64::MAX);
        let value = if negative { -magnitude } else { magnitude };
        Ok(Number { value, span: start.to(self.previous().span) })
    }

    pub(super) fn option_value(&mut self) -> Parse<OptionValue> {
        let start = self.peek().span;
        let kind = match &self.peek().kind {
            TokenKind::Text(_) => ValueKind::Text(self.string("a string")?.0),
            TokenKind::Symbol('{') => self.aggregate()?,
            _ => self.word_or_number()?,
        };
        Ok(OptionValue { kind, span: start.to(self.previous().span) })
    }

    fn word_or_number(&mut self) -> Parse<ValueKind> {
        let negative = self.take_symbol('-');
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Word => ValueKind::Word { negative, text: self.text(token) },
            TokenKind::Int(Some(magnitude)) => ValueKind::Int { negative, magnitude },
            TokenKind::Int(None) if token.text.starts_with('0') => {
                let span = token.span;
                return Err(self.error(codes::BAD_NUMBER, "the number does not fit in 64 bits", span));
            }
            // Out of range for an integer, but a valid float.
            TokenKind::Int(None) => signed(negative, self.text(token).parse().unwrap_or(f64::INFINITY)),
            TokenKind::Float(value) => signed(negative, value),
            TokenKind::Text(_) | TokenKind::Symbol(_) | TokenKind::End => return Err(self.expected("a value")),
        };
        self.take();
        Ok(kind)
    }

    /// Drops text after `#` on a line, which is a comment in the text format.
    fn without_comments(&self, start: usize, end: usize) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut comment: Option<u32> = None;
        for token in &self.tokens[start..end] {
            let between = |from: u32| self.bytes.get(from as usize..token.span.start as usize).unwrap_or_default();
            if comment.is_some_and(|from| between(from).contains(&b'\n')) {
                comment = None;
            }
            if comment.is_none() && token.kind == TokenKind::Symbol('#') {
                comment = Some(token.span.start);
            }
            if comment.is_none() {
                tokens.push(token.clone());
            }
        }
        tokens
    }

    /// Collects a value in the text format, which is parsed once its type is known.
    fn aggregate(&mut self) -> Parse<ValueKind> {
        let open = self.peek().span;
        let start = self.at + 1;
        self.skip_braces();
        if self.previous().kind == TokenKind::Symbol('}') && self.at > start {
            return Ok(ValueKind::Aggregate(self.without_comments(start, self.at - 1)));
        }
        let end = self.peek().span;
        let unclosed = Diagnostic::error(codes::SYNTAX, "the file ends inside a value");
        Err(self.report(unclosed.at(end, "missing `}`").related(open, "opened here")))
    }
}

fn signed(negative: bool, value: f64) -> ValueKind {
    ValueKind::Float(if negative { -value } else { value })
}
