//! Constants.

use super::precedence as prec;
use crate::cpp::native::string_literal;
use polywire_ir::Const;
use polywire_srcgen::Expr;

pub(super) fn constant(value: &Const) -> Expr {
    match value {
        Const::Bool(value) => Expr::atom(value.to_string()),
        Const::U64(value) => unsigned(*value),
        Const::I64(i64::MIN) => Expr::atom("INT64_MIN"),
        Const::I64(value) if *value < 0 => Expr::new(value.to_string(), prec::UNARY),
        Const::I64(value) => Expr::atom(value.to_string()),
        Const::Bytes(bytes) => Expr::call("literal", [string_literal(bytes)]),
    }
}

/// Formats a number that a byte of a text is compared with.
pub(super) fn character(value: &Const) -> Expr {
    match value {
        Const::U64(byte @ 0x20..=0x7e) => {
            let byte = *byte as u8 as char;
            let escape = if matches!(byte, '\'' | '\\') { "\\" } else { "" };
            Expr::atom(format!("'{escape}{byte}'"))
        }
        _ => constant(value),
    }
}

/// Formats small numbers in decimal, and large ones, which are usually bit patterns, in hexadecimal.
pub(super) fn unsigned(value: u64) -> Expr {
    Expr::atom(if value < 1 << 31 { value.to_string() } else { format!("{value:#x}u") })
}
