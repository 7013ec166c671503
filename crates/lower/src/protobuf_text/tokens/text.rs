//! Strings.

use super::unescape;
use crate::text::class::{END, demand, is_quote, since, skip_while, start};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Datum, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// Defines `text() -> bytes`.
pub fn define(module: &mut ModuleBuilder, space: FuncId) -> FuncId {
    let escape = unescape::define(module);
    let literal = module.add(read_literal(escape));
    module.add(read_text(literal, space))
}

/// Adjacent strings are concatenated.
fn read_text(literal: FuncId, space: FuncId) -> Function {
    let mut b = FunctionBuilder::new("text");
    demand(&mut b, is_quote, ErrorCode::WrongKind);
    let text = b.scratch("text", |b| {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.call(literal, vec![], &[]);
                b.call(space, vec![], &[]);
                vec![is_quote(b.peek("next").into())]
            },
        );
    });
    b.finish(vec![text.into()], vec![ValueType::Bytes])
}

/// `literal()`: writes the text between two quotes.
fn read_literal(escape: FuncId) -> Function {
    let mut b = FunctionBuilder::new("literal");
    let quote = b.read_int("quote", 1, Order::Little);
    b.loop_while(
        vec![("more", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let start = start(b);
            skip_while(b, |next| is_plain(next, quote.into()));
            b.write(Datum::Span(since(start)));
            let byte = Expr::from(b.read_int("byte", 1, Order::Little));
            let more = b.let_("more", byte.clone().is_not(quote));
            b.when(more.into(), |b| {
                b.check(byte.is(u64::from(b'\\')), ErrorCode::Syntax);
                b.call(escape, vec![], &[]);
            });
            vec![more.into()]
        },
    );
    b.finish(vec![], vec![])
}

/// Tests whether a byte needs no escape. Line feeds and NULs must be escaped.
fn is_plain(byte: Expr, quote: Expr) -> Expr {
    let others = [END, b'\\'.into(), b'\n'.into(), 0].map(|other| byte.clone().is_not(other));
    others.into_iter().fold(byte.is_not(quote), |left, right| left & right)
}
