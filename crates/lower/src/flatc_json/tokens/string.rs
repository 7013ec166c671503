//! Texts in quotes of either kind.

use crate::plan::{arm, block};
use crate::text::class::{demand, is_quote, since, skip_while, start};
use crate::text::code_point::{hex_digit, hex_digits, write_code_point};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// Single-character escapes, and the bytes that they represent.
const SIMPLE: [(u8, u8); 9] = [
    (b'"', b'"'),
    (b'\'', b'\''),
    (b'\\', b'\\'),
    (b'/', b'/'),
    (b'b', 8),
    (b'f', 12),
    (b'n', b'\n'),
    (b'r', b'\r'),
    (b't', b'\t'),
];

/// Defines `string() -> text`. Its bytes need not be UTF-8.
pub fn define(module: &mut ModuleBuilder) -> FuncId {
    let digit = module.add(hex_digit());
    let put = module.add(write_code_point());
    let escape = module.add(unescape(digit, put));
    module.add(read_string(escape))
}

/// A text without escapes is that of the input.
fn read_string(escape: FuncId) -> Function {
    let mut b = FunctionBuilder::new("string");
    demand(&mut b, is_quote, ErrorCode::WrongKind);
    let quote = b.read_int("quote", 1, Order::Little);
    let begin = start(&mut b);
    let plain = |b: &mut FunctionBuilder| skip_while(b, |next| is_plain(next, quote.into()));
    plain(&mut b);
    let first = b.let_("first", since(begin));
    let next = b.peek("next");
    let text = b.if_yields(
        next.is(quote),
        &[("text", ValueType::Bytes)],
        |_| vec![first.into()],
        |b| {
            let text = b.scratch("unescaped", |b| {
                b.write(Datum::Span(first.into()));
                b.loop_while(
                    vec![("more", ValueType::Bool, true.into())],
                    |carried| carried[0].into(),
                    |b, _| {
                        b.expect(b"\\", ErrorCode::Syntax);
                        b.call(escape, vec![], &[]);
                        let begin = start(b);
                        plain(b);
                        b.write(Datum::Span(since(begin)));
                        vec![Expr::from(b.peek("next")).is_not(quote)]
                    },
                );
            });
            vec![text.into()]
        },
    );
    b.skip(1u64);
    b.finish(vec![text[0].into()], vec![ValueType::Bytes])
}

/// Tests for a byte, not the end, that stands for itself.
fn is_plain(byte: Expr, quote: Expr) -> Expr {
    (byte.clone() - 0x20u64).below(0xe0u64) & byte.clone().is_not(quote) & byte.is_not(u64::from(b'\\'))
}

/// `unescape()`: writes the text of the escape after a backslash.
fn unescape(digit: FuncId, put: FuncId) -> Function {
    let mut b = FunctionBuilder::new("unescape");
    b.rare();
    let byte = Expr::from(b.read_int("byte", 1, Order::Little));
    let of = |b: &mut FunctionBuilder, letter: u8, body: &dyn Fn(&mut FunctionBuilder)| {
        arm(b, vec![Const::U64(letter.into())], |b| body(b))
    };
    let mut arms: Vec<Arm> =
        SIMPLE.iter().map(|&(letter, meaning)| of(&mut b, letter, &|b| b.write_bytes(&[meaning]))).collect();
    arms.push(of(&mut b, b'x', &|b| {
        let value = hex_digits(b, digit, 2);
        b.write_int(value, 1, Order::Little);
    }));
    arms.push(of(&mut b, b'u', &|b| write_unit(b, digit, put)));
    let other = block(&mut b, |b| b.fail(ErrorCode::BadEscape));
    b.switch(byte, arms, other, &[]);
    b.finish(vec![], vec![])
}

/// Writes a character given by its number, or by two surrogates.
fn write_unit(b: &mut FunctionBuilder, digit: FuncId, put: FuncId) {
    let unit = hex_digits(b, digit, 4);
    let is_surrogate = |unit: Expr, first: u64| (unit - first).below(0x400u64);
    b.check(!is_surrogate(unit.clone(), 0xdc00), ErrorCode::BadEscape);
    let pair = |b: &mut FunctionBuilder| {
        b.expect(b"\\u", ErrorCode::BadEscape);
        let low = hex_digits(b, digit, 4);
        b.check(is_surrogate(low.clone(), 0xdc00), ErrorCode::BadEscape);
        vec![((unit.clone() & 0x3ffu64) << 10u64) + (low & 0x3ffu64) + 0x1_0000u64]
    };
    let high = is_surrogate(unit.clone(), 0xd800);
    let code = b.if_yields(high, &[("code", ValueType::U64)], pair, |_| vec![unit.clone()]);
    b.call(put, vec![Arg::Value(code[0].into())], &[]);
}
