//! Variable-length data: a length, then bytes.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, VarId};
use polywire_model::Presence;

/// The maximum length of data; the next number is the null value of the length.
const MAX_DATA: u64 = u32::MAX as u64 - 1;

pub(super) fn write_data(b: &mut FunctionBuilder, place: Place) {
    let len = b.let_("len", Expr::Len(place.clone()));
    b.check(len.at_most(MAX_DATA), ErrorCode::TooLarge);
    b.write_int(len, 4, Order::Little);
    b.write(Datum::Span(Expr::Get(place)));
}

/// Writes a field's data. An absent value is empty, so a present one must not be.
pub(super) fn write_field_data(b: &mut FunctionBuilder, presence: Presence, place: Place) {
    match presence {
        Presence::Implicit => write_data(b, place),
        Presence::Required => {
            b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
            write_data(b, place.some());
        }
        Presence::Optional => b.if_else(
            Expr::Present(place.clone()),
            |b| {
                b.check(Expr::Len(place.some()).is_not(0u64), ErrorCode::OutOfRange);
                write_data(b, place.some());
            },
            write_no_data,
        ),
    }
}

pub(super) fn write_no_data(b: &mut FunctionBuilder) {
    b.write_int(0u64, 4, Order::Little);
}

pub(super) struct Data {
    pub len: VarId,
    pub bytes: VarId,
}

pub(super) fn read_data(b: &mut FunctionBuilder) -> Data {
    let len = b.read_int("len", 4, Order::Little);
    Data { len, bytes: b.read_span("data", len) }
}
