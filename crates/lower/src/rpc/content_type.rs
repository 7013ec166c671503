//! The type of content: that of the protocol, and the format of messages.

use super::Rpc;
use super::header::{is_of_name, write_line_with};
use crate::text::class::{END, is_one_of, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Place, ValueType, VarId};

pub(super) const CONTENT_TYPE: &[u8] = b"content-type";

impl Rpc {
    /// Reads the format of messages from the value of the header. Another protocol is a `mismatch`.
    pub(super) fn read_content_type(&self, b: &mut FunctionBuilder, place: Place, value: VarId) {
        let format = b.at(value, 0u64, &[("format", ValueType::Bytes)], |b| {
            b.expect(self.dialect.content_type(), ErrorCode::Mismatch);
            let has_format = Expr::from(b.matches("has_format", b"+"));
            let before = start(b);
            b.when(has_format, |b| skip_while(b, |byte| is_of_name(byte.clone()) & byte.is_not(u64::from(b';'))));
            let format = b.let_("format", since(before));
            let next = Expr::from(b.peek("next"));
            b.check(next.clone().is(END) | is_one_of(&next, b"; "), ErrorCode::Mismatch);
            // Parameters, such as the encoding of texts, say nothing about messages.
            b.skip(Expr::Left);
            vec![format.into()]
        });
        b.set(place, format[0]);
    }

    /// Appends the header.
    pub(super) fn write_content_type(&self, b: &mut FunctionBuilder, format: Expr) {
        write_line_with(b, CONTENT_TYPE, |b| {
            b.write_bytes(self.dialect.content_type());
            b.when(format.clone().bytes_len().is_not(0u64), |b| {
                b.write_bytes(b"+");
                super::header::check_all(b, format.clone(), |byte| {
                    is_of_name(byte.clone()) & byte.is_not(u64::from(b';'))
                });
                b.call(self.functions.write_value, vec![Arg::Value(format)], &[]);
            });
        });
    }
}
