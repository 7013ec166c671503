//! Arithmetic of constants.

use crate::{BinaryOp, Const, Expr, UnaryOp};

impl Const {
    /// Returns the result of an operator for constants of its operands' type; `None` for a division by 0.
    pub fn binary(&self, op: BinaryOp, right: &Self) -> Option<Self> {
        match (self, right) {
            (Const::U64(left), Const::U64(right)) => unsigned(op, *left, *right),
            (Const::I64(left), Const::I64(right)) => signed(op, *left, *right),
            (Const::I64(left), Const::U64(right)) => match op {
                BinaryOp::Shl => Some(Const::I64(left << (right & 63))),
                BinaryOp::Shr => Some(Const::I64(left >> (right & 63))),
                _ => None,
            },
            (Const::Bool(left), Const::Bool(right)) => match op {
                BinaryOp::And => Some(Const::Bool(*left && *right)),
                BinaryOp::Or => Some(Const::Bool(*left || *right)),
                BinaryOp::Eq => Some(Const::Bool(left == right)),
                BinaryOp::Ne => Some(Const::Bool(left != right)),
                _ => None,
            },
            (Const::Bytes(left), Const::Bytes(right)) => match op {
                BinaryOp::Eq => Some(Const::Bool(left == right)),
                BinaryOp::Ne => Some(Const::Bool(left != right)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Expr {
    /// Returns the value of an expression of constants, operators and selections; `None` for any other.
    pub fn constant(&self) -> Option<Const> {
        match self {
            Expr::Const(value) => Some(value.clone()),
            Expr::Unary(UnaryOp::Not, value) => match value.constant()? {
                Const::Bool(value) => Some(Const::Bool(!value)),
                _ => None,
            },
            Expr::Binary(op, left, right) => left.constant()?.binary(*op, &right.constant()?),
            Expr::Select(cond, then, other) => match cond.constant()? {
                Const::Bool(cond) => if cond { then } else { other }.constant(),
                _ => None,
            },
            _ => None,
        }
    }
}

fn unsigned(op: BinaryOp, left: u64, right: u64) -> Option<Const> {
    Some(match op {
        BinaryOp::Add => Const::U64(left.wrapping_add(right)),
        BinaryOp::Sub => Const::U64(left.wrapping_sub(right)),
        BinaryOp::Mul => Const::U64(left.wrapping_mul(right)),
        BinaryOp::Div => Const::U64(left.checked_div(right)?),
        BinaryOp::Rem => Const::U64(left.checked_rem(right)?),
        BinaryOp::And => Const::U64(left & right),
        BinaryOp::Or => Const::U64(left | right),
        BinaryOp::Xor => Const::U64(left ^ right),
        BinaryOp::Shl => Const::U64(left << (right & 63)),
        BinaryOp::Shr => Const::U64(left >> (right & 63)),
        BinaryOp::Eq => Const::Bool(left == right),
        BinaryOp::Ne => Const::Bool(left != right),
        BinaryOp::Lt => Const::Bool(left < right),
        BinaryOp::Le => Const::Bool(left <= right),
    })
}

fn signed(op: BinaryOp, left: i64, right: i64) -> Option<Const> {
    Some(match op {
        BinaryOp::Add => Const::I64(left.wrapping_add(right)),
        BinaryOp::Sub => Const::I64(left.wrapping_sub(right)),
        BinaryOp::Mul => Const::I64(left.wrapping_mul(right)),
        BinaryOp::Div if right != 0 => Const::I64(left.wrapping_div(right)),
        BinaryOp::Rem if right != 0 => Const::I64(left.wrapping_rem(right)),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => return None,
        BinaryOp::And => Const::I64(left & right),
        BinaryOp::Or => Const::I64(left | right),
        BinaryOp::Xor => Const::I64(left ^ right),
        BinaryOp::Eq => Const::Bool(left == right),
        BinaryOp::Ne => Const::Bool(left != right),
        BinaryOp::Lt => Const::Bool(left < right),
        BinaryOp::Le => Const::Bool(left <= right),
    })
}
