//! Reading: digits with an optional point, and an optional exponent.

use super::{MOST_SCALE, SCALE_BIT, SIGN_BIT};
use crate::text::decimal::{is_digit_or_point, read_exponent_digits};
use crate::text::number::read_digit;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, ValueType};

const LOW_32: u64 = 0xffff_ffff;

/// Exponents have at most this magnitude.
const MOST_EXPONENT: u64 = 99;

/// The magnitude and the number of digits behind the point.
struct Number {
    low: Expr,
    high: Expr,
    scale: Expr,
}

/// `read_decimal(text) -> (low, high)`.
pub(super) fn read_decimal() -> Function {
    let mut b = FunctionBuilder::new("read_decimal");
    let text = b.value_param("text", ValueType::Bytes);
    let halves = [("low", ValueType::U64), ("high", ValueType::U64)];
    let halves = b.at(text, 0u64, &halves, |b| {
        let negative = Expr::from(b.matches("negative", b"-"));
        let number = read_digits(b);
        let number = read_exponent(b, number);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        b.check(number.scale.clone().below(MOST_SCALE + 1), ErrorCode::OutOfRange);
        vec![number.low, number.high | number.scale << SCALE_BIT | negative.as_int() << SIGN_BIT]
    });
    b.finish(halves.into_iter().map(Expr::from).collect(), vec![ValueType::U64; 2])
}

/// At least one digit, with a point before, between or after them.
fn read_digits(b: &mut FunctionBuilder) -> Number {
    let mut carried: Vec<_> = ["low", "high", "scale", "count"].map(|it| (it, ValueType::U64, 0u64.into())).into();
    carried.push(("behind_point", ValueType::Bool, false.into()));
    let first = is_digit_or_point(b);
    carried.push(("more", ValueType::Bool, first));
    let last = b.loop_while(
        carried,
        |carried| carried[5].into(),
        |b, carried| {
            let [low, high, scale, count, behind_point] = [0, 1, 2, 3, 4].map(|at| Expr::from(carried[at]));
            let is_point = b.matches("point", b".");
            let names = ["low", "high", "scale", "count"].map(|name| (name, ValueType::U64));
            let next = b.if_yields(
                is_point.into(),
                &names,
                |b| {
                    b.check(!behind_point.clone(), ErrorCode::Syntax);
                    vec![low.clone(), high.clone(), scale.clone(), count.clone()]
                },
                |b| {
                    let digit = read_digit(b);
                    let [low, high] = times_ten(b, low.clone(), high.clone(), digit);
                    vec![low, high, scale.clone() + behind_point.clone().as_int(), count.clone() + 1u64]
                },
            );
            let more = is_digit_or_point(b);
            let next = next.into_iter().map(Expr::from);
            next.chain([behind_point | is_point, more]).collect()
        },
    );
    b.check(last[3].is_not(0u64), ErrorCode::Syntax);
    let [low, high, scale] = [0, 1, 2].map(|at| Expr::from(last[at]));
    Number { low, high, scale }
}

/// Appends a digit to a magnitude of 96 bits.
fn times_ten(b: &mut FunctionBuilder, low: Expr, high: Expr, digit: Expr) -> [Expr; 2] {
    let first = Expr::from(b.let_("first", (low.clone() & LOW_32) * 10u64 + digit));
    let second = Expr::from(b.let_("second", (low >> 32u64) * 10u64 + (first.clone() >> 32u64)));
    let third = Expr::from(b.let_("third", high * 10u64 + (second.clone() >> 32u64)));
    b.check(third.clone().below(LOW_32 + 1), ErrorCode::OutOfRange);
    let low = b.let_("low", second << 32u64 | (first & LOW_32));
    [low.into(), third]
}

/// Moves the point by the exponent that may follow.
fn read_exponent(b: &mut FunctionBuilder, number: Number) -> Number {
    let Number { low, high, scale } = number;
    let names = ["low", "high", "scale"].map(|name| (name, ValueType::U64));
    let next = b.peek("next");
    let moved = b.if_yields(
        (next | 0x20u64).is(u64::from(b'e')),
        &names,
        |b| {
            b.skip(1u64);
            let (negative, exponent) = read_exponent_digits(b, MOST_EXPONENT);
            let negative = Expr::from(negative);
            let up = Expr::from(b.let_("up", negative.clone().choose(0u64, exponent)));
            let down = negative.choose(exponent, 0u64);
            let scale = Expr::from(b.let_("scale", scale.clone() + down));
            let is_scaled = up.clone().below(scale.clone() + 1u64);
            let zeros = is_scaled.clone().choose(0u64, up.clone() - scale.clone());
            let [low, high] = append_zeros(b, low.clone(), high.clone(), zeros);
            vec![low, high, is_scaled.choose(scale - up, 0u64)]
        },
        |_| vec![low.clone(), high.clone(), scale.clone()],
    );
    let [low, high, scale] = [0, 1, 2].map(|at| Expr::from(moved[at]));
    Number { low, high, scale }
}

fn append_zeros(b: &mut FunctionBuilder, low: Expr, high: Expr, zeros: Expr) -> [Expr; 2] {
    let carried = vec![("low", ValueType::U64, low), ("high", ValueType::U64, high), ("left", ValueType::U64, zeros)];
    let last = b.loop_while(
        carried,
        |carried| carried[2].is_not(0u64),
        |b, carried| {
            let [low, high] = times_ten(b, carried[0].into(), carried[1].into(), 0u64.into());
            vec![low, high, carried[2] - 1u64]
        },
    );
    [last[0].into(), last[1].into()]
}
