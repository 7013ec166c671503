//! Hexadecimal digits.

use super::class::{hex_value, is_hex};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, VarId};

/// Writes a hexadecimal digit; ten is this letter.
pub(crate) fn write_digit(b: &mut FunctionBuilder, digit: Expr, ten: u8) {
    let digit = Expr::from(b.let_("digit", digit));
    let letter = digit.clone() + (u64::from(ten) - 10);
    let character = digit.clone().below(10u64).choose(digit + u64::from(b'0'), letter);
    b.write_int(character, 1, Order::Little);
}

/// Writes a byte as two digits.
pub(crate) fn write_byte(b: &mut FunctionBuilder, byte: VarId) {
    write_digit(b, byte >> 4u64, b'a');
    write_digit(b, byte & 15u64, b'a');
}

/// Reads a byte that is two digits.
pub(crate) fn read_byte(b: &mut FunctionBuilder) -> Expr {
    let upper = read_digit(b);
    let lower = read_digit(b);
    upper << 4u64 | lower
}

fn read_digit(b: &mut FunctionBuilder) -> Expr {
    let digit = b.read_int("digit", 1, Order::Little);
    b.check(is_hex(digit.into()), ErrorCode::Syntax);
    b.let_("value", hex_value(digit.into())).into()
}
