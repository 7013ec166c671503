//! Messages prefixed by the number of bytes that follow, in four bytes, little-endian.

use super::{Frame, State, skip_part};
use polywire_ir::Expr;
use polywire_ir::build::FunctionBuilder;

const SIZE: u64 = 0;
const MESSAGE: u64 = 1;

/// The factor of the fourth byte.
const LAST: u64 = 1 << 24;

/// `count` is the size read so far, then the rest of the message; `unit` the factor of the size's next byte, 0 before
/// the first.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    sized_messages(b, frame, 0);
}

/// Like [`messages`]; `counted` bytes of those that the size counts are its own.
pub(super) fn sized_messages(b: &mut FunctionBuilder, frame: &Frame, counted: u64) {
    let last = frame.state().each_byte(
        b,
        |phase| phase.is(SIZE),
        |b, byte, before| {
            let factor = b.let_("factor", before.unit.is(0u64).choose(1u64, before.unit));
            let count = before.count + byte * factor;
            let is_last = factor.is(LAST);
            let count = if counted == 0 { count } else { is_last.clone().choose(count.clone() - counted, count) };
            State { phase: is_last.choose(MESSAGE, SIZE), count, unit: factor << 8u64 }
        },
    );
    let State { phase, count, unit } = last.exprs();
    let is_inside = phase.is(MESSAGE);
    let part = skip_part(b, &is_inside, &count);
    let left = b.let_("left", count - part);
    let complete = b.let_("complete", is_inside.clone() & left.is(0u64));
    let next = |done: u64, other: Expr| Expr::from(complete).choose(done, other);
    let phase = b.let_("next_phase", next(SIZE, is_inside.choose(MESSAGE, SIZE)));
    let unit = b.let_("next_unit", next(0, unit));
    let may_end = phase.is(SIZE) & unit.is(0u64);
    let state = State { phase: phase.into(), count: left.into(), unit: unit.into() };
    frame.set(b, 0u64.into(), (complete.into(), may_end), state);
}
