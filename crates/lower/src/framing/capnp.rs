//! Concatenated Cap'n Proto messages: each begins with the number of its segments less one and their sizes in words,
//! four bytes each, padded to whole words.

use super::{Frame, State, skip_part};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr};

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
    let last = frame.state().each_byte(
        b,
        |phase| phase.is_not(SEGMENTS),
        |b, byte, before| head_byte(b, byte.into(), before.exprs()),
    );
    let State { phase, count, unit } = last.exprs();
    let is_inside = phase.clone().is(SEGMENTS);
    let part = skip_part(b, &is_inside, &count);
    let left = b.let_("left", is_inside.clone().choose(count.clone() - part, count));
    let complete = b.let_("complete", is_inside & left.is(0u64));
    let phase = b.let_("next_phase", Expr::from(complete).choose(NUMBER, phase));
    let may_end = phase.is(NUMBER) & unit.clone().is(0u64);
    let state = State { phase: phase.into(), count: left.into(), unit };
    frame.set(b, 0u64.into(), (complete.into(), may_end), state);
}

/// Returns the state after a byte of the number or of the sizes.
fn head_byte(b: &mut FunctionBuilder, byte: Expr, State { phase, count, unit }: State<Expr>) -> State<Expr> {
    let in_number = b.let_("in_number", phase.clone().is(NUMBER));
    // Before each size, the number of bytes left is a multiple of four.
    let index = Expr::from(in_number).choose(unit.clone(), (Expr::from(0u64) - unit.clone()) & 3u64);
    let index = b.let_("index", index);
    let factor = (1..4u64).rev().fold(Expr::from(1u64), |other, at| index.is(at).choose(1u64 << (8 * at), other));
    let so_far = b.let_("so_far", count + byte * factor);
    b.check(so_far.below(TOO_MANY), ErrorCode::BadLength);
    let has_number = b.let_("has_number", in_number & unit.clone().is(3u64));
    let sizes = (so_far + 1u64) << 2u64;
    let next_unit =
        Expr::from(has_number).choose(sizes, Expr::from(in_number).choose(unit.clone() + 1u64, unit - 1u64));
    let unit = b.let_("next_unit", next_unit);
    let has_sizes = b.let_("has_sizes", !in_number & unit.is(0u64));
    // The number and an odd number of sizes fill whole words.
    let sizes_phase = (so_far & 1u64).is(0u64).choose(SIZES, PADDED_SIZES);
    let padding = phase.clone().is(PADDED_SIZES).choose(4u64, 0u64);
    let next_phase = Expr::from(has_number).choose(sizes_phase, Expr::from(has_sizes).choose(SEGMENTS, phase));
    let bytes = (so_far << 3u64) + padding;
    let next_count = Expr::from(has_number).choose(0u64, Expr::from(has_sizes).choose(bytes, so_far));
    State { phase: next_phase, count: next_count, unit: unit.into() }
}
