//! The start of an answer: a head of a response.

use super::Rpc;
use super::accepts::{ACCEPTS, read_accepts};
use super::call::COMPRESSION;
use super::content_type::CONTENT_TYPE;
use super::header::each_line;
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
            let arms = vec![
                arm(b, key(CONTENT_TYPE), |b| self.read_content_type(b, it.field(field::FORMAT), line.value)),
                arm(b, key(COMPRESSION), |b| b.set(it.field(field::COMPRESSION), line.value)),
                arm(b, key(ACCEPTS), |b| read_accepts(b, &it.field(field::ACCEPTS), line.value)),
            ];
            let other = block(b, |b| self.push_metadata(b, &it.field(field::METADATA), line));
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
