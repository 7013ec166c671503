//! Values that are not read: their syntax is checked.

use super::tokens::Tokens;
use crate::plan::{arm, block};
use crate::text::class::{demand, is_word, skip_while};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, ValueType};

/// Functions that skip.
pub(super) struct Skippers {
    /// Any value, with leading white space.
    value: FuncId,
    array: FuncId,
    object: FuncId,
}

impl Skippers {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder, tokens: &Tokens) -> Self {
        let skippers = Self { value: module.declare(), array: module.declare(), object: module.declare() };
        module.define(skippers.value, skippers.skip_value(tokens));
        module.define(skippers.array, skippers.skip_array(tokens));
        module.define(skippers.object, skippers.skip_object(tokens));
        skippers
    }

    /// Skips a value, with leading white space.
    pub fn value(&self, b: &mut FunctionBuilder) {
        b.call(self.value, vec![], &[]);
    }

    fn skip_value(&self, tokens: &Tokens) -> Function {
        let mut b = FunctionBuilder::new("skip_value");
        tokens.skip_space(&mut b);
        let next = b.peek("next");
        let arms = vec![
            starting(&mut b, b"{", |b| drop(b.call(self.object, vec![], &[]))),
            starting(&mut b, b"[", |b| drop(b.call(self.array, vec![], &[]))),
            starting(&mut b, b"\"'", |b| drop(tokens.string(b))),
        ];
        let scalar = block(&mut b, |b| {
            demand(b, is_scalar, ErrorCode::Syntax);
            skip_while(b, is_scalar);
        });
        b.switch(next.into(), arms, scalar, &[]);
        b.finish(vec![], vec![])
    }

    fn skip_array(&self, tokens: &Tokens) -> Function {
        let mut b = FunctionBuilder::new("skip_array");
        b.nests();
        b.expect(b"[", ErrorCode::Syntax);
        each_item(&mut b, tokens, b"]", |b| self.value(b));
        b.finish(vec![], vec![])
    }

    fn skip_object(&self, tokens: &Tokens) -> Function {
        let mut b = FunctionBuilder::new("skip_object");
        b.nests();
        b.expect(b"{", ErrorCode::Syntax);
        each_item(&mut b, tokens, b"}", |b| {
            tokens.name(b);
            tokens.skip_space(b);
            b.expect(b":", ErrorCode::Syntax);
            self.value(b);
        });
        b.finish(vec![], vec![])
    }
}

/// Tests for a byte of a number or a word.
fn is_scalar(byte: Expr) -> Expr {
    let signs = b"+-.".map(|sign| byte.clone().is(u64::from(sign)));
    signs.into_iter().fold(is_word(byte), |left, right| left | right)
}

/// Runs the body, which starts at an item, for each item of an opened array or object; reads the closing bracket. A comma
/// may follow the last item.
pub(super) fn each_item(
    b: &mut FunctionBuilder,
    tokens: &Tokens,
    close: &[u8],
    body: impl FnOnce(&mut FunctionBuilder),
) {
    tokens.skip_space(b);
    let empty = Expr::from(b.matches("empty", close));
    b.loop_while(
        vec![("more", ValueType::Bool, !empty)],
        |carried| carried[0].into(),
        |b, _| {
            body(b);
            vec![comma_or(b, tokens, close)]
        },
    );
}

/// Reads a comma before another item (true), or the closing bracket (false), which may follow a comma, too.
pub(super) fn comma_or(b: &mut FunctionBuilder, tokens: &Tokens, close: &[u8]) -> Expr {
    tokens.skip_space(b);
    let comma = Expr::from(b.matches("comma", b","));
    b.when(comma.clone(), |b| tokens.skip_space(b));
    let closed = Expr::from(b.matches("closed", close));
    b.check(comma | closed.clone(), ErrorCode::Syntax);
    !closed
}

fn starting(b: &mut FunctionBuilder, bytes: &[u8], body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, bytes.iter().map(|&byte| Const::U64(byte.into())).collect(), body)
}
