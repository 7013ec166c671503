//! Escapes in strings.

use super::read;
use crate::plan::{arm, block};
use crate::text::class::{hex_value, is_hex, is_octal};
use crate::text::code_point::{hex_digit, hex_digits, write_code_point};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// Single-character escapes, and the bytes that they represent.
const SIMPLE: [(u8, u8); 11] = [
    (b'a', 7),
    (b'b', 8),
    (b't', b'\t'),
    (b'n', b'\n'),
    (b'v', 11),
    (b'f', 12),
    (b'r', b'\r'),
    (b'"', b'"'),
    (b'\'', b'\''),
    (b'?', b'?'),
    (b'\\', b'\\'),
];

const LAST_CODE_POINT: u64 = 0x10_ffff;

/// Defines `unescape()`: writes the text of the escape after a backslash.
pub fn define(module: &mut ModuleBuilder) -> FuncId {
    let digit = module.add(hex_digit());
    let put = module.add(write_code_point());
    let short = module.add(code_point("short_code_point", 4, digit, put));
    let long = module.add(code_point("long_code_point", 8, digit, put));
    module.add(unescape(digit, short, long))
}

fn unescape(digit: FuncId, short: FuncId, long: FuncId) -> Function {
    let mut b = FunctionBuilder::new("unescape");
    b.rare();
    let byte = Expr::from(b.read_int("byte", 1, Order::Little));
    let mut arms: Vec<Arm> =
        SIMPLE.iter().map(|&(letter, meaning)| of(&mut b, &[letter], |b| b.write_bytes(&[meaning]))).collect();
    arms.push(of(&mut b, b"01234567", |b| octal(b, byte.clone())));
    arms.push(of(&mut b, b"xX", |b| {
        let first = read(b, digit, ValueType::U64);
        let value = longer(b, first, 16, is_hex);
        b.write_int(value, 1, Order::Little);
    }));
    arms.push(of(&mut b, b"u", |b| drop(b.call(short, vec![], &[]))));
    arms.push(of(&mut b, b"U", |b| drop(b.call(long, vec![], &[]))));
    let other = block(&mut b, |b| b.fail(ErrorCode::BadEscape));
    b.switch(byte, arms, other, &[]);
    b.finish(vec![], vec![])
}

fn of(b: &mut FunctionBuilder, letters: &[u8], body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, letters.iter().map(|&letter| Const::U64(letter.into())).collect(), body)
}

/// Reads up to three octal digits, the first of which has been read.
fn octal(b: &mut FunctionBuilder, first: Expr) {
    let value = longer(b, first - u64::from(b'0'), 8, is_octal);
    let value = longer(b, value, 8, is_octal);
    b.check(value.clone().below(256u64), ErrorCode::BadEscape);
    b.write_int(value, 1, Order::Little);
}

/// Appends another digit to a number, if there is one.
fn longer(b: &mut FunctionBuilder, number: Expr, base: u64, is_digit: impl FnOnce(Expr) -> Expr) -> Expr {
    let next = b.peek("next");
    let another = |b: &mut FunctionBuilder| {
        let digit = hex_value(b.read_int("digit", 1, Order::Little).into());
        vec![number.clone() * base + digit]
    };
    let result = b.if_yields(is_digit(next.into()), &[("number", ValueType::U64)], another, |_| vec![number.clone()]);
    result[0].into()
}

/// Reads this many digits and writes the character, which must not be a surrogate; pairs of surrogates are not
/// combined.
fn code_point(name: &str, count: usize, digit: FuncId, put: FuncId) -> Function {
    let mut b = FunctionBuilder::new(name);
    b.rare();
    let code = hex_digits(&mut b, digit, count);
    let surrogate = (code.clone() - 0xd800u64).below(0x800u64);
    b.check(code.clone().at_most(LAST_CODE_POINT) & !surrogate, ErrorCode::BadEscape);
    b.call(put, vec![Arg::Value(code)], &[]);
    b.finish(vec![], vec![])
}
