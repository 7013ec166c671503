use super::{Frame, State, skip_part};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, VarId};

const LENGTH: u64 = 0;
const MESSAGE: u64 = 1;

/// The factor of the tenth byte of a varint.
const LAST: u64 = 1 << 63;

/// Messages prefixed by their lengths. `count` is the length read so far, then the rest of the message; `unit` the
/// factor of the length's next byte, 0 before the first.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    prefixed_messages(b, frame, read_length);
}

/// Messages whose lengths are in front of them, and no part of them. `read_length` reads what has arrived of the prefix: phase 0
/// becomes 1 at its end, when `count` is the length of the message; `unit` is 0 before its first byte only.
pub(super) fn prefixed_messages(
    b: &mut FunctionBuilder,
    frame: &Frame,
    read_length: impl FnOnce(&mut FunctionBuilder, State<Expr>) -> State<VarId>,
) {
    let before = frame.state();
    let was_inside = b.let_("was_inside", before.phase.clone().is(MESSAGE));
    let State { phase, count, unit } = read_length(b, before);
    let first = b.let_("first", Expr::from(was_inside).choose(0u64, Expr::Pos));
    let is_inside = phase.is(MESSAGE);
    let part = skip_part(b, &is_inside, &count.into());
    let left = b.let_("left", count - part);
    let complete = b.let_("complete", is_inside & left.is(0u64));
    let done = Expr::from(complete);
    let phase = done.clone().choose(LENGTH, phase);
    let unit = b.let_("next_unit", done.clone().choose(0u64, unit));
    let may_end = phase.clone().is(LENGTH) & unit.is(0u64);
    frame.set(b, first.into(), (done, may_end), State { phase, count: left.into(), unit: unit.into() });
}

/// Reads the part of the length that has arrived.
fn read_length(b: &mut FunctionBuilder, before: State<Expr>) -> State<VarId> {
    before.each_byte(
        b,
        |phase| phase.is(LENGTH),
        |b, byte, before| {
            let unit = b.let_("factor", before.unit.is(0u64).choose(1u64, before.unit));
            // The tenth byte holds the last of 64 bits.
            let fits = unit.is_not(LAST) | byte.at_most(1u64);
            b.check(fits, ErrorCode::Overlong);
            let so_far = unit.is(1u64).choose(0u64, before.count);
            let count = so_far + (byte & 0x7fu64) * unit;
            let goes_on = Expr::from(0x7fu64).below(byte);
            State { phase: goes_on.choose(LENGTH, MESSAGE), count, unit: unit * 128u64 }
        },
    )
}
