//! Decimal numbers: digits, and how many of them are behind the point (CORBA 3.3 part 1, clause 7.10.2).

use super::Resolver;
use crate::idl::ast::{Binary, Expr, ExprKind, Unary};
use crate::idl::tree::Value;

type Fixed = (i128, u8);

/// The digits that a decimal number can have.
const MAX_DIGITS: u32 = 31;
const LIMIT: i128 = 10_i128.pow(MAX_DIGITS);

impl Resolver<'_> {
    /// Computes a number with at most these digits; those behind the point that are too many are cut off.
    pub fn fixed_within(&mut self, expr: &Expr, digits: u8, scale: u8) -> Option<Value> {
        let (mut value, mut behind) = self.fixed(expr)?;
        while behind > scale {
            (value, behind) = (value / 10, behind - 1);
        }
        let room = u32::from(digits - scale) + u32::from(behind);
        if value.abs() < 10_i128.pow(room.min(38)) {
            return Some(Value::Fixed(value, behind));
        }
        let message = format!("the number has more than {} digits before the point", digits - scale);
        self.bad_value(expr.span, &message, "write a smaller number, or more digits in the type");
        None
    }

    pub fn fixed(&mut self, expr: &Expr) -> Option<Fixed> {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) => match self.leaf(expr)? {
                Value::Fixed(digits, scale) => Some((digits, scale)),
                other => {
                    self.mismatch(expr.span, &other, "a decimal number");
                    None
                }
            },
            ExprKind::Unary(Unary::Plus, operand) => self.fixed(operand),
            ExprKind::Unary(Unary::Minus, operand) => self.fixed(operand).map(|(digits, scale)| (-digits, scale)),
            ExprKind::Unary(Unary::Not, _) => self.no_operator(expr.span, "decimal numbers"),
            ExprKind::Binary(operator, operands) => {
                let left = self.fixed(&operands.0);
                let right = self.fixed(&operands.1)?;
                let left = left?;
                let result = match operator {
                    Binary::Add => sum(left, right),
                    Binary::Subtract => sum(left, (-right.0, right.1)),
                    Binary::Multiply => product(left, right),
                    Binary::Divide if right.0 == 0 => {
                        self.bad_value(operands.1.span, "division by zero", "write another number");
                        return None;
                    }
                    Binary::Divide => quotient(left, right),
                    Binary::Or
                    | Binary::Xor
                    | Binary::And
                    | Binary::ShiftLeft
                    | Binary::ShiftRight
                    | Binary::Remainder => return self.no_operator(expr.span, "decimal numbers"),
                };
                if result.is_none() {
                    let message = format!("the number has more than {MAX_DIGITS} digits");
                    self.bad_value(expr.span, &message, "write smaller numbers");
                }
                result
            }
        }
    }
}

fn sum(mut left: Fixed, mut right: Fixed) -> Option<Fixed> {
    let scale = left.1.max(right.1);
    for side in [&mut left, &mut right] {
        let factor = 10_i128.checked_pow(u32::from(scale - side.1))?;
        side.0 = side.0.checked_mul(factor)?;
    }
    normal(left.0.checked_add(right.0)?, scale.into())
}

fn product(left: Fixed, right: Fixed) -> Option<Fixed> {
    normal(left.0.checked_mul(right.0)?, u32::from(left.1) + u32::from(right.1))
}

/// As many digits as there can be.
fn quotient(left: Fixed, right: Fixed) -> Option<Fixed> {
    let (mut dividend, mut scale) = (left.0, i32::from(left.1) - i32::from(right.1));
    while dividend != 0 && scale < 60 {
        match dividend.checked_mul(10) {
            Some(larger) => (dividend, scale) = (larger, scale + 1),
            None => break,
        }
    }
    let mut digits = dividend / right.0;
    while scale < 0 {
        (digits, scale) = (digits.checked_mul(10)?, scale + 1);
    }
    normal(digits, scale.unsigned_abs())
}

/// Cuts off digits behind the point that are too many, or zeros at the end.
fn normal(mut digits: i128, mut scale: u32) -> Option<Fixed> {
    while scale > 0 && (digits % 10 == 0 || digits.abs() >= LIMIT || scale > MAX_DIGITS) {
        (digits, scale) = (digits / 10, scale - 1);
    }
    (digits.abs() < LIMIT).then_some((digits, scale as u8))
}

#[cfg(test)]
mod tests {
    use super::{product, quotient, sum};

    #[test]
    fn decimal_numbers_are_exact() {
        assert_eq!(sum((15, 1), (225, 2)), Some((375, 2)));
        assert_eq!(sum((15, 1), (-5, 1)), Some((1, 0)));
        assert_eq!(product((15, 1), (2, 0)), Some((3, 0)));
        assert_eq!(quotient((1, 0), (8, 0)), Some((125, 3)));
        assert_eq!(quotient((10, 0), (3, 0)), Some((3_333_333_333_333_333_333_333_333_333_333, 30)));
        assert_eq!(product((10_i128.pow(30), 0), (10, 0)), None);
    }
}
