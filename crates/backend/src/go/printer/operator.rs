//! Operators and constants.

use polywire_ir::{BinaryOp, Const};
use polywire_srcgen::Expr;

/// Precedences of Go's operators.
pub(super) mod prec {
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const ORDER: u8 = 3;
    pub const SUM: u8 = 4;
    pub const PRODUCT: u8 = 5;
    pub const UNARY: u8 = 6;
}

/// `b[from:]`.
pub(super) fn slice_from(b: &str, from: u64) -> String {
    if from == 0 { b.to_owned() } else { format!("{b}[{from}:]") }
}

pub(super) fn constant(value: &Const) -> Expr {
    match value {
        Const::Bool(value) => Expr::atom(value.to_string()),
        Const::U64(value) => unsigned(*value),
        Const::I64(value) if *value < 0 => Expr::new(value.to_string(), prec::UNARY),
        Const::I64(value) => Expr::atom(value.to_string()),
        Const::Bytes(bytes) => Expr::atom(format!("[]byte({})", super::bytes::literal(bytes))),
    }
}

pub(super) fn unsigned(value: u64) -> Expr {
    Expr::atom(if value < 1 << 31 { value.to_string() } else { format!("{value:#x}") })
}

pub(super) fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Add => ("+", prec::SUM),
        BinaryOp::Sub => ("-", prec::SUM),
        BinaryOp::Mul => ("*", prec::PRODUCT),
        BinaryOp::Div => ("/", prec::PRODUCT),
        BinaryOp::Rem => ("%", prec::PRODUCT),
        BinaryOp::And => ("&", prec::PRODUCT),
        BinaryOp::Or => ("|", prec::SUM),
        BinaryOp::Xor => ("^", prec::SUM),
        BinaryOp::Shl => ("<<", prec::PRODUCT),
        BinaryOp::Shr => (">>", prec::PRODUCT),
        BinaryOp::Eq => ("==", prec::ORDER),
        BinaryOp::Ne => ("!=", prec::ORDER),
        BinaryOp::Lt => ("<", prec::ORDER),
        BinaryOp::Le => ("<=", prec::ORDER),
    }
}
