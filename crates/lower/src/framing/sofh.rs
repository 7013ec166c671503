//! Messages behind FIX's Simple Open Framing Header 1.0: the length of the header and the message in 4 bytes, and the type
//! of the encoding in 2, both big-endian. The type is not examined.

use super::delimited::prefixed_messages;
use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr};

const HEADER: u64 = 0;
const MESSAGE: u64 = 1;

/// Bytes of the length, and of the header.
const LENGTH: u64 = 4;
const ALL: u64 = 6;

/// `count` is the length read so far, then the rest of the message; `unit` the number of bytes of the header.
pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    prefixed_messages(b, frame, |b, before| {
        before.each_byte(
            b,
            |phase| phase.is(HEADER),
            |b, byte, before| {
                let so_far = before.unit.is(0u64).choose(0u64, before.count);
                let length = so_far.clone() * 256u64 + byte;
                let count = Expr::from(b.let_("length", before.unit.below(LENGTH).choose(length, so_far)));
                let unit = Expr::from(b.let_("bytes", before.unit + 1u64));
                let is_last = unit.clone().is(ALL);
                b.check(!is_last.clone() | Expr::from(ALL - 1).below(count.clone()), ErrorCode::BadLength);
                let rest = is_last.clone().choose(count.clone() - ALL, count);
                State { phase: is_last.choose(MESSAGE, HEADER), count: rest, unit }
            },
        )
    });
}
