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

/// Returns so many bytes at a position, which may end with an offset. A slice with an end is cheaper than one without: its
/// length is known, and it cannot be empty.
pub(super) fn part(b: &str, at: &str, len: u64) -> String {
    let (base, offset) = at.rsplit_once('+').unwrap_or(("", at));
    match (offset.parse::<u64>(), base) {
        (Ok(0), "") => format!("{b}[:{len}]"),
        (Ok(offset), "") => format!("{b}[{offset}:{}]", offset + len),
        (Ok(offset), _) => format!("{b}[{at}:{base}+{}]", offset + len),
        (Err(_), _) => format!("{b}[{at}:{at}+{len}]"),
    }
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
