//! Errors: values of any type.
//!
//! A text is a status and a message. Of an array, the message is the first text; of a map, the text that is its `message`; such an error
//! is kept as it is in the details, as one of the type `application/msgpack`, and is written from there. Other details are bytes behind the
//! text, in an array of two.

use super::status::{read_status, status_of, text_of};
use super::write_value;
use crate::msgpack::head::{ARRAY, Heads, NIL};
use crate::msgpack::skip::Skippers;
use crate::protobuf::unknown::{self, read_key};
use crate::rpc::connect::details::{DETAIL, TYPE, VALUE, read_bytes};
use crate::rpc::connect::error::{CODE, MESSAGE, write_field};
use crate::rpc::end::field;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, Place, ValueType, VarId, WriteLeaf};

/// The type of a detail that is the error as it arrived.
const KEPT: &[u8] = b"application/msgpack";
/// The key of the message in a map.
const MESSAGE_KEY: &[u8] = b"message";

const TEXT: [(&str, ValueType); 2] = [("is_text", ValueType::Bool), ("text", ValueType::Bytes)];
const BYTES: [(&str, ValueType); 1] = [("bytes", ValueType::Bytes)];
/// What is known of an error: a text, details, and whether that is all that it says.
const FOUND: [(&str, ValueType); 3] =
    [("text", ValueType::Bytes), ("details", ValueType::Bytes), ("is_all", ValueType::Bool)];

/// Functions that read and write errors.
pub(super) struct Errors {
    /// `status(text) -> (status, message)`.
    status: FuncId,
    /// `error() -> (text, details, is_all)`.
    error: FuncId,
    /// `kept(details) -> bytes`: empty if there is none.
    kept: FuncId,
    values: FuncId,
}

impl Errors {
    pub fn define(
        module: &mut ModuleBuilder,
        (heads, values): (&Heads, &Skippers),
        fields: &unknown::Skippers,
    ) -> Self {
        let text = module.add(read_text(heads, values));
        let in_array = module.add(text_in_array(heads, text));
        let in_map = module.add(text_in_map(heads, text));
        Self {
            status: module.add(read_status()),
            error: module.add(read_error([text, in_array, in_map])),
            kept: module.add(find_kept(fields)),
            values: module.add(write_kept(values)),
        }
    }

    /// Reads an error, which are the bytes of a value, as the end of a call.
    pub fn read(&self, b: &mut FunctionBuilder, end: &Place, error: Expr) {
        let found = b.at(error.clone(), 0u64, &FOUND, |b| {
            b.call(self.error, vec![], &FOUND).into_iter().map(Expr::from).collect()
        });
        let (status, message) = status_of(b, self.status, found[0].into());
        b.set(end.field(field::STATUS), status.clone().reinterpret());
        b.set(end.field(field::MESSAGE), message);
        b.if_else(
            found[2].into(),
            |b| b.set(end.field(field::DETAILS), found[1]),
            |b| {
                let details = b.scratch("status_details", |b| write_details(b, (status, message), error));
                b.set(end.field(field::DETAILS), details);
            },
        );
    }

    /// Appends the error of an end, whose status is not OK.
    pub fn write(&self, b: &mut FunctionBuilder, heads: &Heads, end: &Place, status: Expr) {
        let details = Expr::Get(end.field(field::DETAILS));
        let kept = Expr::from(b.call(self.kept, vec![Arg::Value(details.clone())], &BYTES)[0]);
        b.if_else(
            kept.clone().bytes_len().is_not(0u64),
            |b| drop(b.call(self.values, vec![Arg::Value(kept)], &[])),
            |b| {
                let has_details = Expr::from(b.let_("has_details", details.clone().bytes_len().is_not(0u64)));
                b.when(has_details.clone(), |b| b.write_bytes(&ARRAY.constant(2)));
                let text = text_of(b, self.status, (status, Expr::Get(end.field(field::MESSAGE))));
                heads.text(b, text.clone().bytes_len());
                b.write(Datum::Span(text));
                b.when(has_details, |b| {
                    heads.bytes(b, details.clone().bytes_len());
                    b.write(Datum::Span(details));
                });
            },
        );
    }
}

/// Appends a `google.rpc.Status` whose only detail is an error as it arrived.
fn write_details(b: &mut FunctionBuilder, (status, message): (Expr, VarId), error: Expr) {
    b.write_leaf(WriteLeaf::Varint, vec![CODE.into()]);
    b.write_leaf(WriteLeaf::Varint, vec![status]);
    b.when(Expr::from(message).bytes_len().is_not(0u64), |b| {
        write_field(b, MESSAGE, |b| b.write(Datum::Span(message.into())));
    });
    write_field(b, DETAIL, |b| {
        write_field(b, TYPE, |b| b.write_bytes(KEPT));
        write_field(b, VALUE, |b| b.write(Datum::Span(error)));
    });
}

/// `write_kept(value)`.
fn write_kept(values: &Skippers) -> Function {
    let mut b = FunctionBuilder::new("write_kept");
    let value = b.value_param("value", ValueType::Bytes);
    // Nil would mean that there is no error.
    b.check(value.is_not(NIL.as_slice()), ErrorCode::InvalidKey);
    write_value(&mut b, values, value.into());
    b.finish(vec![], vec![])
}

/// `text() -> (is_text, text)`: reads a value, which may be of another type.
fn read_text(heads: &Heads, values: &Skippers) -> Function {
    let mut b = FunctionBuilder::new("text");
    let head = Expr::from(b.peek("head"));
    let is_text = among(&head, &[(0xa0, 32), (0xd9, 3), (0xc4, 3)]);
    let read = |b: &mut FunctionBuilder| vec![true.into(), heads.read_run(b)];
    let found = b.if_yields(is_text, &TEXT, read, |b| {
        values.value(b);
        vec![false.into(), Expr::from(b"".as_slice())]
    });
    b.finish(vec![found[0].into(), found[1].into()], vec![ValueType::Bool, ValueType::Bytes])
}

/// Tests whether a head is in one of these ranges.
fn among(head: &Expr, ranges: &[(u64, u64)]) -> Expr {
    ranges.iter().fold(Expr::from(false), |any, (first, count)| any | (head.clone() - *first).below(*count))
}

/// `error() -> (text, details, is_all)`.
fn read_error([text, in_array, in_map]: [FuncId; 3]) -> Function {
    let mut b = FunctionBuilder::new("error");
    let head = Expr::from(b.peek("head"));
    let is_array = among(&head, &[(0x90, 16), (0xdc, 2)]);
    let is_map = among(&head, &[(0x80, 16), (0xde, 2)]);
    let call = |b: &mut FunctionBuilder, func| b.call(func, vec![], &FOUND).into_iter().map(Expr::from).collect();
    let found = b.if_yields(
        is_array,
        &FOUND,
        |b| call(b, in_array),
        |b| {
            let other = |b: &mut FunctionBuilder| {
                let found = b.call(text, vec![], &TEXT);
                vec![found[1].into(), Expr::from(b"".as_slice()), found[0].into()]
            };
            b.if_yields(is_map, &FOUND, |b| call(b, in_map), other).into_iter().map(Expr::from).collect()
        },
    );
    let results = FOUND.map(|(_, ty)| ty).to_vec();
    b.finish(found.into_iter().map(Expr::from).collect(), results)
}

/// `text_in_array() -> (text, details, is_all)`: the first text, and the bytes behind it if there is nothing else.
fn text_in_array(heads: &Heads, text: FuncId) -> Function {
    let mut b = FunctionBuilder::new("text_in_array");
    b.nests();
    let count = heads.read_array(&mut b);
    let empty = || Expr::from(b"".as_slice());
    let first = vec![
        ("index", ValueType::U64, 0u64.into()),
        ("has_text", ValueType::Bool, false.into()),
        ("text", ValueType::Bytes, empty()),
        ("details", ValueType::Bytes, empty()),
    ];
    let last = b.loop_while(
        first,
        |carried| carried[0].below(count.clone()),
        |b, carried| {
            let [index, has_text, message, details] = [0, 1, 2, 3].map(|at| Expr::from(carried[at]));
            let is_bytes = among(&b.peek("head").into(), &[(0xc4, 3)]);
            let is_details = index.clone().is(1u64) & count.clone().is(2u64) & has_text.clone() & is_bytes;
            let is_details = b.let_("is_details", is_details);
            let found = b.call(text, vec![], &TEXT);
            let is_first = Expr::from(found[0]) & !has_text.clone();
            let message = b.if_yields(is_first, &BYTES, |_| vec![found[1].into()], |_| vec![message])[0];
            let details = b.if_yields(is_details.into(), &BYTES, |_| vec![found[1].into()], |_| vec![details])[0];
            vec![index + 1u64, has_text | found[0], message.into(), details.into()]
        },
    );
    let is_all = Expr::from(last[3]).bytes_len().is_not(0u64);
    b.finish(vec![last[2].into(), last[3].into(), is_all], FOUND.map(|(_, ty)| ty).to_vec())
}

/// `text_in_map() -> (text, details, is_all)`.
fn text_in_map(heads: &Heads, text: FuncId) -> Function {
    let mut b = FunctionBuilder::new("text_in_map");
    b.nests();
    let count = heads.read_map(&mut b);
    let first = vec![("index", ValueType::U64, 0u64.into()), ("text", ValueType::Bytes, Expr::from(b"".as_slice()))];
    let last = b.loop_while(
        first,
        |carried| carried[0].below(count),
        |b, carried| {
            let key = b.call(text, vec![], &TEXT);
            let value = b.call(text, vec![], &TEXT);
            let is_message = key[1].is(MESSAGE_KEY) & value[0];
            let message = b.if_yields(is_message, &BYTES, |_| vec![value[1].into()], |_| vec![carried[1].into()])[0];
            vec![carried[0] + 1u64, message.into()]
        },
    );
    let results = FOUND.map(|(_, ty)| ty).to_vec();
    b.finish(vec![last[1].into(), Expr::from(b"".as_slice()), false.into()], results)
}

/// `kept(details) -> bytes`: the first detail that is an error as it arrived.
fn find_kept(fields: &unknown::Skippers) -> Function {
    let mut b = FunctionBuilder::new("kept");
    let details = b.value_param("details", ValueType::Bytes);
    let empty = || Expr::from(b"".as_slice());
    let found = b.at(details, 0u64, &BYTES, |b| {
        let last = b.loop_while(
            vec![("bytes", ValueType::Bytes, empty())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let key = read_key(b);
                let is_wanted = key.is(DETAIL) & Expr::from(carried[0]).bytes_len().is(0u64);
                let read = |b: &mut FunctionBuilder| {
                    let detail = read_bytes(b, "detail");
                    vec![kept_in(b, fields, detail)]
                };
                let found = b.if_yields(is_wanted, &BYTES, read, |b| {
                    fields.field(b, key);
                    vec![carried[0].into()]
                });
                vec![found[0].into()]
            },
        );
        vec![last[0].into()]
    });
    b.finish(vec![found[0].into()], vec![ValueType::Bytes])
}

/// Returns the value of a detail, if it is of the type.
fn kept_in(b: &mut FunctionBuilder, fields: &unknown::Skippers, detail: VarId) -> Expr {
    let empty = || Expr::from(b"".as_slice());
    let all = [("is_kept", ValueType::Bool), ("bytes", ValueType::Bytes)];
    let found = b.at(detail, 0u64, &all, |b| {
        let last = b.loop_while(
            vec![("is_kept", ValueType::Bool, false.into()), ("bytes", ValueType::Bytes, empty())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let key = read_key(b);
                let is_known = key.is(TYPE) | key.is(VALUE);
                let read = |b: &mut FunctionBuilder| vec![read_bytes(b, "bytes").into()];
                let read = b.if_yields(is_known, &BYTES, read, |b| {
                    fields.field(b, key);
                    vec![empty()]
                })[0];
                let is_kept = (key.is(TYPE) & read.is(KEPT)) | carried[0];
                let value = b.if_yields(key.is(VALUE), &BYTES, |_| vec![read.into()], |_| vec![carried[1].into()])[0];
                vec![is_kept, value.into()]
            },
        );
        last.into_iter().map(Expr::from).collect()
    });
    b.if_yields(found[0].into(), &BYTES, |_| vec![found[1].into()], |_| vec![empty()])[0].into()
}
