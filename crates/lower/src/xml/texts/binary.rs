//! Bytes (XML Schema 1.0 Part 2, sections 3.2.15 and 3.2.16).

use super::space::is_space;
use crate::plan::until_end;
use crate::text::class::{hex_value, is_hex, is_word};
use crate::text::hex::write_digit;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Function, Order, ReadLeaf, ValueType, VarId, WriteLeaf};

const BYTES: [(&str, ValueType); 1] = [("bytes", ValueType::Bytes)];

/// `base64(text) -> bytes`. White space may be anywhere.
pub(super) fn read_base64() -> Function {
    let mut b = FunctionBuilder::new("base64");
    let text = b.value_param("text", ValueType::Bytes);
    let quoted = b.scratch("quoted", |b| {
        b.write_bytes(b"\"");
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = Expr::from(b.read_int("byte", 1, Order::Little));
                b.when(!is_space(byte.clone()), |b| {
                    let others = b"+/=".iter().fold(Expr::from(false), |any, it| any | byte.clone().is(u64::from(*it)));
                    let is_digit = is_word(byte.clone()) & byte.clone().is_not(u64::from(b'_'));
                    b.check(is_digit | others, ErrorCode::Syntax);
                    b.write_int(byte, 1, Order::Little);
                });
            });
            vec![]
        });
        b.write_bytes(b"\"");
    });
    let is_padded = (Expr::from(quoted).bytes_len() & 3u64).is(2u64);
    b.check(is_padded, ErrorCode::Syntax);
    check_last(&mut b, quoted);
    let bytes = b.at(quoted, 0u64, &BYTES, |b| vec![b.read_leaf("bytes", ReadLeaf::JsonBase64).into()]);
    b.finish(vec![bytes[0].into()], vec![ValueType::Bytes])
}

/// Digits before one and before two signs of padding, whose last bits are zero.
const LAST: [&[u8]; 2] = [b"AEIMQUYcgkosw048", b"AQgw"];

/// Refuses bits behind the last byte that are not zero, in base64 between quotes.
fn check_last(b: &mut FunctionBuilder, quoted: VarId) {
    let length = Expr::from(quoted).bytes_len();
    b.when(Expr::from(5u64).below(length.clone()), |b| {
        b.at(quoted, length - 4u64, &[], |b| {
            let bytes = [(); 3].map(|()| b.read_int("byte", 1, Order::Little));
            let [second, third, fourth] = bytes.map(Expr::from);
            let is_one = |byte: Expr, of: &[u8]| {
                of.iter().fold(Expr::from(false), |any, it| any | byte.clone().is(u64::from(*it)))
            };
            let [before_one, before_two] = [is_one(third.clone(), LAST[0]), is_one(second, LAST[1])];
            let is_zero = third.is(u64::from(b'=')).choose(before_two, before_one);
            b.check(fourth.is_not(u64::from(b'=')) | is_zero, ErrorCode::Syntax);
            vec![]
        });
    });
}

/// `hex(text) -> bytes`.
pub(super) fn read_hex() -> Function {
    let mut b = FunctionBuilder::new("hex");
    let text = b.value_param("text", ValueType::Bytes);
    b.check((Expr::from(text).bytes_len() & 1u64).is(0u64), ErrorCode::Syntax);
    let bytes = b.scratch("bytes", |b| {
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let digits = [(); 2].map(|()| {
                    let digit = b.read_int("digit", 1, Order::Little);
                    b.check(is_hex(digit.into()), ErrorCode::Syntax);
                    b.let_("value", hex_value(digit.into()))
                });
                b.write_int(digits[0] << 4u64 | digits[1], 1, Order::Little);
            });
            vec![]
        });
    });
    b.finish(vec![bytes.into()], vec![ValueType::Bytes])
}

/// `write_base64(bytes)`.
pub(super) fn write_base64() -> Function {
    let mut b = FunctionBuilder::new("write_base64");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    write_unquoted(&mut b, |b| b.write_leaf(WriteLeaf::JsonBase64, vec![bytes.into()]));
    b.finish(vec![], vec![])
}

/// Writes what the body writes between two quotes.
pub(super) fn write_unquoted(b: &mut FunctionBuilder, write: impl FnOnce(&mut FunctionBuilder)) {
    let quoted = b.scratch("quoted", write);
    b.at(quoted, 1u64, &[], |b| {
        let inside = b.read_span("inside", Expr::Left - 1u64);
        b.write(Datum::Span(inside.into()));
        vec![]
    });
}

/// `write_hex(bytes)`.
pub(super) fn write_hex() -> Function {
    let mut b = FunctionBuilder::new("write_hex");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    b.at(bytes, 0u64, &[], |b| {
        until_end(b, |b| {
            let byte = b.read_int("byte", 1, Order::Little);
            write_digit(b, byte >> 4u64, b'A');
            write_digit(b, byte & 15u64, b'A');
        });
        vec![]
    });
    b.finish(vec![], vec![])
}
