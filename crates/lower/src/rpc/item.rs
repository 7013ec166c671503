//! Messages: flags, a size and bytes.

use super::header::LINE_END;
use super::{Dialect, Rpc};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, Prefix, VarId};

/// The flag of a message that is compressed.
pub(super) const COMPRESSED: u64 = 1;
const SIZE: Prefix = Prefix::Int { width: 4, order: Order::Big };

/// The fields, in order.
pub(super) mod field {
    pub const COMPRESSED: u32 = 0;
    pub const BODY: u32 = 1;
}

impl Rpc {
    /// Returns the flag of an end in the place of a message, where there is one.
    pub(super) const fn flag_of_end(&self) -> Option<u64> {
        match self.dialect {
            Dialect::Grpc | Dialect::ConnectUnary => None,
            Dialect::GrpcWeb => Some(0x80),
            Dialect::Connect => Some(2),
        }
    }

    /// Reads what is behind the flags.
    pub(super) fn read_item(&self, b: &mut FunctionBuilder, item: &Place, flags: VarId) {
        b.check(flags.at_most(COMPRESSED), ErrorCode::InvalidKey);
        b.set(item.field(field::COMPRESSED), flags.is(COMPRESSED));
        let size = b.read_int("size", 4, Order::Big);
        let body = b.read_span("body", size);
        b.set(item.field(field::BODY), body);
    }

    /// Reads a message that is a whole body, with the empty line in front of it.
    pub(super) fn read_body(b: &mut FunctionBuilder, item: &Place) {
        b.expect(LINE_END, ErrorCode::Syntax);
        let body = b.read_span("body", Expr::Left);
        b.set(item.field(field::BODY), body);
    }

    pub(super) fn write_item(&self, b: &mut FunctionBuilder, item: &Place) {
        if self.dialect == Dialect::ConnectUnary {
            // A head tells whether the body behind it is compressed.
            b.check(!Expr::Get(item.field(field::COMPRESSED)), ErrorCode::InvalidKey);
            b.write_bytes(LINE_END);
            return b.write(Datum::Span(Expr::Get(item.field(field::BODY))));
        }
        b.write_int(Expr::Get(item.field(field::COMPRESSED)).as_int(), 1, Order::Big);
        b.measured(SIZE, |b| b.write(Datum::Span(Expr::Get(item.field(field::BODY)))));
    }

    /// Appends an end in the place of a message.
    pub(super) fn write_flagged(b: &mut FunctionBuilder, flag: u64, write: impl FnOnce(&mut FunctionBuilder)) {
        b.write_int(flag, 1, Order::Big);
        b.measured(SIZE, write);
    }
}
