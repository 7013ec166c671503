//! Concatenated Cap'n Proto messages: each begins with the number of its segments less one and their sizes in words,
//! four bytes each, padded to whole words.

use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, ValueType};

/// In the number of further segments; the initial state.
const NUMBER: u64 = 0;
/// In the sizes, with which the table ends at a word boundary.
const SIZES: u64 = 1;
/// In the sizes, which are followed by four bytes of padding.
const PADDED_SIZES: u64 = 2;
const SEGMENTS: u64 = 3;

/// More words than any message can have.
const TOO_MANY: u64 = 1 << 60;

/// `count` is the number of segments read so far, then the words of the segments, then the bytes left of the message;
/// `unit` the bytes read of the number, then those left of the sizes.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    let State { phase, count, unit } = frame.state();
    let carried =
        vec![("phase", ValueType::U64, phase), ("count", ValueType::U64, count), ("unit", ValueType::U64, unit)];
    let last = b.loop_while(
        carried,
        |vars| Expr::from(vars[0]).is_not(SEGMENTS).and(Expr::Left.is_not(0u64)),
        |b, vars| {
            let byte = b.read_int("byte", 1, Order::Little);
            let [phase, count, unit] = [vars[0], vars[1], vars[2]].map(Expr::from);
            head_byte(b, byte.into(), State { phase, count, unit })
        },
    );
    let [phase, count, unit] = [last[0], last[1], last[2]].map(Expr::from);
    let is_inside = phase.clone().is(SEGMENTS);
    let most = count.clone().at_most(Expr::Left).choose(count.clone(), Expr::Left);
    let part = b.let_("part", ValueType::U64, is_inside.clone().choose(most, 0u64));
    b.skip(part);
    let left = b.let_("left", ValueType::U64, is_inside.clone().choose(count.clone().minus(part), count));
    let complete = b.let_("complete", ValueType::Bool, is_inside.and(Expr::from(left).is(0u64)));
    let phase = b.let_("next_phase", ValueType::U64, Expr::from(complete).choose(NUMBER, phase));
    let may_end = Expr::from(phase).is(NUMBER).and(unit.clone().is(0u64));
    let state = State { phase: phase.into(), count: left.into(), unit };
    frame.set(b, 0u64.into(), (complete.into(), may_end), state);
}

/// Returns the state after a byte of the number or of the sizes.
fn head_byte(b: &mut FunctionBuilder, byte: Expr, State { phase, count, unit }: State<Expr>) -> Vec<Expr> {
    let in_number = b.let_("in_number", ValueType::Bool, phase.clone().is(NUMBER));
    // Before each size, the number of bytes left is a multiple of four.
    let index = Expr::from(in_number).choose(unit.clone(), Expr::from(0u64).minus(unit.clone()).and(3u64));
    let index = b.let_("index", ValueType::U64, index);
    let factor =
        (1..4u64).rev().fold(Expr::from(1u64), |other, at| Expr::from(index).is(at).choose(1u64 << (8 * at), other));
    let so_far = b.let_("so_far", ValueType::U64, count.plus(byte.times(factor)));
    b.check(Expr::from(so_far).below(TOO_MANY), ErrorCode::BadLength);
    let has_number = b.let_("has_number", ValueType::Bool, Expr::from(in_number).and(unit.clone().is(3u64)));
    let sizes = Expr::from(so_far).plus(1u64).left_by(2u64);
    let next_unit =
        Expr::from(has_number).choose(sizes, Expr::from(in_number).choose(unit.clone().plus(1u64), unit.minus(1u64)));
    let unit = b.let_("next_unit", ValueType::U64, next_unit);
    let has_sizes =
        b.let_("has_sizes", ValueType::Bool, Expr::from(in_number).negated().and(Expr::from(unit).is(0u64)));
    // The number and an odd number of sizes fill whole words.
    let sizes_phase = Expr::from(so_far).and(1u64).is(0u64).choose(SIZES, PADDED_SIZES);
    let padding = phase.clone().is(PADDED_SIZES).choose(4u64, 0u64);
    let next_phase = Expr::from(has_number).choose(sizes_phase, Expr::from(has_sizes).choose(SEGMENTS, phase));
    let bytes = Expr::from(so_far).left_by(3u64).plus(padding);
    let next_count = Expr::from(has_number).choose(0u64, Expr::from(has_sizes).choose(bytes, so_far));
    vec![next_phase, next_count, unit.into()]
}
