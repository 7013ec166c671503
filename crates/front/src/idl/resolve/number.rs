//! Integers and floats. Parts of an expression have 32 bits, or 64 if its type has (CORBA 3.3 part 1, clause 7.10.2).

use super::Resolver;
use crate::idl::ast::{Binary, Expr, ExprKind, Unary};
use crate::idl::codes;
use crate::idl::tree::Value;
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// Computes an integer with this number of bits.
    pub fn integer_within(&mut self, expr: &Expr, bits: u8, signed: bool) -> Option<i128> {
        let value = self.integer(expr, bits == 64)?;
        let (least, most) = match signed {
            true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            false => (0, (1_i128 << bits) - 1),
        };
        if (least..=most).contains(&value) {
            return Some(value);
        }
        self.bad_value(
            expr.span,
            &format!("{value} is not from {least} to {most}"),
            "write a number that the type has",
        );
        None
    }

    pub fn integer(&mut self, expr: &Expr, is_long: bool) -> Option<i128> {
        let value = match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) => match self.leaf(expr)? {
                Value::Integer(value) => value,
                other => {
                    self.mismatch(expr.span, &other, "an integer");
                    return None;
                }
            },
            ExprKind::Unary(operator, operand) => {
                let value = self.integer(operand, is_long)?;
                match operator {
                    Unary::Plus => value,
                    Unary::Minus => -value,
                    Unary::Not if value < 0 => -(value + 1),
                    Unary::Not => largest(is_long) - value,
                }
            }
            ExprKind::Binary(operator, operands) => {
                let left = self.integer(&operands.0, is_long);
                let right = self.integer(&operands.1, is_long)?;
                self.integer_of(*operator, left?, right, operands.1.span)?
            }
        };
        let least = if is_long { i128::from(i64::MIN) } else { i128::from(i32::MIN) };
        if (least..=largest(is_long)).contains(&value) {
            return Some(value);
        }
        let bits = if is_long { 64 } else { 32 };
        self.bad_value(
            expr.span,
            &format!("{value} does not fit into {bits} bits"),
            "write smaller numbers, or another type",
        );
        None
    }

    fn integer_of(&mut self, operator: Binary, left: i128, right: i128, span: Span) -> Option<i128> {
        match operator {
            Binary::Or => Some(left | right),
            Binary::Xor => Some(left ^ right),
            Binary::And => Some(left & right),
            // Operands have at most 64 bits, so that these have at most 128.
            Binary::Add => Some(left + right),
            Binary::Subtract => Some(left - right),
            Binary::Multiply => left.checked_mul(right).or(Some(i128::MAX)),
            Binary::ShiftLeft | Binary::ShiftRight if !(0..64).contains(&right) => {
                self.bad_value(span, &format!("{right} bits cannot be shifted"), "write a number from 0 to 63");
                None
            }
            Binary::ShiftLeft => left.checked_mul(1 << right).or(Some(i128::MAX)),
            Binary::ShiftRight => Some(left >> right),
            Binary::Divide | Binary::Remainder if right == 0 => self.divided_by_zero(span),
            Binary::Divide => Some(left / right),
            Binary::Remainder => Some(left % right),
        }
    }

    fn divided_by_zero<T>(&mut self, span: Span) -> Option<T> {
        self.bad_value(span, "division by zero", "write another number");
        None
    }

    /// Computes a float with this number of bits; those with 128 are computed with 64.
    pub fn float(&mut self, expr: &Expr, bits: u8) -> Option<f64> {
        let value = self.float_part(expr)?;
        let fits = if bits == 32 { (value as f32).is_finite() } else { value.is_finite() };
        if !fits {
            self.bad_value(expr.span, "the number is larger than the type allows", "write a smaller one");
        }
        fits.then_some(value)
    }

    fn float_part(&mut self, expr: &Expr) -> Option<f64> {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) => match self.leaf(expr)? {
                Value::Float(value) => Some(value),
                other => {
                    self.mismatch(expr.span, &other, "a float");
                    None
                }
            },
            ExprKind::Unary(Unary::Plus, operand) => self.float_part(operand),
            ExprKind::Unary(Unary::Minus, operand) => Some(-self.float_part(operand)?),
            ExprKind::Unary(Unary::Not, _) => self.no_operator(expr.span, "floats"),
            ExprKind::Binary(operator, operands) => {
                let left = self.float_part(&operands.0);
                let right = self.float_part(&operands.1)?;
                let left = left?;
                match operator {
                    Binary::Add => Some(left + right),
                    Binary::Subtract => Some(left - right),
                    Binary::Multiply => Some(left * right),
                    Binary::Divide if right == 0.0 => self.divided_by_zero(operands.1.span),
                    Binary::Divide => Some(left / right),
                    Binary::Or
                    | Binary::Xor
                    | Binary::And
                    | Binary::ShiftLeft
                    | Binary::ShiftRight
                    | Binary::Remainder => self.no_operator(expr.span, "floats"),
                }
            }
        }
    }

    pub fn no_operator<T>(&mut self, span: Span, what: &str) -> Option<T> {
        self.bad_value(span, &format!("this operator does not compute {what}"), "use `+`, `-`, `*` or `/`");
        None
    }

    pub fn bad_value(&mut self, span: Span, message: &str, help: &str) {
        self.diagnostics.push(Diagnostic::error(codes::VALUE, message).at(span, "").help(help));
    }
}

const fn largest(is_long: bool) -> i128 {
    if is_long { u64::MAX as i128 } else { u32::MAX as i128 }
}
