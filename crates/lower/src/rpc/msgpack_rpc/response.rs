//! Responses: an error, or nil and a result.

use super::{MsgpackRpc, refuse_list, refuse_optional, refuse_text};
use crate::msgpack::head::NIL;
use crate::rpc::end::field;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Place};

impl MsgpackRpc {
    /// Reads the error and the result. A failed call has no result.
    pub(super) fn read_response(&self, b: &mut FunctionBuilder, end: &Place) {
        let has_succeeded = b.matches("has_succeeded", &NIL);
        b.if_else(
            has_succeeded.into(),
            |b| self.read_item(b, end.field(field::ITEM)),
            |b| {
                let error = self.read_value(b);
                self.errors.read(b, end, error);
                self.values.value(b);
            },
        );
    }

    pub(super) fn write_response(&self, b: &mut FunctionBuilder, end: &Place) {
        refuse_optional(b, end.field(field::HTTP_STATUS));
        refuse_list(b, end.field(field::METADATA));
        let status = Expr::Get(end.field(field::STATUS)).reinterpret();
        b.if_else(
            status.clone().is(0u64),
            |b| {
                refuse_text(b, end.field(field::MESSAGE));
                refuse_text(b, end.field(field::DETAILS));
                b.write_bytes(&NIL);
                self.write_item(b, end.field(field::ITEM));
            },
            |b| {
                refuse_optional(b, end.field(field::ITEM));
                self.errors.write(b, &self.heads, end, status);
                b.write_bytes(&NIL);
            },
        );
    }
}
