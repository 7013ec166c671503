//! Numbers.

use super::class::{demand, hex_value, is_digit, is_hex, is_octal, is_word, lower, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// `sign() -> negative`: a minus sign and the space after it.
pub fn read_sign(space: FuncId) -> Function {
    let mut b = FunctionBuilder::new("sign");
    let negative = b.matches("negative", b"-");
    b.when(negative.into(), |b| drop(b.call(space, vec![], &[])));
    b.finish(vec![negative.into()], vec![ValueType::Bool])
}

/// `end_number()`: refuses a character that would continue a number or an identifier.
pub fn end_number() -> Function {
    let mut b = FunctionBuilder::new("end_number");
    let next = Expr::from(b.peek("next"));
    b.check(!(is_word(next.clone()) | next.is(u64::from(b'.'))), ErrorCode::Syntax);
    b.finish(vec![], vec![])
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

/// Skips a decimal, whose first zero may already have been read.
fn skip_decimal(b: &mut FunctionBuilder, zero: Expr) {
    let before = start(b);
    skip_while(b, is_digit);
    let whole = zero | Expr::Pos.is_not(before);
    let whole = b.let_("whole", whole);
    let point = Expr::from(b.matches("point", b"."));
    b.when(point.clone() & !whole, |b| demand(b, is_digit, ErrorCode::Syntax));
    b.when(point, |b| skip_while(b, is_digit));
    let exponent = lower(b.peek("exponent").into()).is(u64::from(b'e'));
    b.when(exponent, |b| {
        b.skip(1u64);
        let sign = Expr::from(b.peek("sign"));
        b.when(sign.clone().is(u64::from(b'+')) | sign.is(u64::from(b'-')), |b| b.skip(1u64));
        demand(b, is_digit, ErrorCode::Syntax);
        skip_while(b, is_digit);
    });
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

/// Returns the number formed by digits of a base; 0 if there are none.
fn digits(b: &mut FunctionBuilder, base: u64, is_digit: impl FnOnce(Expr) -> Expr) -> Expr {
    let last = b.loop_while(
        vec![("number", ValueType::U64, 0u64.into()), ("more", ValueType::Bool, true.into())],
        |carried| carried[1].into(),
        |b, carried| {
            let next = b.peek("next");
            let more = b.let_("is_digit", is_digit(next.into()));
            let number = Expr::from(carried[0]);
            let longer = |b: &mut FunctionBuilder| {
                let digit = hex_value(b.read_int("digit", 1, Order::Little).into());
                let digit = Expr::from(b.let_("value", digit));
                let (most, rest) = (u64::MAX / base, u64::MAX % base);
                let fits = number.clone().below(most) | (number.clone().is(most) & digit.clone().at_most(rest));
                b.check(fits, ErrorCode::OutOfRange);
                vec![number.clone() * base + digit]
            };
            let next = b.if_yields(more.into(), &[("number", ValueType::U64)], longer, |_| vec![number.clone()]);
            vec![next[0].into(), more.into()]
        },
    );
    last[0].into()
}
