//! Values of unknown members: checked to be JSON, and skipped.

use super::read::read_label;
use crate::plan::{arm, block};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, ReadLeaf, ValueType, VarId};

/// Functions that skip.
pub(crate) struct Skippers {
    /// Any value, with leading white space.
    value: FuncId,
    /// An array.
    array: FuncId,
    /// An object.
    object: FuncId,
}

impl Skippers {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let skippers = Self { value: module.declare(), array: module.declare(), object: module.declare() };
        module.define(skippers.value, skippers.skip_value());
        module.define(skippers.array, skippers.skip_array());
        module.define(skippers.object, skippers.skip_object());
        skippers
    }

    /// Skips a value, with leading white space.
    pub fn value(&self, b: &mut FunctionBuilder) {
        b.call(self.value, vec![], &[]);
    }

    fn skip_value(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_value");
        b.skip_leaf(ReadLeaf::JsonSpace);
        let next = b.peek("next");
        let arms = vec![
            starting(&mut b, b"{", |b| drop(b.call(self.object, vec![], &[]))),
            starting(&mut b, b"[", |b| drop(b.call(self.array, vec![], &[]))),
            starting(&mut b, b"\"", |b| read_and_drop(b, ReadLeaf::JsonString)),
            starting(&mut b, b"tf", |b| read_and_drop(b, ReadLeaf::JsonBool)),
            starting(&mut b, b"n", |b| b.expect(b"null", ErrorCode::Syntax)),
        ];
        let number = block(&mut b, |b| b.skip_leaf(ReadLeaf::JsonSkipNumber));
        b.switch(next.into(), arms, number, &[]);
        b.finish(vec![], vec![])
    }

    fn skip_array(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_array");
        b.nests();
        b.expect(b"[", ErrorCode::Syntax);
        each_item(&mut b, b"]", |b| self.value(b));
        b.finish(vec![], vec![])
    }

    fn skip_object(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_object");
        b.nests();
        b.expect(b"{", ErrorCode::Syntax);
        each_item(&mut b, b"}", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            read_label(b, "name");
            self.value(b);
        });
        b.finish(vec![], vec![])
    }
}

/// Runs the body for each item of an opened array or object, and reads the closing bracket.
pub(crate) fn each_item(b: &mut FunctionBuilder, close: &[u8], body: impl FnOnce(&mut FunctionBuilder)) {
    each_item_with(b, close, vec![], |b, _| {
        body(b);
        vec![]
    });
}

/// As [`each_item`], with variables that are carried from item to item.
pub(crate) fn each_item_with(
    b: &mut FunctionBuilder,
    close: &[u8],
    mut carried: Vec<(&str, ValueType, Expr)>,
    body: impl FnOnce(&mut FunctionBuilder, &[VarId]) -> Vec<Expr>,
) -> Vec<VarId> {
    b.skip_leaf(ReadLeaf::JsonSpace);
    let empty = Expr::from(b.matches("empty", close));
    let count = carried.len();
    carried.push(("more", ValueType::Bool, !empty));
    let mut last = b.loop_while(
        carried,
        |carried| carried[count].into(),
        |b, carried| {
            let mut next = body(b, &carried[..count]);
            next.push(comma_or(b, close));
            next
        },
    );
    last.truncate(count);
    last
}

/// Reads a comma (true) or the closing bracket (false). White space is skipped only if neither follows immediately, so
/// that compact text needs no test for it.
pub(super) fn comma_or(b: &mut FunctionBuilder, close: &[u8]) -> Expr {
    let comma = b.matches("comma", b",");
    let more = b.if_yields(
        comma.into(),
        &[("more", ValueType::Bool)],
        |_| vec![true.into()],
        |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            let comma = b.matches("late_comma", b",");
            b.when(!comma, |b| b.expect(close, ErrorCode::Syntax));
            vec![comma.into()]
        },
    );
    more[0].into()
}

fn starting(b: &mut FunctionBuilder, bytes: &[u8], body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, bytes.iter().map(|&byte| Const::U64(byte.into())).collect(), body)
}

fn read_and_drop(b: &mut FunctionBuilder, leaf: ReadLeaf) {
    b.read_leaf("skipped", leaf);
}
