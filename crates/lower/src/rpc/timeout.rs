//! Timeouts: in gRPC at most eight digits and a unit, in Connect at most ten digits of milliseconds.

use crate::text::class::{demand, is_digit};
use crate::text::number::digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, ValueType, WriteLeaf};

/// The units with their nanoseconds, from the smallest on.
const UNITS: [(u8, u64); 6] = [
    (b'n', 1),
    (b'u', 1_000),
    (b'm', 1_000_000),
    (b'S', 1_000_000_000),
    (b'M', 60_000_000_000),
    (b'H', 3_600_000_000_000),
];
const MOST: u64 = 99_999_999;

const MILLISECOND: u64 = 1_000_000;
const MOST_MILLISECONDS: u64 = 9_999_999_999;

/// `timeout(text) -> nanoseconds` of milliseconds.
pub(super) fn read_milliseconds() -> Function {
    let mut b = FunctionBuilder::new("timeout");
    let text = b.value_param("text", ValueType::Bytes);
    let number = b.at(text, 0u64, &[("milliseconds", ValueType::U64)], |b| {
        let number = super::end::read_number(b, MOST_MILLISECONDS);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![number]
    });
    b.finish(vec![number[0] * MILLISECOND], vec![ValueType::U64])
}

/// `write_timeout(nanoseconds)`: milliseconds, rounded up, and at most those that ten digits hold.
pub(super) fn write_milliseconds() -> Function {
    let mut b = FunctionBuilder::new("write_timeout");
    let nanoseconds = Expr::from(b.value_param("nanoseconds", ValueType::U64));
    let rounded = nanoseconds.clone() / MILLISECOND + (nanoseconds % MILLISECOND).is_not(0u64).as_int();
    let number = Expr::from(b.let_("milliseconds", rounded));
    let limited = number.clone().at_most(MOST_MILLISECONDS).choose(number, MOST_MILLISECONDS);
    b.write_leaf(WriteLeaf::DecimalUint, vec![limited]);
    b.finish(vec![], vec![])
}

/// `timeout(text) -> nanoseconds`, limited to the units that 64 bits hold.
pub(super) fn read_timeout() -> Function {
    let mut b = FunctionBuilder::new("timeout");
    let text = b.value_param("text", ValueType::Bytes);
    let nanoseconds = [("nanoseconds", ValueType::U64)];
    let result = b.at(text, 0u64, &nanoseconds, |b| {
        demand(b, is_digit, ErrorCode::Syntax);
        let number = digits(b, 10, is_digit);
        b.check(number.clone().at_most(MOST), ErrorCode::OutOfRange);
        let unit = b.read_int("unit", 1, polywire_ir::Order::Little);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        let arm = |(letter, length): &(u8, u64)| {
            let most = u64::MAX / length;
            // The largest number fits, but for hours.
            let limited = match MOST <= most {
                true => number.clone(),
                false => number.clone().at_most(most).choose(number.clone(), most),
            };
            let body = polywire_ir::Block { yields: vec![limited * *length], ..polywire_ir::Block::default() };
            Arm { keys: vec![Const::U64(u64::from(*letter))], body }
        };
        let arms = UNITS.iter().map(arm).collect();
        let unknown = b.block(|b| {
            b.fail(ErrorCode::Syntax);
            vec![0u64.into()]
        });
        vec![b.switch(unit.into(), arms, unknown, &nanoseconds)[0].into()]
    });
    b.finish(vec![result[0].into()], vec![ValueType::U64])
}

/// `write_timeout(nanoseconds)`: in the smallest unit that eight digits are enough for, rounded up.
pub(super) fn write_timeout() -> Function {
    let mut b = FunctionBuilder::new("write_timeout");
    let nanoseconds = Expr::from(b.value_param("nanoseconds", ValueType::U64));
    let mut is_left = Expr::from(true);
    for (letter, length) in UNITS {
        let rounded = nanoseconds.clone() / length + (nanoseconds.clone() % length).is_not(0u64).as_int();
        let number = Expr::from(b.let_("number", rounded));
        let fits = number.clone().at_most(MOST);
        let is_chosen = Expr::from(b.let_("is_chosen", is_left.clone() & fits.clone()));
        is_left = Expr::from(b.let_("is_left", is_left & !fits));
        b.when(is_chosen, |b| {
            b.write_leaf(WriteLeaf::DecimalUint, vec![number]);
            b.write_bytes(&[letter]);
        });
    }
    b.finish(vec![], vec![])
}
