//! Durations in seconds with a fraction and the suffix `s`, of up to about 10,000 years.

use super::digits;
use super::types::Time;
use crate::text::number::read_digit;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Place, ReadLeaf, ValueType, WriteLeaf};

/// Seconds of the longest duration.
const LONGEST: u64 = 315_576_000_000;

/// Appends the string.
pub(super) fn write(b: &mut FunctionBuilder, time: Time, value: &Place) {
    let seconds = Expr::from(b.let_("seconds", Expr::Get(value.field(time.seconds))));
    let nanos = Expr::from(b.let_("nanos", Expr::Get(value.field(time.nanos))));
    let (back, fraction_back) = (seconds.clone().below(0i64), nanos.clone().below(0i64));
    let of_one_sign = seconds.clone().is(0i64) | nanos.clone().is(0i64) | back.clone().is(fraction_back.clone());
    let size = |value: Expr, back: Expr| back.choose(Expr::from(0i64) - value.clone(), value).reinterpret();
    let seconds = size(seconds, back.clone());
    let seconds = Expr::from(b.let_("whole", seconds));
    let nanos = size(nanos, fraction_back.clone());
    let nanos = Expr::from(b.let_("fraction", nanos));
    let in_range = seconds.clone().at_most(LONGEST) & nanos.clone().below(1_000_000_000u64);
    b.check(in_range & of_one_sign, ErrorCode::OutOfRange);
    b.write_bytes(b"\"");
    b.when(back | fraction_back, |b| b.write_bytes(b"-"));
    b.write_leaf(WriteLeaf::DecimalUint, vec![seconds]);
    digits::write_fraction(b, &nanos);
    b.write_bytes(b"s\"");
}

/// Reads the string.
pub(super) fn read(b: &mut FunctionBuilder, time: Time, value: &Place) {
    let text = b.read_leaf("text", ReadLeaf::JsonString);
    let parts = [("seconds", ValueType::I64), ("nanos", ValueType::I64)];
    let read = b.at(text, 0u64, &parts, |b| {
        let back = Expr::from(b.matches("back", b"-"));
        let seconds = read_seconds(b).reinterpret();
        let nanos = digits::read_fraction(b).reinterpret();
        digits::mark(b, b's');
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        let signed = |value: Expr| back.clone().choose(Expr::from(0i64) - value.clone(), value);
        vec![signed(seconds), signed(nanos)]
    });
    b.set(value.field(time.seconds), read[0]);
    b.set(value.field(time.nanos), read[1]);
}

/// Reads one digit or more; U64.
fn read_seconds(b: &mut FunctionBuilder) -> Expr {
    let last = b.loop_while(
        vec![("seconds", ValueType::U64, 0u64.into()), ("more", ValueType::Bool, true.into())],
        |carried| carried[1].into(),
        |b, carried| {
            let seconds = carried[0] * 10u64 + read_digit(b);
            let seconds = Expr::from(b.let_("seconds", seconds));
            b.check(seconds.clone().at_most(LONGEST), ErrorCode::OutOfRange);
            vec![seconds, digits::follows(b)]
        },
    );
    last[0].into()
}
