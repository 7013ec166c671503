//! Errors: objects of JSON with a code, a message and details.

use super::super::Rpc;
use super::super::end::field;
use super::Connect;
use super::code::{meant, write_code};
use crate::json::read::read_label;
use crate::json::skip::{each_item, each_item_with};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, Place, Prefix, ReadLeaf, ValueType, VarId, WriteLeaf};

/// The keys of the fields of `google.rpc.Status`.
pub(in super::super) const CODE: u64 = 1 << 3;
pub(in super::super) const MESSAGE: u64 = 2 << 3 | 2;

/// What is known of an error.
const ERROR: [(&str, ValueType); 3] =
    [("code", ValueType::U64), ("message", ValueType::Bytes), ("details", ValueType::Bytes)];

impl Connect {
    /// Reads an error into an end; a status is given for an error without a code that has a meaning.
    pub(super) fn read_error(&self, b: &mut FunctionBuilder, end: &Place, other: Expr) {
        b.expect(b"{", ErrorCode::WrongKind);
        let empty = || Expr::from(b"".as_slice());
        let first = ERROR.into_iter().zip([0u64.into(), empty(), empty()]).map(|((name, ty), it)| (name, ty, it));
        let last = each_item_with(b, b"}", first.collect(), |b, carried| self.read_member(b, carried));
        let status = Expr::from(b.let_("status", meant(last[0].into(), other)));
        b.set(end.field(field::STATUS), status.clone().reinterpret());
        b.set(end.field(field::MESSAGE), last[1]);
        b.when(Expr::from(last[2]).bytes_len().is_not(0u64), |b| {
            let details = b.scratch("status_details", |b| {
                b.write_leaf(WriteLeaf::Varint, vec![CODE.into()]);
                b.write_leaf(WriteLeaf::Varint, vec![status]);
                b.when(Expr::from(last[1]).bytes_len().is_not(0u64), |b| {
                    write_field(b, MESSAGE, |b| b.write(Datum::Span(last[1].into())));
                });
                b.write(Datum::Span(last[2].into()));
            });
            b.set(end.field(field::DETAILS), details);
        });
    }

    fn read_member(&self, b: &mut FunctionBuilder, carried: &[VarId]) -> Vec<Expr> {
        let name = read_member_name(b);
        let with = |index: usize, it: Expr| {
            let mut all: Vec<Expr> = carried.iter().map(|it| (*it).into()).collect();
            all[index] = it;
            all
        };
        let arm = |name: &[u8], body| Arm { keys: vec![Const::Bytes(name.to_vec())], body };
        let code = |b: &mut FunctionBuilder| {
            let text = b.read_leaf("text", ReadLeaf::JsonString);
            b.call(self.code, vec![Arg::Value(text.into())], &ERROR[..1])[0].into()
        };
        let code = b.block(|b| with(0, value_or(b, (&ERROR[..1], 0u64.into()), code)));
        let empty = || Expr::from(b"".as_slice());
        let message = |b: &mut FunctionBuilder| b.read_leaf("message", ReadLeaf::JsonString).into();
        let message = b.block(|b| with(1, value_or(b, (&ERROR[1..2], empty()), message)));
        let details = b.block(|b| with(2, value_or(b, (&ERROR[2..], empty()), |b| self.read_details(b).into())));
        let other = b.block(|b| {
            self.values.value(b);
            carried.iter().map(|it| (*it).into()).collect()
        });
        let arms = vec![arm(b"code", code), arm(b"message", message), arm(b"details", details)];
        b.switch(name.into(), arms, other, &ERROR).into_iter().map(Expr::from).collect()
    }
}

/// Reads a value that may be `null`, which means this.
fn value_or(
    b: &mut FunctionBuilder,
    (result, null): (&[(&str, ValueType)], Expr),
    read: impl FnOnce(&mut FunctionBuilder) -> Expr,
) -> Expr {
    let is_null = b.matches("is_null", b"null");
    b.if_yields(is_null.into(), result, |_| vec![null], |b| vec![read(b)])[0].into()
}

/// Reads the name of a member, up to its value.
pub(super) fn read_member_name(b: &mut FunctionBuilder) -> VarId {
    b.skip_leaf(ReadLeaf::JsonSpace);
    let name = read_label(b, "name");
    b.skip_leaf(ReadLeaf::JsonSpace);
    name
}

/// Reads the members of an object.
pub(super) fn each_member(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder, VarId)) {
    b.expect(b"{", ErrorCode::WrongKind);
    each_item(b, b"}", |b| {
        let name = read_member_name(b);
        body(b, name);
    });
}

/// Appends a field of Protocol Buffers behind its size.
pub(in super::super) fn write_field(b: &mut FunctionBuilder, key: u64, write: impl FnOnce(&mut FunctionBuilder)) {
    b.write_leaf(WriteLeaf::Varint, vec![key.into()]);
    b.measured(Prefix::Varint, write);
}

impl Rpc {
    /// Appends the error of an end.
    pub(super) fn write_error(&self, b: &mut FunctionBuilder, connect: &Connect, end: &Place) {
        b.write_bytes(b"{\"code\":\"");
        write_code(b, Expr::Get(end.field(field::STATUS)).reinterpret());
        b.write_bytes(b"\"");
        let message = Expr::Get(end.field(field::MESSAGE));
        b.when(message.clone().bytes_len().is_not(0u64), |b| {
            b.write_bytes(b",\"message\":");
            b.write_leaf(WriteLeaf::JsonString, vec![message]);
        });
        let details = Expr::Get(end.field(field::DETAILS));
        b.when(details.clone().bytes_len().is_not(0u64), |b| {
            b.write_bytes(b",\"details\":[");
            connect.write_details(b, details);
            b.write_bytes(b"]");
        });
        b.write_bytes(b"}");
    }
}
