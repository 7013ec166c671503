//! Texts and bytes.

use crate::plan::until_end;
use crate::text::class::{since, skip_while, start};
use crate::text::hex::{read_byte, write_byte, write_digit};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, ReadLeaf, ValueType};

/// The functions for texts.
pub(super) struct Texts {
    write: FuncId,
    write_hex: FuncId,
    read_hex: FuncId,
}

impl Texts {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let unit = module.add(write_unit());
        Self {
            write: module.add(write_text(unit)),
            write_hex: module.add(write_hex()),
            read_hex: module.add(read_hex()),
        }
    }

    /// Writes a text (Bytes, in UTF-8) with its quotes.
    pub fn write(&self, b: &mut FunctionBuilder, text: Expr) {
        b.call(self.write, vec![Arg::Value(text)], &[]);
    }

    /// Writes bytes as digits in quotes.
    pub fn write_hex(&self, b: &mut FunctionBuilder, bytes: Expr) {
        b.call(self.write_hex, vec![Arg::Value(bytes)], &[]);
    }

    /// Reads bytes that are digits in quotes.
    pub fn read_hex(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.read_hex, vec![], &[("bytes", ValueType::Bytes)])[0].into()
    }
}

/// `write_text(text)`: control characters are escaped, and those beyond the basic plane as surrogates.
fn write_text(unit: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_text");
    let text = b.value_param("text", ValueType::Bytes);
    b.write_bytes(b"\"");
    b.at(text, 0u64, &[], |b| {
        let more = vec![("more", ValueType::Bool, Expr::Left.is_not(0u64))];
        b.loop_while(
            more,
            |carried| carried[0].into(),
            |b, _| {
                let start = start(b);
                skip_while(b, is_plain);
                b.write(Datum::Span(since(start)));
                b.when(Expr::Left.is_not(0u64), |b| write_escaped(b, unit));
                vec![Expr::Left.is_not(0u64)]
            },
        );
        vec![]
    });
    b.write_bytes(b"\"");
    b.finish(vec![], vec![])
}

/// Tests whether a byte is written as it is.
fn is_plain(byte: Expr) -> Expr {
    let is_special = byte.clone().is(u64::from(b'"')) | byte.clone().is(u64::from(b'\\'));
    (byte - 0x20u64).below(0xf0u64 - 0x20) & !is_special
}

fn write_escaped(b: &mut FunctionBuilder, unit: FuncId) {
    let byte = b.read_int("byte", 1, Order::Little);
    let two = [(b'"', b'"'), (b'\\', b'\\'), (8, b'b'), (12, b'f'), (b'\n', b'n'), (b'\r', b'r'), (b'\t', b't')];
    let arms = two
        .map(|(byte, letter)| crate::plan::arm(b, vec![Const::U64(byte.into())], |b| b.write_bytes(&[b'\\', letter])));
    let other = crate::plan::block(b, |b| {
        let write = |b: &mut FunctionBuilder, code: Expr| drop(b.call(unit, vec![Arg::Value(code)], &[]));
        b.if_else(
            byte.below(0x20u64),
            |b| write(b, byte.into()),
            |b| {
                let next = [0; 3].map(|_| Expr::from(b.read_int("next", 1, Order::Little)) & 0x3fu64);
                let code = next.into_iter().fold(byte & 7u64, |code, next| code << 6u64 | next);
                let code = Expr::from(b.let_("code", code - 0x1_0000u64));
                write(b, (code.clone() >> 10u64) | 0xd800u64);
                write(b, (code & 0x3ffu64) | 0xdc00u64);
            },
        );
    });
    b.switch(byte.into(), arms.into(), other, &[]);
}

/// `write_unit(code)`: a UTF-16 code unit as an escape.
fn write_unit() -> Function {
    let mut b = FunctionBuilder::new("write_unit");
    let code = Expr::from(b.value_param("code", ValueType::U64));
    b.write_bytes(b"\\u");
    for shift in [12u64, 8, 4, 0] {
        write_digit(&mut b, (code.clone() >> shift) & 15u64, b'A');
    }
    b.finish(vec![], vec![])
}

/// `write_hex(bytes)`.
fn write_hex() -> Function {
    let mut b = FunctionBuilder::new("write_hex");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    b.write_bytes(b"\"");
    b.at(bytes, 0u64, &[], |b| {
        until_end(b, |b| {
            let byte = b.read_int("byte", 1, Order::Little);
            write_byte(b, byte);
        });
        vec![]
    });
    b.write_bytes(b"\"");
    b.finish(vec![], vec![])
}

/// `read_hex() -> bytes`.
fn read_hex() -> Function {
    let mut b = FunctionBuilder::new("read_hex");
    let text = b.read_leaf("text", ReadLeaf::JsonString);
    b.check((Expr::from(text).bytes_len() & 1u64).is(0u64), ErrorCode::BadLength);
    let bytes = b.scratch("bytes", |b| {
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = read_byte(b);
                b.write_int(byte, 1, Order::Little);
            });
            vec![]
        });
    });
    b.finish(vec![bytes.into()], vec![ValueType::Bytes])
}
