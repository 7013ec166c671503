//! Characters that are given by number.

use super::class::{demand, hex_value, is_hex};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// `hex_digit() -> value`.
pub fn hex_digit() -> Function {
    let mut b = FunctionBuilder::new("hex_digit");
    b.rare();
    demand(&mut b, is_hex, ErrorCode::BadEscape);
    let digit = b.read_int("digit", 1, Order::Little);
    b.finish(vec![hex_value(digit.into())], vec![ValueType::U64])
}

/// Reads this many hexadecimal digits, by the function for one of them.
pub fn hex_digits(b: &mut FunctionBuilder, digit: FuncId, count: usize) -> Expr {
    let first = read(b, digit);
    let number = (1..count).fold(first, |number, _| number * 16u64 + read(b, digit));
    b.let_("code", number).into()
}

fn read(b: &mut FunctionBuilder, digit: FuncId) -> Expr {
    b.call(digit, vec![], &[("value", ValueType::U64)])[0].into()
}

/// `write_code_point(code)`: in UTF-8.
pub fn write_code_point() -> Function {
    let mut b = FunctionBuilder::new("write_code_point");
    b.rare();
    let code = Expr::from(b.value_param("code", ValueType::U64));
    let byte = |b: &mut FunctionBuilder, value: Expr| b.write_int(value, 1, Order::Little);
    let behind = |code: Expr, shift: u64| ((code >> shift) & 0x3fu64) | 0x80u64;
    b.if_else(
        code.clone().below(0x80u64),
        |b| byte(b, code.clone()),
        |b| {
            b.if_else(
                code.clone().below(0x800u64),
                |b| byte(b, (code.clone() >> 6u64) | 0xc0u64),
                |b| {
                    b.if_else(
                        code.clone().below(0x1_0000u64),
                        |b| byte(b, (code.clone() >> 12u64) | 0xe0u64),
                        |b| {
                            byte(b, (code.clone() >> 18u64) | 0xf0u64);
                            byte(b, behind(code.clone(), 12));
                        },
                    );
                    byte(b, behind(code.clone(), 6));
                },
            );
            byte(b, behind(code.clone(), 0));
        },
    );
    b.finish(vec![], vec![])
}
