//! Durations: three numbers in a fixed (Avro 1.12 specification, "Duration").

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Order, Place};

/// Bytes of each number.
const WIDTH: u8 = 4;

/// Bytes of a duration.
pub(super) const SIZE: u64 = 3 * WIDTH as u64;

/// Reads the fields of a duration, given in order.
pub(super) fn read(b: &mut FunctionBuilder, fields: impl Iterator<Item = u32>, value: &Place) {
    for index in fields {
        let number = b.read_int("number", WIDTH, Order::Little);
        b.set(value.field(index), number);
    }
}

/// Appends the fields of a duration, given in order.
pub(super) fn write(b: &mut FunctionBuilder, fields: impl Iterator<Item = u32>, value: &Place) {
    fields.for_each(|index| b.write_int(Expr::Get(value.field(index)), WIDTH, Order::Little));
}
