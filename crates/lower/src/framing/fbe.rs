//! Messages that begin with their size in four bytes, little-endian, which the size counts too.

use super::Frame;
use super::size_prefixed::sized_messages;
use polywire_ir::build::FunctionBuilder;

/// Bytes of the size.
const SIZE: u64 = 4;

pub(super) fn messages(b: &mut FunctionBuilder, frame: &Frame) {
    sized_messages(b, frame, SIZE);
}
