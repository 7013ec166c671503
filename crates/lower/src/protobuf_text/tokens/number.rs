//! Numbers.

use crate::text::class::{demand, is_digit, is_hex, is_octal, lower, since, skip_while, start};
use crate::text::number::{digits, skip_decimal};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, FuncId, Function, ValueType};

/// `sign() -> negative`: a minus sign and the space after it.
pub fn read_sign(space: FuncId) -> Function {
    let mut b = FunctionBuilder::new("sign");
    let negative = b.matches("negative", b"-");
    b.when(negative.into(), |b| drop(b.call(space, vec![], &[])));
    b.finish(vec![negative.into()], vec![ValueType::Bool])
}

/// `number() -> (text, is_decimal)`: digits with an optional point and exponent, without the suffix `f`; or an integer in base 8
/// or 16.
pub fn read_number(end: FuncId) -> Function {
    let mut b = FunctionBuilder::new("number");
    demand(&mut b, |next| is_digit(next.clone()) | next.is(u64::from(b'.')), ErrorCode::WrongKind);
    let begin = start(&mut b);
    let zero = b.matches("zero", b"0");
    let next = Expr::from(b.peek("next"));
    let other_base = zero & (is_digit(next.clone()) | lower(next.clone()).is(u64::from(b'x')));
    let text = b.if_yields(
        other_base.clone(),
        &[("text", ValueType::Bytes)],
        |b| {
            b.if_else(
                is_digit(next),
                |b| skip_while(b, is_octal),
                |b| {
                    b.skip(1u64);
                    demand(b, is_hex, ErrorCode::Syntax);
                    skip_while(b, is_hex);
                },
            );
            vec![since(begin.clone())]
        },
        |b| {
            skip_decimal(b, zero.into());
            let text = b.let_("decimal", since(begin.clone()));
            let suffix = lower(b.peek("suffix").into()).is(u64::from(b'f'));
            b.when(suffix, |b| b.skip(1u64));
            vec![text.into()]
        },
    );
    b.call(end, vec![], &[]);
    b.finish(vec![text[0].into(), !other_base], vec![ValueType::Bytes, ValueType::Bool])
}

/// `uint() -> value`: an integer in base 8, 10 or 16.
pub fn read_uint(end: FuncId) -> Function {
    let mut b = FunctionBuilder::new("uint");
    demand(&mut b, is_digit, ErrorCode::WrongKind);
    let zero = Expr::from(b.matches("zero", b"0"));
    let value = [("number", ValueType::U64)];
    let number = b.if_yields(
        zero,
        &value,
        |b| {
            let hex = lower(b.peek("base").into()).is(u64::from(b'x'));
            let number = b.if_yields(
                hex,
                &value,
                |b| {
                    b.skip(1u64);
                    demand(b, is_hex, ErrorCode::Syntax);
                    vec![digits(b, 16, is_hex)]
                },
                |b| vec![digits(b, 8, is_octal)],
            );
            vec![number[0].into()]
        },
        |b| vec![digits(b, 10, is_digit)],
    );
    b.call(end, vec![], &[]);
    b.finish(vec![number[0].into()], vec![ValueType::U64])
}
