//! The start of a call: a head of a request.

use super::accepts::read_accepts;
use super::content_type::CONTENT_TYPE;
use super::header::{LINE_END, Line, check_all, each_line, is_of_path, keys_of, write_line_with};
use super::{Dialect, Rpc};
use crate::plan::{arm, block};
use crate::text::class::{since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, Place, ValueType};

/// In front of the path.
pub(super) const METHOD: &[u8] = b":method: POST\r\n";
const PATH: &[u8] = b":path: /";

/// The fields, in order.
pub(super) mod field {
    pub const SERVICE: u32 = 0;
    pub const METHOD: u32 = 1;
    pub const TIMEOUT: u32 = 2;
    pub const FORMAT: u32 = 3;
    pub const COMPRESSION: u32 = 4;
    pub const ACCEPTS: u32 = 5;
    pub const METADATA: u32 = 6;
    pub const ITEM: u32 = 7;
}

impl Rpc {
    /// Reads what is behind [`METHOD`].
    pub(super) fn read_call(&self, b: &mut FunctionBuilder, call: &Place) {
        read_path(b, call, (is_of_path, LINE_END));
        let has_type = self.has_line(b, CONTENT_TYPE);
        b.check(has_type, ErrorCode::MissingField);
        each_line(b, self.functions.header_line, |b, line| {
            let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
            let mut arms = vec![arm(b, key(CONTENT_TYPE), |b| {
                self.read_content_type(b, call.field(field::FORMAT), line.value);
            })];
            arms.extend(self.arms_of_call(b, call, line));
            let compression = key(self.headers().compression);
            arms.push(arm(b, compression, |b| b.set(call.field(field::COMPRESSION), line.value)));
            self.switch_line_of_call(b, call, (line, arms));
        });
    }

    /// Returns the arms for headers that do not depend on how the message is sent.
    pub(super) fn arms_of_call(&self, b: &mut FunctionBuilder, call: &Place, line: Line) -> Vec<Arm> {
        let headers = self.headers();
        let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
        vec![
            arm(b, keys_of(headers.ignored_in_calls), |_| {}),
            arm(b, key(headers.timeout), |b| {
                let args = vec![Arg::Value(line.value.into())];
                let timeout = b.call(self.functions.timeout, args, &[("timeout", ValueType::U64)])[0];
                b.set(call.field(field::TIMEOUT).some(), timeout);
            }),
            arm(b, key(headers.accepts), |b| read_accepts(b, &call.field(field::ACCEPTS), line.value)),
        ]
    }

    /// Reads a header, which is metadata if it has no arm.
    pub(super) fn switch_line_of_call(&self, b: &mut FunctionBuilder, call: &Place, (line, arms): (Line, Vec<Arm>)) {
        let other = block(b, |b| self.push_metadata(b, &call.field(field::METADATA), line));
        b.switch(line.name.into(), arms, other, &[]);
    }

    pub(super) fn write_call(&self, b: &mut FunctionBuilder, call: &Place) {
        let has_item = Expr::Present(call.field(field::ITEM));
        match self.dialect {
            Dialect::ConnectUnary => {
                b.if_else(has_item, |b| self.write_get(b, call), |b| self.write_post(b, call));
            }
            Dialect::Grpc | Dialect::GrpcWeb | Dialect::Connect => {
                b.check(!has_item, ErrorCode::InvalidKey);
                self.write_post(b, call);
            }
        }
    }

    fn write_post(&self, b: &mut FunctionBuilder, call: &Place) {
        b.write_bytes(METHOD);
        write_path(b, call);
        b.write_bytes(LINE_END);
        self.write_content_type(b, Expr::Get(call.field(field::FORMAT)));
        let (name, value) = self.headers().constant;
        write_line_with(b, name, |b| b.write_bytes(value));
        self.write_timeout(b, call);
        self.write_compression(b, Expr::Get(call.field(field::COMPRESSION)));
        self.write_accepts(b, &call.field(field::ACCEPTS));
        self.write_metadata(b, call.field(field::METADATA));
    }

    /// Appends the header with the timeout, if there is one.
    pub(super) fn write_timeout(&self, b: &mut FunctionBuilder, call: &Place) {
        let timeout = call.field(field::TIMEOUT);
        b.when(Expr::Present(timeout.clone()), |b| {
            write_line_with(b, self.headers().timeout, |b| {
                b.call(self.functions.write_timeout, vec![Arg::Value(Expr::Get(timeout.some()))], &[]);
            });
        });
    }

    /// Appends the header with the compression of messages, if there is one.
    pub(super) fn write_compression(&self, b: &mut FunctionBuilder, compression: Expr) {
        let is_compressed = compression.clone().bytes_len().is_not(0u64);
        b.when(is_compressed, |b| self.write_line(b, self.headers().compression, compression));
    }
}

/// Reads the names of the service and of the method, whose characters are of a class, and what stands behind them.
pub(super) fn read_path(b: &mut FunctionBuilder, call: &Place, (class, end): (fn(Expr) -> Expr, &[u8])) {
    b.expect(PATH, ErrorCode::Syntax);
    for (index, end) in [(field::SERVICE, &b"/"[..]), (field::METHOD, end)] {
        let before = start(b);
        skip_while(b, class);
        let name = b.let_("name", since(before));
        b.check(Expr::from(name).bytes_len().is_not(0u64), ErrorCode::MissingField);
        b.set(call.field(index), name);
        b.expect(end, ErrorCode::Syntax);
    }
}

/// Appends the path up to its query.
pub(super) fn write_path(b: &mut FunctionBuilder, call: &Place) {
    b.write_bytes(PATH);
    write_name(b, Expr::Get(call.field(field::SERVICE)));
    b.write_bytes(b"/");
    write_name(b, Expr::Get(call.field(field::METHOD)));
}

fn write_name(b: &mut FunctionBuilder, name: Expr) {
    b.check(name.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
    check_all(b, name.clone(), is_of_path);
    b.write(Datum::Span(name));
}
