//! Messages prefixed by the number of bytes that follow, in four bytes, little-endian.

use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Order, ValueType};

const SIZE: u64 = 0;
const MESSAGE: u64 = 1;

/// The factor of the fourth byte.
const LAST: u64 = 1 << 24;

/// `count` is the size read so far, then the rest of the message; `unit` the factor of the size's next byte, 0 before
/// the first.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    let State { phase, count, unit } = frame.state();
    let carried =
        vec![("phase", ValueType::U64, phase), ("count", ValueType::U64, count), ("unit", ValueType::U64, unit)];
    let last = b.loop_while(
        carried,
        |vars| Expr::from(vars[0]).is(SIZE).and(Expr::Left.is_not(0u64)),
        |b, vars| {
            let byte = b.read_int("byte", 1, Order::Little);
            let factor = b.let_("factor", ValueType::U64, Expr::from(vars[2]).is(0u64).choose(1u64, vars[2]));
            let count = Expr::from(vars[1]).plus(Expr::from(byte).times(factor));
            let phase = Expr::from(factor).is(LAST).choose(MESSAGE, SIZE);
            vec![phase, count, Expr::from(factor).left_by(8u64)]
        },
    );
    let [phase, count, unit] = [last[0], last[1], last[2]].map(Expr::from);
    let is_inside = phase.is(MESSAGE);
    let most = count.clone().at_most(Expr::Left).choose(count.clone(), Expr::Left);
    let part = b.let_("part", ValueType::U64, is_inside.clone().choose(most, 0u64));
    b.skip(part);
    let left = b.let_("left", ValueType::U64, count.minus(part));
    let complete = b.let_("complete", ValueType::Bool, is_inside.clone().and(Expr::from(left).is(0u64)));
    let next = |done: u64, other: Expr| Expr::from(complete).choose(done, other);
    let phase = b.let_("next_phase", ValueType::U64, next(SIZE, is_inside.choose(MESSAGE, SIZE)));
    let unit = b.let_("next_unit", ValueType::U64, next(0, unit));
    let may_end = Expr::from(phase).is(SIZE).and(Expr::from(unit).is(0u64));
    let state = State { phase: phase.into(), count: left.into(), unit: unit.into() };
    frame.set(b, 0u64.into(), (complete.into(), may_end), state);
}
