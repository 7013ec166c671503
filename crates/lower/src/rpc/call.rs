//! The start of a call: a head of a request.

use super::accepts::{ACCEPTS, read_accepts};
use super::content_type::CONTENT_TYPE;
use super::header::{LINE_END, check_all, each_line, is_of_path, write_line_with};
use super::{Dialect, Rpc};
use crate::plan::{arm, block};
use crate::text::class::{since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, Place, ValueType};

/// In front of the path.
pub(super) const METHOD: &[u8] = b":method: POST\r\n";
const PATH: &[u8] = b":path: /";
const TIMEOUT: &[u8] = b"grpc-timeout";
pub(super) const COMPRESSION: &[u8] = b"grpc-encoding";
/// What clients have to tell proxies.
const TE: &[u8] = b"te";
const WEB: &[u8] = b"x-grpc-web";

/// The fields, in order.
mod field {
    pub const SERVICE: u32 = 0;
    pub const METHOD: u32 = 1;
    pub const TIMEOUT: u32 = 2;
    pub const FORMAT: u32 = 3;
    pub const COMPRESSION: u32 = 4;
    pub const ACCEPTS: u32 = 5;
    pub const METADATA: u32 = 6;
}

impl Rpc {
    /// Reads what is behind [`METHOD`].
    pub(super) fn read_call(&self, b: &mut FunctionBuilder, call: &Place) {
        read_path(b, call);
        let has_type = self.has_line(b, CONTENT_TYPE);
        b.check(has_type, ErrorCode::MissingField);
        each_line(b, self.functions.header_line, |b, line| {
            let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
            let arms = vec![
                arm(b, key(CONTENT_TYPE), |b| self.read_content_type(b, call.field(field::FORMAT), line.value)),
                arm(b, [key(TE), key(WEB)].concat(), |_| {}),
                arm(b, key(TIMEOUT), |b| {
                    let args = vec![Arg::Value(line.value.into())];
                    let timeout = b.call(self.functions.timeout, args, &[("timeout", ValueType::U64)])[0];
                    b.set(call.field(field::TIMEOUT).some(), timeout);
                }),
                arm(b, key(COMPRESSION), |b| b.set(call.field(field::COMPRESSION), line.value)),
                arm(b, key(ACCEPTS), |b| read_accepts(b, &call.field(field::ACCEPTS), line.value)),
            ];
            let other = block(b, |b| self.push_metadata(b, &call.field(field::METADATA), line));
            b.switch(line.name.into(), arms, other, &[]);
        });
    }

    pub(super) fn write_call(&self, b: &mut FunctionBuilder, call: &Place) {
        b.write_bytes(METHOD);
        b.write_bytes(PATH);
        write_name(b, Expr::Get(call.field(field::SERVICE)));
        b.write_bytes(b"/");
        write_name(b, Expr::Get(call.field(field::METHOD)));
        b.write_bytes(LINE_END);
        self.write_content_type(b, Expr::Get(call.field(field::FORMAT)));
        match self.dialect {
            Dialect::Grpc => write_line_with(b, TE, |b| b.write_bytes(b"trailers")),
            Dialect::GrpcWeb => write_line_with(b, WEB, |b| b.write_bytes(b"1")),
        }
        let timeout = call.field(field::TIMEOUT);
        b.when(Expr::Present(timeout.clone()), |b| {
            write_line_with(b, TIMEOUT, |b| {
                b.call(self.functions.write_timeout, vec![Arg::Value(Expr::Get(timeout.some()))], &[]);
            });
        });
        self.write_compression(b, Expr::Get(call.field(field::COMPRESSION)));
        self.write_accepts(b, &call.field(field::ACCEPTS));
        self.write_metadata(b, call.field(field::METADATA));
    }

    /// Appends the header with the compression of messages, if there is one.
    pub(super) fn write_compression(&self, b: &mut FunctionBuilder, compression: Expr) {
        let is_compressed = compression.clone().bytes_len().is_not(0u64);
        b.when(is_compressed, |b| self.write_line(b, COMPRESSION, compression));
    }
}

fn read_path(b: &mut FunctionBuilder, call: &Place) {
    b.expect(PATH, ErrorCode::Syntax);
    for (index, end) in [(field::SERVICE, &b"/"[..]), (field::METHOD, LINE_END)] {
        let before = start(b);
        skip_while(b, is_of_path);
        let name = b.let_("name", since(before));
        b.check(Expr::from(name).bytes_len().is_not(0u64), ErrorCode::MissingField);
        b.set(call.field(index), name);
        b.expect(end, ErrorCode::Syntax);
    }
}

fn write_name(b: &mut FunctionBuilder, name: Expr) {
    b.check(name.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
    check_all(b, name.clone(), is_of_path);
    b.write(Datum::Span(name));
}
