//! Numbers.

use super::class::{demand, hex_value, is_digit, is_word, lower, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// `end_number()`: refuses a character that would continue a number or an identifier.
pub fn end_number() -> Function {
    let mut b = FunctionBuilder::new("end_number");
    let next = Expr::from(b.peek("next"));
    b.check(!(is_word(next.clone()) | next.is(u64::from(b'.'))), ErrorCode::Syntax);
    b.finish(vec![], vec![])
}

/// Skips a decimal, whose first zero may already have been read.
pub fn skip_decimal(b: &mut FunctionBuilder, zero: Expr) {
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

/// Returns the number formed by digits of a base; 0 if there are none.
pub fn digits(b: &mut FunctionBuilder, base: u64, is_digit: impl FnOnce(Expr) -> Expr) -> Expr {
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

/// Writes this many of the next bytes of the region.
pub fn write_span(b: &mut FunctionBuilder, len: Expr) {
    let span = b.read_span("span", len);
    b.write(Datum::Span(span.into()));
}

/// Writes this many zeros.
pub fn write_zeros(b: &mut FunctionBuilder, count: Expr) {
    repeat(b, count, |b| b.write_bytes(b"0"));
}

/// Does something this many times.
pub fn repeat(b: &mut FunctionBuilder, count: Expr, body: impl FnOnce(&mut FunctionBuilder)) {
    let left = vec![("left", ValueType::U64, count)];
    let more = |carried: &[VarId]| carried[0].is_not(0u64);
    b.loop_while(left, more, |b, carried| {
        body(b);
        vec![carried[0] - 1u64]
    });
}

/// Appends the last `count` decimal digits of a U64.
pub fn write_digits(b: &mut FunctionBuilder, value: &Expr, count: u32) {
    for place in (0..count).rev() {
        let digit = if place == 0 { value.clone() } else { value.clone() / 10u64.pow(place) };
        b.write_int(digit % 10u64 + u64::from(b'0'), 1, Order::Little);
    }
}

/// Reads a digit; U64.
pub fn read_digit(b: &mut FunctionBuilder) -> Expr {
    let digit = Expr::from(b.peek("byte")) - u64::from(b'0');
    let digit = Expr::from(b.let_("digit", digit));
    b.check(digit.clone().below(10u64), ErrorCode::Syntax);
    b.skip(1u64);
    digit
}
