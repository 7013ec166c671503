//! Decimal digits at fixed positions, for times.

use crate::text::number::{read_digit, write_digits};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, ValueType};

/// Appends a fraction of a second after its point, in 3, 6 or 9 digits; nothing if it is 0.
pub(super) fn write_fraction(b: &mut FunctionBuilder, nanos: &Expr) {
    const MILLI: u64 = 1_000_000;
    const MICRO: u64 = 1_000;
    let rest = |unit: u64| (nanos.clone() % unit).is_not(0u64);
    b.when(nanos.clone().is_not(0u64), |b| {
        b.write_bytes(b".");
        write_digits(b, &(nanos.clone() / MILLI), 3);
        b.when(rest(MILLI), |b| {
            write_digits(b, &(nanos.clone() / MICRO), 3);
            b.when(rest(MICRO), |b| write_digits(b, nanos, 3));
        });
    });
}

/// Reads a character. A text that ends instead is not a truncated message.
pub(super) fn mark(b: &mut FunctionBuilder, mark: u8) {
    let next = b.peek("mark");
    b.check(next.is(u64::from(mark)), ErrorCode::Syntax);
    b.skip(1u64);
}

/// Tests whether a digit follows; Bool.
pub(super) fn follows(b: &mut FunctionBuilder) -> Expr {
    (Expr::from(b.peek("next")) - u64::from(b'0')).below(10u64)
}

/// Reads a number of this many digits; U64.
pub(super) fn read_number(b: &mut FunctionBuilder, name: &str, count: u32) -> Expr {
    let digits: Vec<Expr> = (0..count).map(|_| read_digit(b)).collect();
    let number = digits.into_iter().reduce(|number, digit| number * 10u64 + digit).unwrap_or(0u64.into());
    b.let_(name, number).into()
}

/// Reads a fraction of a second, of 1 to 9 digits after a point, as nanoseconds (U64); 0 if there is none.
pub(super) fn read_fraction(b: &mut FunctionBuilder) -> Expr {
    let point = Expr::from(b.matches("point", b"."));
    let carried = |point: Expr| {
        vec![
            ("nanos", ValueType::U64, 0u64.into()),
            ("unit", ValueType::U64, 100_000_000u64.into()),
            ("more", ValueType::Bool, point),
        ]
    };
    let last = b.loop_while(
        carried(point),
        |carried| carried[2].into(),
        |b, carried| {
            let (nanos, unit) = (Expr::from(carried[0]), Expr::from(carried[1]));
            b.check(unit.clone().is_not(0u64), ErrorCode::Syntax);
            let digit = read_digit(b);
            vec![nanos + digit * unit.clone(), unit / 10u64, follows(b)]
        },
    );
    last[0].into()
}
