//! Constant expressions.

use super::scope::Ordinary;
use super::{Parse, Parser, Reported};
use crate::c::literal;
use crate::c::token::TokenKind;
use crate::c::value::{Expr, Value};
use crate::c::{codes, tree::Type};
use crate::preprocess::OPERATORS;
use polywire_source::{Diagnostic, Span};

/// Limit on operators in an expression that are not computed at once, which bounds the depth of the tree.
const MAX_OPERATORS: usize = 500;

impl Parser<'_> {
    /// Reads an expression whose value is the same for all ABIs.
    pub fn constant(&mut self) -> Parse<Value> {
        let start = self.span();
        let expr = self.expr()?;
        expr.same(&self.unit).map_err(|why| self.not_constant(self.since(start), &why))
    }

    pub fn not_constant(&mut self, span: Span, why: &str) -> Reported {
        let help = "write a value that does not depend on the ABI, or on values of programs";
        self.error_at(span, codes::VALUE, &format!("this has no constant value: {why}"), help)
    }

    pub fn expr(&mut self) -> Parse<Expr> {
        self.nested(|it| {
            let condition = it.binary(0)?;
            if !it.take_symbol("?") {
                return Ok(condition);
            }
            let start = it.span();
            let then = it.expr()?;
            it.expect(":", "between the values of `?`")?;
            let otherwise = it.expr()?;
            it.folded(start, Expr::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)))
        })
    }

    fn folded(&mut self, start: Span, expr: Expr) -> Parse<Expr> {
        expr.folded().map_err(|why| self.not_constant(self.since(start), &why))
    }

    fn binary(&mut self, level: usize) -> Parse<Expr> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let start = self.span();
        let mut left = self.binary(level + 1)?;
        let mut count = 0;
        while let Some(operator) = operators.iter().find(|operator| self.is_symbol(operator)) {
            self.advance();
            count += 1;
            if count > MAX_OPERATORS {
                let message = format!("the expression has more than {MAX_OPERATORS} operators");
                return Err(self.error(codes::TOO_DEEP, &message, "split it into enumerators"));
            }
            let right = self.binary(level + 1)?;
            left = self.folded(start, Expr::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.span();
        if let Some(operator) = ["-", "+", "~", "!"].into_iter().find(|it| self.is_symbol(it)) {
            self.advance();
            let inner = self.nested(Self::unary)?;
            return self.folded(start, Expr::Unary(operator, Box::new(inner)));
        }
        if self.take_word("__extension__") {
            return self.nested(Self::unary);
        }
        match self.word() {
            Some("sizeof") => {
                self.advance();
                return self.size_of();
            }
            Some("_Alignof") => {
                self.advance();
                self.expect("(", "after `_Alignof`")?;
                let ty = self.type_name()?;
                self.expect(")", "after the type")?;
                return Ok(Expr::AlignOf(ty));
            }
            Some("__builtin_offsetof") => {
                self.advance();
                return self.offset_of();
            }
            _ => {}
        }
        if self.is_symbol("(") && self.is_type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", "after the type")?;
            let inner = self.nested(Self::unary)?;
            let cast = Expr::Cast(ty, Box::new(inner));
            // A cast of a constant to a type that is the same everywhere is one, too.
            return Ok(match (&cast, cast.same(&self.unit)) {
                (Expr::Cast(_, inner), Ok(value)) if matches!(**inner, Expr::Value(_)) => Expr::Value(value),
                _ => cast,
            });
        }
        self.primary()
    }

    fn size_of(&mut self) -> Parse<Expr> {
        if self.is_symbol("(") && self.is_type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", "after the type")?;
            return Ok(Expr::SizeOf(ty));
        }
        if let TokenKind::Text(text) = self.peek()
            && !text.contains('\\')
            && text.starts_with('"')
        {
            let len = text.len() as i128 - 1;
            self.advance();
            return Ok(Expr::Value(Value { number: len, bits: 64, signed: false }));
        }
        let start = self.span();
        match self.nested(Self::unary)? {
            Expr::Value(value) => {
                Ok(Expr::Value(Value { number: i128::from(value.bits / 8), bits: 64, signed: false }))
            }
            _ => Err(self.not_constant(self.since(start), "the size of an expression is not known")),
        }
    }

    fn offset_of(&mut self) -> Parse<Expr> {
        self.expect("(", "after `offsetof`")?;
        let ty = self.type_name()?;
        self.expect(",", "after the type")?;
        let mut path = vec![self.name("a member")?.0];
        while self.take_symbol(".") {
            path.push(self.name("a member")?.0);
        }
        self.expect(")", "after the member")?;
        Ok(Expr::OffsetOf(ty, path))
    }

    fn primary(&mut self) -> Parse<Expr> {
        let span = self.span();
        let value = match self.peek().clone() {
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect(")", "after the expression")?;
                return Ok(inner);
            }
            TokenKind::Number(text) => match literal::integer(&text) {
                Some(value) => value,
                None => return Err(self.bad_literal(span, &format!("`{text}` is not an integer"))),
            },
            TokenKind::Char(text) => match literal::character(&text) {
                Some(value) => value,
                None => return Err(self.bad_literal(span, &format!("{text} is not one character of ASCII"))),
            },
            TokenKind::Word(name) if self.is_name() => self.enumerator(&name, span)?,
            TokenKind::Word(_) | TokenKind::Text(_) | TokenKind::Symbol(_) | TokenKind::Invalid(_) | TokenKind::End => {
                return Err(self.expected("a constant"));
            }
        };
        self.advance();
        Ok(Expr::Value(value))
    }

    fn bad_literal(&mut self, span: Span, message: &str) -> Reported {
        self.error_at(span, codes::BAD_LITERAL, message, "write for example 12, 0x1f, 017 or 'x'")
    }

    pub fn enumerator(&mut self, name: &str, span: Span) -> Parse<Value> {
        match self.scope.ordinary.get(name) {
            Some(Ordinary::Enumerator(value, _)) => Ok(*value),
            Some(Ordinary::Object(declared)) => {
                let error = Diagnostic::error(codes::VALUE, format!("`{name}` is a variable, not a constant"));
                let error = error.at(span, "").related(*declared, "declared here");
                Err(self.report(error.help("use a number, a macro or an enumerator")))
            }
            Some(Ordinary::Typedef(_, declared)) => {
                let error = Diagnostic::error(codes::WRONG_KIND, format!("`{name}` is a type, not a constant"));
                let error = error.at(span, "").related(*declared, "declared here");
                Err(self.report(error.help("use a number, a macro or an enumerator")))
            }
            None => {
                let help = match self.guess(name, |it| matches!(it, Ordinary::Enumerator(..))) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => "define it as a macro or an enumerator before it is used".to_owned(),
                };
                Err(self.error_at(span, codes::UNKNOWN_NAME, &format!("there is no constant `{name}`"), &help))
            }
        }
    }

    /// Reads a type without a name, as in `sizeof(int[3])`.
    pub fn type_name(&mut self) -> Parse<Type> {
        self.nested(|it| {
            let specifiers = it.specifiers()?;
            let declarator = it.declarator(specifiers.ty)?;
            match declarator.name {
                Some((_, span)) => {
                    Err(it.error_at(span, codes::SYNTAX, "a type stands here, without a name", "remove the name"))
                }
                None => Ok(declarator.ty),
            }
        })
    }
}
