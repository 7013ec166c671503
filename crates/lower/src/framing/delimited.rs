use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, ValueType, VarId};

const LENGTH: u64 = 0;
const MESSAGE: u64 = 1;

/// The factor of the tenth byte of a varint.
const LAST: u64 = 1 << 63;

/// Messages prefixed by their lengths. `count` is the length read so far, then the rest of the message; `unit` the
/// factor of the length's next byte, 0 before the first.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    let before = frame.state();
    let was_inside = b.let_("was_inside", ValueType::Bool, before.phase.clone().is(MESSAGE));
    let State { phase, count, unit } = read_length(b, before);
    let first = b.let_("first", ValueType::U64, Expr::from(was_inside).choose(0u64, Expr::Pos));
    let is_inside = Expr::from(phase).is(MESSAGE);
    let most = Expr::from(count).at_most(Expr::Left).choose(count, Expr::Left);
    let part = b.let_("part", ValueType::U64, is_inside.clone().choose(most, 0u64));
    b.skip(part);
    let left = b.let_("left", ValueType::U64, Expr::from(count).minus(part));
    let complete = b.let_("complete", ValueType::Bool, is_inside.and(Expr::from(left).is(0u64)));
    let done = Expr::from(complete);
    let phase = done.clone().choose(LENGTH, phase);
    let unit = b.let_("next_unit", ValueType::U64, done.clone().choose(0u64, unit));
    let may_end = phase.clone().is(LENGTH).and(Expr::from(unit).is(0u64));
    frame.set(b, first.into(), (done, may_end), State { phase, count: left.into(), unit: unit.into() });
}

/// Reads the part of the length that has arrived.
fn read_length(b: &mut FunctionBuilder, before: State<Expr>) -> State<VarId> {
    let carried = vec![
        ("phase", ValueType::U64, before.phase),
        ("count", ValueType::U64, before.count),
        ("unit", ValueType::U64, before.unit),
    ];
    let last = b.loop_while(
        carried,
        |vars| Expr::from(vars[0]).is(LENGTH).and(Expr::Left.is_not(0u64)),
        |b, vars| {
            let byte = b.read_int("byte", 1, Order::Little);
            let unit = Expr::from(vars[2]).is(0u64).choose(1u64, vars[2]);
            let unit = b.let_("factor", ValueType::U64, unit);
            // The tenth byte holds the last of 64 bits.
            let fits = Expr::from(unit).is_not(LAST).or(Expr::from(byte).at_most(1u64));
            b.check(fits, ErrorCode::Overlong);
            let so_far = Expr::from(unit).is(1u64).choose(0u64, vars[1]);
            let count = so_far.plus(Expr::from(byte).and(0x7fu64).times(unit));
            let goes_on = Expr::from(0x7fu64).below(byte);
            vec![goes_on.choose(LENGTH, MESSAGE), count, Expr::from(unit).times(128u64)]
        },
    );
    State { phase: last[0], count: last[1], unit: last[2] }
}
