//! Details of errors: `google.rpc.Status` of Protocol Buffers in an envelope, a list of JSON in Connect.

use super::super::header::read_byte;
use super::Connect;
use super::error::{each_member, write_field};
use crate::json::skip::each_item;
use crate::plan::{arm, block};
use crate::protobuf::unknown::read_key;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Const, Datum, ErrorCode, Expr, PureLeaf, ReadLeaf, ValueType, VarId, WriteLeaf};

/// The key of a detail in a status, and those of its fields, as in `google.protobuf.Any`.
pub(in super::super) const DETAIL: u64 = 3 << 3 | 2;
pub(in super::super) const TYPE: u64 = 1 << 3 | 2;
pub(in super::super) const VALUE: u64 = 2 << 3 | 2;
/// In front of the name of a type.
const URL: &[u8] = b"type.googleapis.com/";

impl Connect {
    /// Reads a list of details as fields of a status.
    pub(super) fn read_details(&self, b: &mut FunctionBuilder) -> VarId {
        b.expect(b"[", ErrorCode::WrongKind);
        b.scratch("details", |b| {
            each_item(b, b"]", |b| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                write_field(b, DETAIL, |b| each_member(b, |b, name| self.read_member_of_detail(b, name)));
            });
        })
    }

    /// Members become fields in the order in which they are, which may be any.
    fn read_member_of_detail(&self, b: &mut FunctionBuilder, name: VarId) {
        let key = |name: &[u8]| vec![Const::Bytes(name.to_vec())];
        let arms = vec![
            arm(b, key(b"type"), |b| {
                let name = b.read_leaf("type", ReadLeaf::JsonString);
                write_field(b, TYPE, |b| {
                    b.write_bytes(URL);
                    b.write(Datum::Span(name.into()));
                });
            }),
            arm(b, key(b"value"), |b| {
                let value = b.read_leaf("value", ReadLeaf::JsonBase64);
                write_field(b, VALUE, |b| b.write(Datum::Span(value.into())));
            }),
        ];
        let other = block(b, |b| self.values.value(b));
        b.switch(name.into(), arms, other, &[]);
    }

    /// Appends the details in a status, between commas.
    pub(super) fn write_details(&self, b: &mut FunctionBuilder, status: Expr) {
        let first = vec![("has_some", ValueType::Bool, false.into())];
        b.at(status, 0u64, &[], |b| {
            b.loop_while(
                first,
                |_| Expr::Left.is_not(0u64),
                |b, has_some| {
                    let key = read_key(b);
                    let is_detail = Expr::from(b.let_("is_detail", key.is(DETAIL)));
                    b.if_else(
                        is_detail.clone(),
                        |b| {
                            b.when(has_some[0].into(), |b| b.write_bytes(b","));
                            let detail = read_bytes(b, "detail");
                            self.write_detail(b, detail);
                        },
                        |b| self.fields.field(b, key),
                    );
                    vec![is_detail | has_some[0]]
                },
            );
            vec![]
        });
    }

    fn write_detail(&self, b: &mut FunctionBuilder, detail: VarId) {
        let found = [("url", ValueType::Bytes), ("value", ValueType::Bytes)];
        let first = found.clone().map(|(name, ty)| (name, ty, Expr::from(b"".as_slice()))).to_vec();
        let read = b.at(detail, 0u64, &found, |b| {
            let last = b.loop_while(first, |_| Expr::Left.is_not(0u64), |b, carried| self.read_field(b, carried));
            last.into_iter().map(Expr::from).collect()
        });
        let name = behind_slash(b, read[0]);
        b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![name.clone()]), ErrorCode::InvalidUtf8);
        b.write_bytes(b"{\"type\":");
        b.write_leaf(WriteLeaf::JsonString, vec![name]);
        b.write_bytes(b",\"value\":\"");
        b.call(self.parts.write_base64, vec![Arg::Value(read[1].into())], &[]);
        b.write_bytes(b"\"}");
    }

    /// Reads a field of a detail: yields the URL and the value as they are then.
    fn read_field(&self, b: &mut FunctionBuilder, carried: &[VarId]) -> Vec<Expr> {
        let key = read_key(b);
        let (url, value) = (Expr::from(carried[0]), Expr::from(carried[1]));
        let of_url = b.block(|b| vec![read_bytes(b, "url").into(), value.clone()]);
        let of_value = b.block(|b| vec![url.clone(), read_bytes(b, "value").into()]);
        let other = b.block(|b| {
            self.fields.field(b, key);
            vec![url.clone(), value.clone()]
        });
        let arm = |key: u64, body| Arm { keys: vec![Const::U64(key)], body };
        let found = [("url", ValueType::Bytes), ("value", ValueType::Bytes)];
        let read = b.switch(key.into(), vec![arm(TYPE, of_url), arm(VALUE, of_value)], other, &found);
        read.into_iter().map(Expr::from).collect()
    }
}

/// Reads bytes behind their size.
pub(in super::super) fn read_bytes(b: &mut FunctionBuilder, name: &str) -> VarId {
    let size = b.read_leaf("size", ReadLeaf::Varint);
    b.read_span(name, size)
}

/// Returns what is behind the last slash of a URL.
fn behind_slash(b: &mut FunctionBuilder, url: VarId) -> Expr {
    let name = b.at(url, 0u64, &[("name", ValueType::Bytes)], |b| {
        let last = b.loop_while(
            vec![("start", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, start| {
                let byte = read_byte(b);
                vec![byte.is(u64::from(b'/')).choose(Expr::Pos, start[0])]
            },
        );
        vec![Expr::Since(Box::new(last[0].into()))]
    });
    name[0].into()
}
