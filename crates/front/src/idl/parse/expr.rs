//! Constant expressions (CORBA 3.3 part 1, clause 7.10.2).

use super::{Parse, Parser};
use crate::idl::ast::{Binary, Expr, ExprKind, Unary};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use crate::idl::tree::Value;

/// Limit on operands in a row, since a long row is a deep tree.
const MAX_OPERANDS: usize = 200;

impl Parser<'_> {
    pub fn expr(&mut self) -> Parse<Expr> {
        self.nested(|it| it.binary(0, true))
    }

    /// An expression between `<` and `>`, in which `>>` ends two lists.
    pub fn bound(&mut self) -> Parse<Expr> {
        self.nested(|it| it.binary(0, false))
    }

    /// Reads operators that bind at least as tightly as `level`.
    fn binary(&mut self, level: u8, shifts_right: bool) -> Parse<Expr> {
        let start = self.span();
        let mut left = self.unary()?;
        let mut operands = 1;
        while let Some((operator, binds)) = self.operator(shifts_right).filter(|(_, binds)| *binds >= level) {
            operands += 1;
            if operands > MAX_OPERANDS {
                let message = format!("the expression has more than {MAX_OPERANDS} operands");
                return Err(self.error(codes::TOO_DEEP, &message, "split it into several constants"));
            }
            self.advance();
            let right = self.nested(|it| it.binary(binds + 1, shifts_right))?;
            left = Expr { kind: ExprKind::Binary(operator, Box::new((left, right))), span: self.since(start) };
        }
        Ok(left)
    }

    fn operator(&self, shifts_right: bool) -> Option<(Binary, u8)> {
        let TokenKind::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "|" => (Binary::Or, 0),
            "^" => (Binary::Xor, 1),
            "&" => (Binary::And, 2),
            "<<" => (Binary::ShiftLeft, 3),
            ">>" if shifts_right => (Binary::ShiftRight, 3),
            "+" => (Binary::Add, 4),
            "-" => (Binary::Subtract, 4),
            "*" => (Binary::Multiply, 5),
            "/" => (Binary::Divide, 5),
            "%" => (Binary::Remainder, 5),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let operator = match self.peek() {
            TokenKind::Symbol("-") => Unary::Minus,
            TokenKind::Symbol("+") => Unary::Plus,
            TokenKind::Symbol("~") => Unary::Not,
            _ => return self.primary(),
        };
        self.advance();
        let operand = self.nested(Self::primary)?;
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span: self.since(start) })
    }

    fn primary(&mut self) -> Parse<Expr> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Literal(_) => ExprKind::Literal(self.literal()),
            TokenKind::Keyword(word @ ("TRUE" | "FALSE")) => {
                let value = Value::Boolean(*word == "TRUE");
                self.advance();
                ExprKind::Literal(value)
            }
            TokenKind::Symbol("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect(")", "after the expression")?;
                return Ok(Expr { span: self.since(start), ..inner });
            }
            TokenKind::Name(_) | TokenKind::Symbol("::") => ExprKind::Name(self.scoped_name("a value")?),
            TokenKind::Keyword(_) | TokenKind::Symbol(_) | TokenKind::Invalid | TokenKind::End => {
                return Err(self.expected("a value"));
            }
        };
        Ok(Expr { kind, span: self.since(start) })
    }

    /// A literal; texts that follow each other are one.
    fn literal(&mut self) -> Value {
        let mut value = Value::Boolean(false);
        if let TokenKind::Literal(first) = self.peek() {
            value = first.clone();
            self.advance();
        }
        loop {
            match (&mut value, self.peek()) {
                (Value::String(text), TokenKind::Literal(Value::String(more))) => text.extend(more),
                (Value::WString(text), TokenKind::Literal(Value::WString(more))) => text.extend(more),
                _ => return value,
            }
            self.advance();
        }
    }
}
