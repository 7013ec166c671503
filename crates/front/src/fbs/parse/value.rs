use super::{Parse, Parser};
use crate::fbs::ast::{Value, ValueKind};
use crate::fbs::lex::TokenKind;

impl Parser<'_> {
    /// A default or the value of an attribute.
    pub(super) fn value(&mut self) -> Parse<Value> {
        let start = self.peek().span;
        let kind = match &self.peek().kind {
            TokenKind::Symbol('[') => return self.empty_vector(),
            TokenKind::Symbol(sign @ ('+' | '-')) => {
                self.take();
                return self.name_or_call(&sign.to_string());
            }
            TokenKind::Word(_) => return self.name_or_call(""),
            TokenKind::Int(text) => ValueKind::Int(text.clone()),
            TokenKind::Float(text) => ValueKind::Float(text.clone()),
            TokenKind::Text { value, is_plain } => ValueKind::Text { value: value.clone(), is_plain: *is_plain },
            TokenKind::Symbol(_) | TokenKind::End => return Err(self.expected("a value")),
        };
        self.take();
        Ok(Value { kind, span: start })
    }

    fn empty_vector(&mut self) -> Parse<Value> {
        let open = self.take().span;
        let close = self.expect_symbol(']', "since the default of a vector can only be empty")?;
        Ok(Value { kind: ValueKind::EmptyVector, span: open.to(close) })
    }

    /// A name, or the call of a function, whose parenthesis follows without a space: `rad(180)`.
    fn name_or_call(&mut self, sign: &str) -> Parse<Value> {
        let start = self.previous().span;
        let name = self.word("the name of a constant")?;
        let span = if sign.is_empty() { name.span } else { start.to(name.span) };
        let text = sign.to_owned() + &name.text;
        let is_call = self.at_symbol('(') && self.peek().span.start == name.span.end;
        if !is_call {
            return Ok(Value { kind: ValueKind::Word(text), span });
        }
        self.take();
        let argument = self.nested(Self::value)?;
        let close = self.expect_symbol(')', "behind the argument of a function")?;
        Ok(Value { kind: ValueKind::Call(text, Box::new(argument)), span: span.to(close) })
    }
}
