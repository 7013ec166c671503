//! The tokens around values: names, separators, braces, brackets.

use crate::text::class::{demand, is_word, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// `next_field(index, close) -> (more, name)`: skips the separator, the next field's name and the space after it; stops
/// before the closing byte of the message.
pub fn next_field(space: FuncId, identifier: FuncId, bracketed: FuncId) -> Function {
    let mut b = FunctionBuilder::new("next_field");
    let index = b.value_param("index", ValueType::U64);
    let close = b.value_param("close", ValueType::U64);
    b.call(space, vec![], &[]);
    b.when(index.is_not(0u64), |b| skip_separator(b, space));
    let next = b.peek("next");
    let more = b.let_("more", next.is_not(close));
    let name = [("name", ValueType::Bytes)];
    let found = b.if_yields(
        more.into(),
        &name,
        |b| {
            let in_brackets = next.is(u64::from(b'['));
            let found = b.if_yields(
                in_brackets,
                &name,
                |b| vec![b.call(bracketed, vec![], &name)[0].into()],
                |b| vec![b.call(identifier, vec![], &name)[0].into()],
            );
            b.call(space, vec![], &[]);
            vec![found[0].into()]
        },
        |_| vec![b"".as_slice().into()],
    );
    b.finish(vec![more.into(), found[0].into()], vec![ValueType::Bool, ValueType::Bytes])
}

/// A comma or a semicolon may follow a field.
fn skip_separator(b: &mut FunctionBuilder, space: FuncId) {
    let next = Expr::from(b.peek("separator"));
    b.when(next.clone().is(u64::from(b',')) | next.is(u64::from(b';')), |b| {
        b.skip(1u64);
        b.call(space, vec![], &[]);
    });
}

/// `bracketed() -> name`: the name of an extension, or of a type after a domain, in brackets, without the space in it.
pub fn read_bracketed(space: FuncId) -> Function {
    let mut b = FunctionBuilder::new("bracketed");
    b.rare();
    b.skip(1u64);
    let name = b.scratch("name", |b| {
        b.write_bytes(b"[");
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.call(space, vec![], &[]);
                read_part(b);
                b.call(space, vec![], &[]);
                demand(
                    b,
                    |next| {
                        b"./]"
                            .iter()
                            .map(|&byte| next.clone().is(u64::from(byte)))
                            .fold(false.into(), |left, right| left | right)
                    },
                    ErrorCode::Syntax,
                );
                let byte = Expr::from(b.read_int("byte", 1, Order::Little));
                b.write_int(byte.clone(), 1, Order::Little);
                vec![byte.is_not(u64::from(b']'))]
            },
        );
    });
    b.finish(vec![name.into()], vec![ValueType::Bytes])
}

/// A part of a name between dots or slashes; parts of domains can have hyphens.
fn read_part(b: &mut FunctionBuilder) {
    let is_part = |byte: Expr| is_word(byte.clone()) | byte.is(u64::from(b'-'));
    demand(b, is_part, ErrorCode::Syntax);
    let start = start(b);
    skip_while(b, is_part);
    b.write(Datum::Span(since(start)));
}

/// `open_message() -> close`.
pub fn open_message() -> Function {
    let mut b = FunctionBuilder::new("open_message");
    let (brace, angle) = (u64::from(b'{'), u64::from(b'<'));
    demand(&mut b, |next| next.clone().is(brace) | next.is(angle), ErrorCode::WrongKind);
    let open = Expr::from(b.read_int("open", 1, Order::Little));
    let close = open.is(brace).choose(u64::from(b'}'), u64::from(b'>'));
    b.finish(vec![close], vec![ValueType::U64])
}

/// Reads one value, or a list of values in brackets.
pub fn one_or_list(b: &mut FunctionBuilder, space: FuncId, value: impl FnOnce(&mut FunctionBuilder)) {
    let listed = b.matches("listed", b"[");
    let some = b.if_yields(
        listed.into(),
        &[("some", ValueType::Bool)],
        |b| {
            b.call(space, vec![], &[]);
            vec![!Expr::from(b.matches("empty", b"]"))]
        },
        |_| vec![true.into()],
    );
    b.loop_while(
        vec![("more", ValueType::Bool, some[0].into())],
        |carried| carried[0].into(),
        |b, _| {
            value(b);
            let more = b.if_yields(
                listed.into(),
                &[("more", ValueType::Bool)],
                |b| vec![comma_or_close(b, space)],
                |_| vec![false.into()],
            );
            vec![more[0].into()]
        },
    );
}

/// Reads the comma between values (true) or the bracket after the last one (false).
fn comma_or_close(b: &mut FunctionBuilder, space: FuncId) -> Expr {
    b.call(space, vec![], &[]);
    let comma = Expr::from(b.matches("comma", b","));
    b.if_else(comma.clone(), |b| drop(b.call(space, vec![], &[])), |b| b.expect(b"]", ErrorCode::Syntax));
    comma
}
