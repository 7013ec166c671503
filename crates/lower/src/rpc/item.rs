//! Messages: flags, a size and bytes.

use super::Rpc;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, Prefix, VarId};

/// The flag of a message that is compressed.
pub(super) const COMPRESSED: u64 = 1;
/// The flag of trailers in the place of a message.
pub(super) const TRAILERS: u64 = 0x80;
const SIZE: Prefix = Prefix::Int { width: 4, order: Order::Big };

/// The fields, in order.
mod field {
    pub const COMPRESSED: u32 = 0;
    pub const BODY: u32 = 1;
}

impl Rpc {
    /// Reads what is behind the flags.
    pub(super) fn read_item(&self, b: &mut FunctionBuilder, item: &Place, flags: VarId) {
        b.check(flags.at_most(COMPRESSED), ErrorCode::InvalidKey);
        b.set(item.field(field::COMPRESSED), flags.is(COMPRESSED));
        let size = b.read_int("size", 4, Order::Big);
        let body = b.read_span("body", size);
        b.set(item.field(field::BODY), body);
    }

    pub(super) fn write_item(&self, b: &mut FunctionBuilder, item: &Place) {
        b.write_int(Expr::Get(item.field(field::COMPRESSED)).as_int(), 1, Order::Big);
        b.measured(SIZE, |b| b.write(Datum::Span(Expr::Get(item.field(field::BODY)))));
    }

    /// Appends trailers in the place of a message.
    pub(super) fn write_trailers(b: &mut FunctionBuilder, write: impl FnOnce(&mut FunctionBuilder)) {
        b.write_int(TRAILERS, 1, Order::Big);
        b.measured(SIZE, write);
    }
}
