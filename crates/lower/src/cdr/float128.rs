//! `long double`: an IEEE 754 binary128 float at a multiple of 8 (CORBA 3.3 part 2, table 9.2). In the model, its least
//! significant byte is the first.

use super::read::Layout;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, Expr, Order, Place, ValueType, VarId};

pub(crate) fn read_float128(b: &mut FunctionBuilder, place: Place, layout: Layout) {
    let first = layout.read(b, "first", 8);
    let second = layout.read(b, "second", 8);
    let little = Expr::from(layout.little);
    let (low, high) = (little.clone().choose(first.clone(), second.clone()), little.choose(second, first));
    let bytes = b.scratch("float", |b| {
        b.write_int(low, 8, Order::Little);
        b.write_int(high, 8, Order::Little);
    });
    b.set(place, bytes);
}

pub(super) fn write_float128(b: &mut FunctionBuilder, place: Place, (origin, order): (VarId, Order)) {
    b.write(Datum::Align { to: 8, from: origin.into() });
    write_halves(b, place, order);
}

/// Appends the octets, whose position is aligned.
pub(crate) fn write_halves(b: &mut FunctionBuilder, place: Place, order: Order) {
    if order == Order::Little {
        return b.write(Datum::Span(Expr::Get(place)));
    }
    let halves = b.at(Expr::Get(place), 0u64, &[("low", ValueType::U64), ("high", ValueType::U64)], |b| {
        let low = b.read_int("low", 8, Order::Little);
        let high = b.read_int("high", 8, Order::Little);
        vec![low.into(), high.into()]
    });
    b.write_int(halves[1], 8, order);
    b.write_int(halves[0], 8, order);
}
