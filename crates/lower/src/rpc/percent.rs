//! Escaped texts in headers: `%` and two hexadecimal digits stand for a byte.

use super::header::read_byte;
use crate::plan::until_end;
use crate::text::class::{END, is_hex};
use crate::text::hex;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Function, Order, PureLeaf, ValueType, VarId};

const ESCAPE: u64 = b'%' as u64;

/// `unescape(text) -> bytes`: what is no escape stands for itself, and if the bytes are no UTF-8, so does everything.
pub(super) fn unescape() -> Function {
    let mut b = FunctionBuilder::new("unescape");
    let text = b.value_param("text", ValueType::Bytes);
    let bytes = unescaped(&mut b, text, |byte| byte.into());
    let is_text = b.let_("is_text", Expr::Leaf(PureLeaf::Utf8Valid, vec![bytes.into()]));
    let result = Expr::from(is_text).choose(bytes, text);
    b.finish(vec![result], vec![ValueType::Bytes])
}

/// `unescape(text) -> bytes` of a query of HTTP, in which `+` stands for a space.
pub(super) fn unescape_query() -> Function {
    let mut b = FunctionBuilder::new("unescape");
    let text = b.value_param("text", ValueType::Bytes);
    let bytes = unescaped(&mut b, text, |byte| byte.is(u64::from(b'+')).choose(u64::from(b' '), byte));
    b.finish(vec![bytes.into()], vec![ValueType::Bytes])
}

/// Resolves escapes, and puts `plain` of any other byte.
fn unescaped(b: &mut FunctionBuilder, text: VarId, plain: impl Fn(VarId) -> Expr) -> VarId {
    b.scratch("bytes", |b| {
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let is_escape = is_escape(b);
                let escaped = |b: &mut FunctionBuilder| {
                    b.skip(1u64);
                    vec![hex::read_byte(b)]
                };
                let byte = [("byte", ValueType::U64)];
                let byte = b.if_yields(is_escape, &byte, escaped, |b| vec![plain(read_byte(b))])[0];
                b.write_int(byte, 1, Order::Little);
            });
            vec![]
        });
    })
}

/// Tests whether an escape follows.
fn is_escape(b: &mut FunctionBuilder) -> Expr {
    let found = b.at(Expr::Input, Expr::Pos, &[("is_escape", ValueType::Bool)], |b| {
        let first = read_byte(b);
        let second = b.peek("second");
        let three = second.is_not(END);
        b.when(three, |b| b.skip(1u64));
        let third = b.peek("third");
        vec![first.is(ESCAPE) & is_hex(second.into()) & is_hex(third.into())]
    });
    found[0].into()
}

/// `escape(bytes)`: escapes `%` and everything that is no printable ASCII character.
pub(super) fn escape() -> Function {
    let mut b = FunctionBuilder::new("escape");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    b.at(bytes, 0u64, &[], |b| {
        until_end(b, |b| {
            let byte = read_byte(b);
            let is_printable = (byte - u64::from(b' ')).below(u64::from(0x7f - b' '));
            b.if_else(
                is_printable & byte.is_not(ESCAPE),
                |b| b.write_int(byte, 1, Order::Little),
                |b| {
                    b.write_bytes(b"%");
                    write_capital_hex(b, byte >> 4u64);
                    write_capital_hex(b, byte & 15u64);
                },
            );
        });
        vec![]
    });
    b.finish(vec![], vec![])
}

fn write_capital_hex(b: &mut FunctionBuilder, digit: Expr) {
    hex::write_digit(b, digit, b'A');
}
