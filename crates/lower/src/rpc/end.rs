//! The end of an answer in gRPC: trailers, or a head without anything behind it.

use super::Rpc;
use super::header::{Line, each_line, keys_of, write_line_with};
use crate::plan::{arm, block};
use crate::text::class::{demand, is_digit};
use crate::text::number::digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Const, ErrorCode, Expr, FuncId, Place, ValueType, VarId, WriteLeaf};

pub(super) const STATUS: &[u8] = b"grpc-status";
const MESSAGE: &[u8] = b"grpc-message";
const DETAILS: &[u8] = b"grpc-status-details-bin";
pub(super) const HTTP_STATUS: &[u8] = b":status: ";
/// The HTTP status of all answers of servers that speak the protocol.
pub(super) const HTTP_OK: u64 = 200;
/// What is meant if there is no status.
pub(super) const UNKNOWN: u64 = 2;
/// What the statuses of HTTP mean, if a server does not speak the protocol.
const MEANINGS: [(u64, u64); 8] =
    [(400, 13), (401, 16), (403, 7), (404, 12), (429, 14), (502, 14), (503, 14), (504, 14)];

/// The functions for what went wrong.
#[derive(Clone, Copy)]
pub(super) struct MessageTexts {
    /// `unescape(text) -> bytes`.
    pub unescape: FuncId,
    /// `escape(bytes)`.
    pub escape: FuncId,
}

/// The fields, in order.
pub(super) mod field {
    pub const HTTP_STATUS: u32 = 0;
    pub const STATUS: u32 = 1;
    pub const MESSAGE: u32 = 2;
    pub const DETAILS: u32 = 3;
    pub const METADATA: u32 = 4;
    pub const ITEM: u32 = 5;
}

impl Rpc {
    /// Reads the lines, behind the status of HTTP if there is one.
    pub(super) fn read_end(
        &self,
        b: &mut FunctionBuilder,
        (texts, end): (MessageTexts, &Place),
        http_status: Option<VarId>,
    ) {
        let unknown = |b: &mut FunctionBuilder| b.set(end.field(field::STATUS), Expr::from(UNKNOWN).reinterpret());
        match http_status {
            None => unknown(b),
            Some(http) => {
                b.set(end.field(field::HTTP_STATUS).some(), http);
                b.if_else(http.is(HTTP_OK), unknown, |b| set_http_meaning(b, end, http));
            }
        }
        let functions = &self.functions;
        let line = functions.body_line.filter(|_| http_status.is_none()).unwrap_or(functions.header_line);
        each_line(b, line, |b, line| self.read_line_of_end(b, (texts, end), line));
    }

    fn read_line_of_end(&self, b: &mut FunctionBuilder, (texts, end): (MessageTexts, &Place), line: Line) {
        let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
        let bytes = |b: &mut FunctionBuilder, func| {
            b.call(func, vec![Arg::Value(line.value.into())], &[("bytes", ValueType::Bytes)])[0]
        };
        let arms = vec![
            // Ends have no place for what is about messages.
            arm(b, self.without_meaning_in_ends(), |_| {}),
            arm(b, key(STATUS), |b| read_status(b, end, line.value)),
            arm(b, key(MESSAGE), |b| {
                let message = bytes(b, texts.unescape);
                b.set(end.field(field::MESSAGE), message);
            }),
            arm(b, key(DETAILS), |b| {
                let details = bytes(b, self.functions.base64);
                b.set(end.field(field::DETAILS), details);
            }),
        ];
        let other = block(b, |b| self.push_metadata(b, &end.field(field::METADATA), line));
        b.switch(line.name.into(), arms, other, &[]);
    }

    fn without_meaning_in_ends(&self) -> Vec<Const> {
        let is_other = |name: &&&[u8]| ![STATUS, MESSAGE, DETAILS].contains(name);
        keys_of(&self.headers().reserved.iter().filter(is_other).copied().collect::<Vec<_>>())
    }

    /// Appends the head, if the end is one.
    pub(super) fn write_head_of_end(&self, b: &mut FunctionBuilder, end: &Place) {
        let http_status = end.field(field::HTTP_STATUS);
        b.when(Expr::Present(http_status.clone()), |b| {
            b.write_bytes(HTTP_STATUS);
            b.write_leaf(WriteLeaf::DecimalUint, vec![Expr::Get(http_status.some())]);
            b.write_bytes(b"\r\n");
            self.write_content_type(b, Expr::from(&[][..]));
        });
    }

    /// Returns true if the end is a head.
    pub(super) fn is_head(end: &Place) -> Expr {
        Expr::Present(end.field(field::HTTP_STATUS))
    }

    pub(super) fn write_lines_of_end(&self, b: &mut FunctionBuilder, texts: MessageTexts, end: &Place) {
        write_line_with(b, STATUS, |b| {
            let status = Expr::Get(end.field(field::STATUS)).reinterpret();
            b.write_leaf(WriteLeaf::DecimalUint, vec![status]);
        });
        for (name, index, func) in
            [(MESSAGE, field::MESSAGE, texts.escape), (DETAILS, field::DETAILS, self.functions.write_base64)]
        {
            let bytes = Expr::Get(end.field(index));
            b.when(bytes.clone().bytes_len().is_not(0u64), |b| {
                write_line_with(b, name, |b| {
                    b.call(func, vec![Arg::Value(bytes)], &[]);
                });
            });
        }
        self.write_metadata(b, end.field(field::METADATA));
    }
}

fn read_status(b: &mut FunctionBuilder, end: &Place, value: VarId) {
    b.at(value, 0u64, &[], |b| {
        let number = read_number(b, u64::from(u32::MAX));
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        b.set(end.field(field::STATUS), number.reinterpret());
        vec![]
    });
}

/// Returns the status that a status of HTTP means.
pub(super) fn http_meaning(http: VarId) -> Expr {
    let pick = |other: Expr, (from, to): (u64, u64)| http.is(from).choose(to, other);
    MEANINGS.into_iter().fold(UNKNOWN.into(), pick)
}

/// Sets what is known of an end that has only a status of HTTP.
pub(super) fn set_http_meaning(b: &mut FunctionBuilder, end: &Place, http: VarId) {
    b.set(end.field(field::STATUS), http_meaning(http).reinterpret());
    let message = b.scratch("message", |b| {
        b.write_bytes(b"HTTP status ");
        b.write_leaf(WriteLeaf::DecimalUint, vec![http.into()]);
    });
    b.set(end.field(field::MESSAGE), message);
}

/// Reads a decimal number.
pub(super) fn read_number(b: &mut FunctionBuilder, most: u64) -> Expr {
    demand(b, is_digit, ErrorCode::Syntax);
    let number = digits(b, 10, is_digit);
    b.check(number.clone().at_most(most), ErrorCode::OutOfRange);
    number
}
