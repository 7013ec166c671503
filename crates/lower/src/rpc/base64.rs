//! Base64 in headers: read with or without padding, written without.

use super::header::{check_all, read_byte};
use crate::plan::until_end;
use crate::text::class::is_quote;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Function, ReadLeaf, ValueType, WriteLeaf};

/// `base64(text) -> bytes`.
pub(super) fn read_base64() -> Function {
    let mut b = FunctionBuilder::new("base64");
    let text = b.value_param("text", ValueType::Bytes);
    check_all(&mut b, text.into(), |byte| super::header::is_of_value(byte.clone()) & !is_quote(byte));
    let quoted = b.scratch("quoted", |b| {
        b.write_bytes(b"\"");
        b.write(Datum::Span(text.into()));
        b.write_bytes(b"\"");
    });
    let bytes = b.at(quoted, 0u64, &[("bytes", ValueType::Bytes)], |b| {
        let bytes = b.read_leaf("bytes", ReadLeaf::JsonBase64);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![bytes.into()]
    });
    b.finish(vec![bytes[0].into()], vec![ValueType::Bytes])
}

/// `write_base64(bytes)`.
pub(super) fn write_base64() -> Function {
    let mut b = FunctionBuilder::new("write_base64");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    let quoted = b.scratch("quoted", |b| b.write_leaf(WriteLeaf::JsonBase64, vec![bytes.into()]));
    b.at(quoted, 1u64, &[], |b| {
        let inside = b.read_span("inside", Expr::Left - 1u64);
        b.at(inside, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = read_byte(b);
                b.when(byte.is_not(u64::from(b'=')), |b| b.write_int(byte, 1, polywire_ir::Order::Little));
            });
            vec![]
        });
        vec![]
    });
    b.finish(vec![], vec![])
}
