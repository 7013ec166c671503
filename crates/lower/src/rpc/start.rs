//! The start of an answer: a head of a response.

use super::Rpc;
use super::accepts::read_accepts;
use super::content_type::CONTENT_TYPE;
use super::header::{each_line, keys_of};
use crate::plan::{arm, block};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Const, ErrorCode, Expr, Place};

/// The fields, in order.
mod field {
    pub const FORMAT: u32 = 0;
    pub const COMPRESSION: u32 = 1;
    pub const ACCEPTS: u32 = 2;
    pub const METADATA: u32 = 3;
}

impl Rpc {
    /// Reads what is behind the status.
    pub(super) fn read_start(&self, b: &mut FunctionBuilder, it: &Place) {
        let has_type = self.has_line(b, CONTENT_TYPE);
        b.check(has_type, ErrorCode::MissingField);
        each_line(b, self.functions.header_line, |b, line| {
            let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
            let headers = self.headers();
            let mut arms = vec![
                arm(b, key(CONTENT_TYPE), |b| self.read_content_type(b, it.field(field::FORMAT), line.value)),
                arm(b, key(headers.compression), |b| b.set(it.field(field::COMPRESSION), line.value)),
                arm(b, key(headers.accepts), |b| read_accepts(b, &it.field(field::ACCEPTS), line.value)),
            ];
            if !headers.ignored_in_answers.is_empty() {
                arms.push(arm(b, keys_of(headers.ignored_in_answers), |_| {}));
            }
            let other = block(b, |b| self.push_if_no_trailer(b, &it.field(field::METADATA), line));
            b.switch(line.name.into(), arms, other, &[]);
        });
    }

    pub(super) fn write_start(&self, b: &mut FunctionBuilder, it: &Place) {
        b.write_bytes(b":status: 200\r\n");
        self.write_content_type(b, Expr::Get(it.field(field::FORMAT)));
        self.write_compression(b, Expr::Get(it.field(field::COMPRESSION)));
        self.write_accepts(b, &it.field(field::ACCEPTS));
        self.write_metadata(b, it.field(field::METADATA));
    }
}
