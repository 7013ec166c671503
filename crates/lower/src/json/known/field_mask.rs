//! Field paths as one string: in lowerCamelCase, separated by commas.

use crate::plan::until_end;
use crate::text::class::is_capital;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Order, Place, ReadLeaf, ValueType, WriteLeaf};

const TEXT: Type = Type::Text { verified: true };
/// The distance from a small letter to its capital.
const CAPITAL: u64 = (b'a' - b'A') as u64;

/// Appends the string. A name that would not round-trip is refused.
pub(super) fn write(b: &mut FunctionBuilder, paths: Place) {
    let text = b.scratch("text", |b| {
        b.each(paths, ("path", TEXT), None, |b, path, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            b.at(Expr::Get(path.into()), 0u64, &[], |b| {
                until_end(b, write_camel);
                vec![]
            });
        });
    });
    b.write_leaf(WriteLeaf::JsonString, vec![text.into()]);
}

fn write_camel(b: &mut FunctionBuilder) {
    let byte = Expr::from(b.read_int("byte", 1, Order::Little));
    b.if_else(
        byte.clone().is(u64::from(b'_')),
        |b| {
            let letter = Expr::from(b.peek("letter"));
            b.check((letter.clone() - u64::from(b'a')).below(26u64), ErrorCode::OutOfRange);
            b.skip(1u64);
            b.write_int(letter - CAPITAL, 1, Order::Little);
        },
        |b| {
            b.check(!(is_capital(byte.clone()) | byte.clone().is(u64::from(b','))), ErrorCode::OutOfRange);
            b.write_int(byte.clone(), 1, Order::Little);
        },
    );
}

/// Reads the string.
pub(super) fn read(b: &mut FunctionBuilder, paths: Place) {
    let text = b.read_leaf("text", ReadLeaf::JsonString);
    b.at(text, 0u64, &[], |b| {
        let some = Expr::Left.is_not(0u64);
        b.loop_while(
            vec![("more", ValueType::Bool, some)],
            |carried| carried[0].into(),
            |b, _| {
                let path = read_path(b);
                b.push(paths, ("path", TEXT), |b, value| b.set_trusted(value.into(), path));
                vec![b.matches("comma", b",").into()]
            },
        );
        vec![]
    });
}

/// Reads up to a comma or the end.
fn read_path(b: &mut FunctionBuilder) -> polywire_ir::VarId {
    b.scratch("path", |b| {
        let first = b.peek("first");
        b.loop_while(
            vec![("next", ValueType::U64, first.into())],
            |carried| {
                let next = Expr::from(carried[0]);
                next.clone().is_not(u64::from(b',')) & next.is_not(256u64)
            },
            |b, carried| {
                write_snake(b, &carried[0].into());
                b.skip(1u64);
                vec![b.peek("next").into()]
            },
        );
    })
}

fn write_snake(b: &mut FunctionBuilder, byte: &Expr) {
    b.if_else(
        is_capital(byte.clone()),
        |b| {
            b.write_bytes(b"_");
            b.write_int(byte.clone() + CAPITAL, 1, Order::Little);
        },
        |b| {
            b.check(byte.clone().is_not(u64::from(b'_')), ErrorCode::Syntax);
            b.write_int(byte.clone(), 1, Order::Little);
        },
    );
}
