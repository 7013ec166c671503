//! Calls whose only message is in the query of a `GET`, which caches understand.

use super::super::Rpc;
use super::super::call::{field, read_path, write_path};
use super::super::content_type::CONTENT_TYPE;
use super::super::header::{LINE_END, each_line, is_of_path, keys_of, read_byte};
use super::super::item::field as item;
use super::Connect;
use crate::plan::{arm, until_end};
use crate::text::class::{demand, is_one_of, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, ValueType, VarId};

/// In front of the path.
pub(in super::super) const GET: &[u8] = b":method: GET\r\n";

/// What a query tells.
const QUERY: [(&str, ValueType); 4] = [
    ("encoding", ValueType::Bytes),
    ("message", ValueType::Bytes),
    ("compression", ValueType::Bytes),
    ("is_base64", ValueType::Bool),
];

impl Rpc {
    /// Reads what is behind [`GET`].
    pub(in super::super) fn read_get(&self, b: &mut FunctionBuilder, connect: &Connect, call: &Place) {
        read_path(b, call, (|byte| is_of_path(byte.clone()) & byte.is_not(u64::from(b'?')), b"?"));
        let [encoding, message, compression, is_base64] = read_query(b, connect);
        b.expect(LINE_END, ErrorCode::Syntax);
        self.set_format(b, call.field(field::FORMAT), encoding);
        b.set(call.field(field::COMPRESSION), compression);
        let decoded = |b: &mut FunctionBuilder| {
            vec![b.call(self.functions.base64, vec![Arg::Value(message.into())], &QUERY[1..2])[0].into()]
        };
        let body = b.if_yields(is_base64.into(), &QUERY[1..2], decoded, |_| vec![message.into()])[0];
        let is_compressed =
            Expr::from(compression).bytes_len().is_not(0u64) & compression.is_not(b"identity".as_slice());
        b.open(call.field(field::ITEM), None, ("item", self.item_type()), |b, it, _| {
            let it = Place::from(it);
            b.set(it.field(item::COMPRESSED), is_compressed);
            b.set(it.field(item::BODY), body);
        });
        each_line(b, self.functions.header_line, |b, line| {
            let mut arms = vec![arm(b, keys_of(&[CONTENT_TYPE, self.headers().compression]), |_| {})];
            arms.extend(self.arms_of_call(b, call, line));
            self.switch_line_of_call(b, call, (line, arms));
        });
    }

    /// Appends a call with its message.
    pub(in super::super) fn write_get(&self, b: &mut FunctionBuilder, call: &Place) {
        let it = call.field(field::ITEM).some();
        b.write_bytes(GET);
        write_path(b, call);
        // The order that the protocol recommends, so that caches find what other clients asked for.
        b.write_bytes(b"?connect=v1&base64=1");
        b.when(Expr::Get(it.field(item::COMPRESSED)), |b| {
            b.write_bytes(b"&compression=");
            let compression = Expr::Get(call.field(field::COMPRESSION));
            b.check(compression.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
            self.write_format(b, compression);
        });
        b.write_bytes(b"&encoding=");
        self.write_format(b, Expr::Get(call.field(field::FORMAT)));
        b.write_bytes(b"&message=");
        self.write_base64_of_urls(b, Expr::Get(it.field(item::BODY)));
        b.write_bytes(LINE_END);
        self.write_timeout(b, call);
        self.write_accepts(b, &call.field(field::ACCEPTS));
        self.write_metadata(b, call.field(field::METADATA));
    }

    /// Appends base64 with the alphabet for URLs (RFC 4648 section 5), without padding.
    fn write_base64_of_urls(&self, b: &mut FunctionBuilder, bytes: Expr) {
        let usual = b.scratch("base64", |b| {
            b.call(self.functions.write_base64, vec![Arg::Value(bytes)], &[]);
        });
        b.at(usual, 0u64, &[], |b| {
            until_end(b, |b| {
                let digit = read_byte(b);
                let other = digit.is(u64::from(b'/')).choose(u64::from(b'_'), digit);
                b.write_int(digit.is(u64::from(b'+')).choose(u64::from(b'-'), other), 1, Order::Little);
            });
            vec![]
        });
    }
}

/// Reads parameters up to the end of the line. The last of several with the same name is meant.
fn read_query(b: &mut FunctionBuilder, connect: &Connect) -> [VarId; 4] {
    let empty = || Expr::from(b"".as_slice());
    let start = [empty(), empty(), empty(), false.into()];
    let mut first: Vec<_> = QUERY.into_iter().zip(start).map(|((name, ty), it)| (name, ty, it)).collect();
    first.push(("more", ValueType::Bool, true.into()));
    let last = b.loop_while(first, |carried| carried[4].into(), read_parameter);
    b.check(Expr::from(last[0]).bytes_len().is_not(0u64), ErrorCode::MissingField);
    let mut text =
        |value: VarId| b.call(connect.text, vec![Arg::Value(value.into())], &[("text", ValueType::Bytes)])[0];
    [text(last[0]), text(last[1]), text(last[2]), last[3]]
}

/// Yields the values that are known then, with their escapes, and whether another parameter follows.
fn read_parameter(b: &mut FunctionBuilder, carried: &[VarId]) -> Vec<Expr> {
    let is_of_value = |byte: Expr| is_of_path(byte.clone()) & !is_one_of(&byte, b"&#");
    let is_of_value = move |byte: Expr| is_of_value(byte.clone()) | byte.is(u64::from(b'/'));
    let is_of_name = move |byte: Expr| is_of_value(byte.clone()) & byte.is_not(u64::from(b'='));
    demand(b, is_of_name, ErrorCode::Syntax);
    let before = start(b);
    skip_while(b, is_of_name);
    let name = b.let_("name", since(before));
    b.expect(b"=", ErrorCode::Syntax);
    let before = start(b);
    skip_while(b, is_of_value);
    let value = b.let_("value", since(before));
    b.check(name.is_not(b"connect".as_slice()) | value.is(b"v1".as_slice()), ErrorCode::Mismatch);
    let more = b.matches("more", b"&");
    let is = |wanted: &[u8]| name.is(wanted);
    vec![
        is(b"encoding").choose(value, carried[0]),
        is(b"message").choose(value, carried[1]),
        is(b"compression").choose(value, carried[2]),
        is(b"base64").choose(value.is(b"1".as_slice()), carried[3]),
        more.into(),
    ]
}
