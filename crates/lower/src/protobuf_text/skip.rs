//! Fields that are reserved, unknown or not selected: checked to be text format, and skipped.

use super::tokens::Tokens;
use crate::plan::{arm, block};
use crate::text::class::{begins_word, is_quote};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Const, ErrorCode, Expr, FuncId, Function, ValueType};

/// Functions that skip.
pub(super) struct Skippers {
    /// Skips the text after a field's name.
    field: FuncId,
}

/// The functions while being defined.
struct Define {
    tokens: Tokens,
    field: FuncId,
    /// A message or a scalar.
    value: FuncId,
    message: FuncId,
    scalar: FuncId,
}

impl Skippers {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder, tokens: Tokens) -> Self {
        let [field, value, message, scalar] = std::array::from_fn(|_| module.declare());
        let define = Define { tokens, field, value, message, scalar };
        module.define(field, define.skip_field());
        module.define(value, define.skip_value());
        module.define(message, define.skip_message());
        module.define(scalar, define.skip_scalar());
        Self { field }
    }

    /// Skips the value after a field's name.
    pub fn field(&self, b: &mut FunctionBuilder) {
        b.call(self.field, vec![], &[]);
    }
}

impl Define {
    /// The colon is optional only before a message or a list.
    fn skip_field(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_field");
        b.rare();
        let colon = Expr::from(b.matches("colon", b":"));
        self.tokens.skip_space(&mut b);
        let next = Expr::from(b.peek("next"));
        let opens = |byte: u8| next.clone().is(u64::from(byte));
        b.check(colon | opens(b'{') | opens(b'<') | opens(b'['), ErrorCode::Syntax);
        self.tokens.one_or_list(&mut b, |b| drop(b.call(self.value, vec![], &[])));
        b.finish(vec![], vec![])
    }

    fn skip_value(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_value");
        b.rare();
        let next = b.peek("next");
        let opening = [b'{', b'<'].map(|byte| Const::U64(byte.into())).to_vec();
        let message = arm(&mut b, opening, |b| drop(b.call(self.message, vec![], &[])));
        let scalar = block(&mut b, |b| drop(b.call(self.scalar, vec![], &[])));
        b.switch(next.into(), vec![message], scalar, &[]);
        b.finish(vec![], vec![])
    }

    fn skip_message(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_message");
        b.rare();
        b.nests();
        let close = self.tokens.open(&mut b);
        b.loop_while(
            vec![("index", ValueType::U64, 0u64.into()), ("more", ValueType::Bool, true.into())],
            |carried| carried[1].into(),
            |b, carried| {
                let [more, _] = self.tokens.next_field(b, carried[0].into(), close.into());
                b.when(more.into(), |b| drop(b.call(self.field, vec![], &[])));
                vec![1u64.into(), more.into()]
            },
        );
        b.skip(1u64);
        b.finish(vec![], vec![])
    }

    /// A string, or a word or number with an optional sign.
    fn skip_scalar(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_scalar");
        b.rare();
        let next = b.peek("next");
        b.if_else(
            is_quote(next.into()),
            |b| drop(self.tokens.text(b)),
            |b| {
                self.tokens.sign(b);
                let word = begins_word(b.peek("behind_sign").into());
                b.if_else(word, |b| drop(self.tokens.identifier(b)), |b| self.tokens.number(b));
            },
        );
        b.finish(vec![], vec![])
    }
}
