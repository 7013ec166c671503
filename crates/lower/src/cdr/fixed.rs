//! `fixed`: decimal digits of four bits each, followed by the sign (CORBA 3.3 part 2, clause 9.3.2.8). An even number of
//! digits is preceded by a zero. Numbers of at most 18 digits are integers of the model.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place, VarId};

/// The signs.
pub(super) const PLUS: u64 = 0xc;
pub(super) const MINUS: u64 = 0xd;

/// Returns the number of octets of this many digits.
pub(super) fn octets(digits: u64) -> u64 {
    digits / 2 + 1
}

pub(super) fn read_fixed(b: &mut FunctionBuilder, digits: u8, place: Place) {
    let mut number = Expr::from(0u64);
    for index in 1..octets(digits.into()) {
        let [high, low] = read_digits(b);
        if index == 1 && digits.is_multiple_of(2) {
            b.check(high.clone().is(0u64), ErrorCode::OutOfRange);
        }
        number = number * 100u64 + high * 10u64 + low;
    }
    let (digit, is_negative) = read_last(b);
    let number = Expr::from(b.let_("number", number * 10u64 + digit));
    b.set(place, is_negative.choose(Expr::from(0u64) - number.clone(), number).reinterpret());
}

/// Reads two digits.
pub(super) fn read_digits(b: &mut FunctionBuilder) -> [Expr; 2] {
    let pair = b.read_int("digits", 1, Order::Little);
    let [high, low] = [pair >> 4u64, pair & 0xfu64];
    b.check(high.clone().at_most(9u64) & low.clone().at_most(9u64), ErrorCode::OutOfRange);
    [high, low]
}

/// Reads the last digit, and whether the number is negative.
pub(super) fn read_last(b: &mut FunctionBuilder) -> (Expr, Expr) {
    let last = b.read_int("last", 1, Order::Little);
    let [digit, sign] = [last >> 4u64, last & 0xfu64];
    b.check(digit.clone().at_most(9u64), ErrorCode::OutOfRange);
    b.check(sign.clone().is(PLUS) | sign.clone().is(MINUS), ErrorCode::OutOfRange);
    (digit, sign.is(MINUS))
}

pub(super) fn write_fixed(b: &mut FunctionBuilder, digits: u8, place: Place) {
    let number = b.let_("number", Expr::Get(place));
    let is_negative = Expr::from(b.let_("is_negative", number.below(0i64)));
    let magnitude = is_negative.clone().choose(Expr::from(0i64) - number, number).reinterpret();
    let magnitude = b.let_("magnitude", magnitude);
    b.check(magnitude.below(power_of_ten(digits.into())), ErrorCode::OutOfRange);
    for pair in (1..octets(digits.into())).rev() {
        let two = b.let_("two", digits_above(magnitude, 2 * pair - 1) % 100u64);
        // Ten in decimal is sixteen here.
        b.write_int(two + (two / 10u64) * 6u64, 1, Order::Little);
    }
    let last = (magnitude % 10u64) << 4u64 | is_negative.choose(MINUS, PLUS);
    b.write_int(last, 1, Order::Little);
}

/// Returns a number without this many of its last digits.
fn digits_above(number: VarId, count: u64) -> Expr {
    number / power_of_ten(count)
}

fn power_of_ten(exponent: u64) -> u64 {
    10u64.pow(exponent as u32)
}
