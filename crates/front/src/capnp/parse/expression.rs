use super::{Parse, Parser};
use crate::capnp::ast::{Argument, Expression, ExpressionKind};
use crate::capnp::lex::TokenKind;

impl Parser<'_> {
    pub(super) fn expression(&mut self, what: &str) -> Parse<Expression> {
        self.nested(|parser| {
            let start = parser.peek().span;
            let mut kind = parser.primary(what)?;
            for _ in 0..super::MAX_DEPTH {
                let parent = Expression { kind, span: start.to(parser.previous().span) };
                if parser.take_symbol(".") {
                    kind = ExpressionKind::Member(Box::new(parent), parser.word("a name after the point")?);
                } else if parser.at_symbol("(") {
                    kind = ExpressionKind::Apply(Box::new(parent), parser.arguments()?);
                } else {
                    return Ok(parent);
                }
            }
            Err(parser.expected("a shorter expression"))
        })
    }

    fn primary(&mut self, what: &str) -> Parse<ExpressionKind> {
        let token = self.peek();
        let kind = match &token.kind {
            TokenKind::Int(value) => ExpressionKind::Int(*value),
            TokenKind::Float(value) => ExpressionKind::Float(*value),
            TokenKind::Text(_) => return Ok(ExpressionKind::Text(self.text())),
            TokenKind::Data(bytes) => ExpressionKind::Data(bytes.clone()),
            TokenKind::Symbol("-") => return self.negative(),
            TokenKind::Symbol(".") => {
                self.take();
                return Ok(ExpressionKind::Absolute(self.word("a name after the point")?.text));
            }
            TokenKind::Symbol("[") => {
                let items = self.list(["[", "]"], "a list", |parser| parser.expression("a value"))?;
                return Ok(ExpressionKind::List(items));
            }
            TokenKind::Symbol("(") => return Ok(ExpressionKind::Tuple(self.arguments()?)),
            TokenKind::Word(word) => return Ok(self.name_or_file(word)),
            TokenKind::Symbol(_) | TokenKind::End => return Err(self.expected(what)),
        };
        self.take();
        Ok(kind)
    }

    fn name_or_file(&mut self, word: &str) -> ExpressionKind {
        self.take();
        let names_file = matches!(self.peek().kind, TokenKind::Text(_));
        match word {
            "import" if names_file => ExpressionKind::Import(self.path()),
            "embed" if names_file => ExpressionKind::Embed(self.path()),
            _ => ExpressionKind::Relative(word.to_owned()),
        }
    }

    fn path(&mut self) -> String {
        String::from_utf8_lossy(&self.text()).into_owned()
    }

    /// Parses a string literal, or several adjacent ones, which are concatenated.
    fn text(&mut self) -> Vec<u8> {
        let mut value = Vec::new();
        while let TokenKind::Text(part) = &self.peek().kind {
            value.extend(part);
            self.take();
        }
        value
    }

    fn negative(&mut self) -> Parse<ExpressionKind> {
        self.take();
        let kind = match &self.peek().kind {
            TokenKind::Int(value) => ExpressionKind::Negative(*value),
            TokenKind::Float(value) => ExpressionKind::Float(-value),
            TokenKind::Word(word) if word == "inf" => ExpressionKind::Float(f64::NEG_INFINITY),
            _ => return Err(self.expected("a number after the sign")),
        };
        self.take();
        Ok(kind)
    }

    /// `(value, name = value, …)`.
    fn arguments(&mut self) -> Parse<Vec<Argument>> {
        self.list(["(", ")"], "a list in parentheses", |parser| {
            let is_named =
                matches!(parser.peek().kind, TokenKind::Word(_)) && super::cursor::is_symbol(parser.peek_ahead(1), "=");
            let name = if is_named { Some(parser.word("a name")?) } else { None };
            if is_named {
                parser.take();
            }
            Ok(Argument { name, value: parser.expression("a value")? })
        })
    }
}
