//! Operators.

use super::precedence as prec;
use super::{Mode, Printer};
use polywire_ir::{BinaryOp, Const, Expr as Ir, UnaryOp, ValueType};
use polywire_srcgen::{Expr, Side};

impl Printer<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, value: &Ir) -> Expr {
        match op {
            UnaryOp::Not => self.negation(value),
            UnaryOp::Complement => Expr::prefix("~", prec::UNARY, &self.typed(value)),
            UnaryOp::Reinterpret => {
                let to = if self.type_of(value) == ValueType::U64 { "int64" } else { "uint64" };
                Expr::atom(format!("static_cast<::std::{to}_t>({})", self.expr(value)))
            }
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        match self.type_of(left) {
            ValueType::Bytes | ValueType::Section(_) => return self.compare_bytes(op, left, right),
            ValueType::I64 => {
                if let Some(function) = wrapping(op) {
                    return Expr::call(function, [self.expr(left), self.expr(right)]);
                }
            }
            ValueType::Bool | ValueType::U64 | ValueType::Ref(_) => {}
        }
        if op == BinaryOp::Sub
            && let Some(distance) = self.distance(left, right)
        {
            return distance;
        }
        let logical = self.type_of(left) == ValueType::Bool;
        let (text, precedence, side) = operator(op, logical);
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le) {
            return self.comparison(text, left, right);
        }
        let (left, right) = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (self.operand_of(left, op), self.operand_of(right, op)),
            BinaryOp::Shl | BinaryOp::Shr => (self.typed_operand(left), self.operand(right)),
            _ => (self.expr(left), self.expr(right)),
        };
        Expr::infix(&left, text, precedence, side, &right)
    }

    /// Returns the distance from the section to the end of the stream, which needs no absolute position.
    fn distance(&self, left: &Ir, right: &Ir) -> Option<Expr> {
        let (ahead, behind) = (offset_from(left, &Ir::Tail)?, offset_from(right, &Ir::Base)?);
        if self.stream.mode == Mode::Checked {
            return None;
        }
        let distance = format!("static_cast<::std::uint64_t>({} - {})", self.stream.out, self.section);
        Some(match ahead.checked_sub(behind) {
            Some(0) => Expr::atom(distance),
            Some(more) => Expr::new(format!("{distance} + {more}"), prec::SUM),
            None => Expr::new(format!("{distance} - {}", behind - ahead), prec::SUM),
        })
    }

    /// Returns an operand of a bitwise operator, with parentheses where compilers recommend them.
    fn operand(&mut self, expr: &Ir) -> Expr {
        let expr = self.expr(expr);
        Expr::atom(expr.within(prec::UNARY))
    }

    /// A chain of the same bitwise operator needs no parentheses; operands of `&&` and `||` need them only for looser
    /// operators.
    fn operand_of(&mut self, expr: &Ir, op: BinaryOp) -> Expr {
        let same = matches!(expr, Ir::Binary(inner, ..) if *inner == op);
        let condition = self.type_of(expr) == ValueType::Bool;
        let text = self.typed(expr);
        let needed = if same {
            0
        } else if condition {
            prec::EQUALITY
        } else {
            prec::UNARY
        };
        Expr::atom(text.within(needed))
    }

    fn typed_operand(&mut self, expr: &Ir) -> Expr {
        Expr::atom(self.typed(expr).within(prec::UNARY))
    }
}

/// `pointer + offset`.
pub(super) fn at_offset(pointer: &Expr, offset: u32) -> Expr {
    if offset == 0 {
        return pointer.clone();
    }
    Expr::infix(pointer, "+", prec::SUM, Side::Left, &Expr::atom(offset.to_string()))
}

/// Returns the negation of a condition.
pub(super) fn negated(condition: &Expr) -> Expr {
    Expr::prefix("!", prec::UNARY, condition)
}

fn wrapping(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Add => Some("wrapping_add"),
        BinaryOp::Sub => Some("wrapping_subtract"),
        BinaryOp::Mul => Some("wrapping_multiply"),
        BinaryOp::Div => Some("wrapping_divide"),
        BinaryOp::Rem => Some("wrapping_remainder"),
        BinaryOp::Shl => Some("wrapping_shift_left"),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shr => None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => None,
    }
}

fn operator(op: BinaryOp, logical: bool) -> (&'static str, u8, Side) {
    match op {
        BinaryOp::Add => ("+", prec::SUM, Side::Left),
        BinaryOp::Sub => ("-", prec::SUM, Side::Left),
        BinaryOp::Mul => ("*", prec::PRODUCT, Side::Left),
        BinaryOp::Div => ("/", prec::PRODUCT, Side::Left),
        BinaryOp::Rem => ("%", prec::PRODUCT, Side::Left),
        BinaryOp::And if logical => ("&&", prec::AND, Side::Both),
        BinaryOp::Or if logical => ("||", prec::OR, Side::Both),
        BinaryOp::Xor if logical => ("!=", prec::EQUALITY, Side::None),
        BinaryOp::And => ("&", prec::BIT_AND, Side::Both),
        BinaryOp::Or => ("|", prec::BIT_OR, Side::Both),
        BinaryOp::Xor => ("^", prec::BIT_XOR, Side::Both),
        BinaryOp::Shl => ("<<", prec::SHIFT, Side::None),
        BinaryOp::Shr => (">>", prec::SHIFT, Side::None),
        BinaryOp::Eq => ("==", prec::EQUALITY, Side::None),
        BinaryOp::Ne => ("!=", prec::EQUALITY, Side::None),
        BinaryOp::Lt => ("<", prec::ORDER, Side::None),
        BinaryOp::Le => ("<=", prec::ORDER, Side::None),
    }
}

/// Returns the constant that is added to `base`.
fn offset_from(expr: &Ir, base: &Ir) -> Option<u64> {
    match expr {
        Ir::Binary(BinaryOp::Add, left, right) if **left == *base => match **right {
            Ir::Const(Const::U64(offset)) => Some(offset),
            _ => None,
        },
        _ => (expr == base).then_some(0),
    }
}
