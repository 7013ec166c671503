//! Lines of headers.

use super::Rpc;
use crate::plan::until_end;
use crate::text::class::{END, demand, is_capital, lower, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

const BETWEEN: &[u8] = b": ";
pub(super) const LINE_END: &[u8] = b"\r\n";
const LINE: [(&str, ValueType); 2] = [("name", ValueType::Bytes), ("value", ValueType::Bytes)];

/// `header_line() -> (name, value)`.
pub(super) fn header_line() -> Function {
    line("header_line", |b| {
        demand(b, is_of_name, ErrorCode::Syntax);
        let before = start(b);
        skip_while(b, is_of_name);
        b.let_("name", since(before))
    })
}

/// `body_line() -> (name, value)`: a line in a body, where no library of HTTP has made names lower case.
pub(super) fn body_line(header_name: FuncId) -> Function {
    line("body_line", |b| {
        let before = start(b);
        skip_while(b, |byte| is_of_name(byte.clone()) | is_capital(byte));
        let text = b.let_("text", since(before));
        b.call(header_name, vec![Arg::Value(text.into())], &LINE[..1])[0]
    })
}

/// `header_name(text) -> name`: in lower case.
pub(super) fn header_name() -> Function {
    let mut b = FunctionBuilder::new("header_name");
    let text = b.value_param("text", ValueType::Bytes);
    let name = b.scratch("name", |b| {
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = Expr::from(read_byte(b));
                b.write_int(is_capital(byte.clone()).choose(lower(byte.clone()), byte), 1, Order::Little);
            });
            vec![]
        });
    });
    b.check(Expr::from(name).bytes_len().is_not(0u64), ErrorCode::Syntax);
    check_all(&mut b, name.into(), is_of_name);
    b.finish(vec![name.into()], vec![ValueType::Bytes])
}

fn line(function: &str, read_name: impl FnOnce(&mut FunctionBuilder) -> VarId) -> Function {
    let mut b = FunctionBuilder::new(function);
    let name = read_name(&mut b);
    b.expect(BETWEEN, ErrorCode::Syntax);
    let before = start(&mut b);
    skip_while(&mut b, is_of_value);
    let value = b.let_("value", since(before));
    b.expect(LINE_END, ErrorCode::Syntax);
    b.finish(vec![name.into(), value.into()], vec![ValueType::Bytes, ValueType::Bytes])
}

/// `write_value(text)`: refuses characters that cannot be in a header.
pub(super) fn write_value() -> Function {
    let mut b = FunctionBuilder::new("write_value");
    let text = b.value_param("text", ValueType::Bytes);
    check_all(&mut b, text.into(), is_of_value);
    b.write(Datum::Span(text.into()));
    b.finish(vec![], vec![])
}

/// Refuses a text with characters outside a class, which does not include the end.
pub(super) fn check_all(b: &mut FunctionBuilder, text: Expr, class: impl Fn(Expr) -> Expr) {
    b.at(text, 0u64, &[], |b| {
        skip_while(b, class);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![]
    });
}

/// Tests whether a byte, or [`END`], can be in the name of a header.
pub(super) fn is_of_name(byte: Expr) -> Expr {
    let is_visible = (byte.clone() - u64::from(b'!')).below(u64::from(0x7f - b'!'));
    is_visible & byte.clone().is_not(u64::from(b':')) & !is_capital(byte)
}

/// Tests whether a byte, or [`END`], can be in the value of a header.
pub(super) fn is_of_value(byte: Expr) -> Expr {
    Expr::from(u64::from(b' ')).at_most(byte.clone()) & byte.clone().is_not(0x7fu64) & byte.is_not(END)
}

/// Tests whether a byte, or [`END`], can be in the name of a service or method.
pub(super) fn is_of_path(byte: Expr) -> Expr {
    (byte.clone() - u64::from(b'!')).below(u64::from(0x7f - b'!')) & byte.is_not(u64::from(b'/'))
}

/// Runs the body for each of the lines that are left.
pub(super) fn each_line(b: &mut FunctionBuilder, line: FuncId, body: impl FnOnce(&mut FunctionBuilder, Line)) {
    until_end(b, |b| {
        let found = b.call(line, vec![], &LINE);
        body(b, Line { name: found[0], value: found[1] });
    });
}

/// Returns the keys of a switch over names.
pub(super) fn keys_of(names: &[&[u8]]) -> Vec<Const> {
    names.iter().map(|name| Const::Bytes(name.to_vec())).collect()
}

/// The line of a header.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub name: VarId,
    pub value: VarId,
}

impl Rpc {
    /// Tests whether one of the lines that are left has a name.
    pub(super) fn has_line(&self, b: &mut FunctionBuilder, name: &[u8]) -> Expr {
        let result = b.at(Expr::Input, Expr::Pos, &[("found", ValueType::Bool)], |b| {
            let first = vec![("found", ValueType::Bool, false.into())];
            let last = b.loop_while(
                first,
                |_| Expr::Left.is_not(0u64),
                |b, carried| {
                    let line = b.call(self.functions.header_line, vec![], &LINE);
                    vec![Expr::from(carried[0]) | line[0].is(name)]
                },
            );
            vec![last[0].into()]
        });
        result[0].into()
    }

    /// Appends a line whose value is checked.
    pub(super) fn write_line(&self, b: &mut FunctionBuilder, name: &[u8], value: Expr) {
        write_line_with(b, name, |b| {
            b.call(self.functions.write_value, vec![Arg::Value(value)], &[]);
        });
    }
}

/// Appends a line whose value the body writes.
pub(super) fn write_line_with(b: &mut FunctionBuilder, name: &[u8], write: impl FnOnce(&mut FunctionBuilder)) {
    b.write_bytes(&[name, BETWEEN].concat());
    write(b);
    b.write_bytes(LINE_END);
}

/// Reads a byte.
pub(super) fn read_byte(b: &mut FunctionBuilder) -> VarId {
    b.read_int("byte", 1, Order::Little)
}
