//! Runs of characters (XML 1.0, 5th edition, production 2). The document is known to be well-formed UTF-8.

use super::Tokens;
use crate::text::class::{END, each_while};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, Order, ValueType};

/// The first byte of U+FFFE and U+FFFF, which are no characters, and of others.
const ODD: u64 = 0xef;

/// Tests whether a byte, or the end, is a part of a character that needs no further look.
fn is_plain(byte: Expr, stops: &[Expr]) -> Expr {
    let blank = byte.clone().is(u64::from(b'\t')) | byte.clone().is(u64::from(b'\n'));
    let printed = Expr::from(0x20u64).at_most(byte.clone()) & byte.clone().is_not(ODD) & byte.clone().is_not(END);
    stops.iter().fold(printed | blank, |plain, stop| plain & byte.clone().is_not(stop.clone()))
}

impl Tokens {
    /// Skips characters up to one of these (U64), a control character or the end.
    pub fn skip_run(&self, b: &mut FunctionBuilder, stops: &[Expr]) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                each_while(b, |byte| is_plain(byte, stops), |b| b.skip(1u64));
                let odd = Expr::from(b.peek("next")).is(ODD);
                let odd = b.let_("is_odd", odd);
                b.when(odd.into(), |b| drop(b.call(self.noncharacter, vec![], &[])));
                vec![odd.into()]
            },
        );
    }

    /// Fails at a control character or the end.
    pub fn fail_at_next(&self, b: &mut FunctionBuilder) {
        let next = b.peek("next");
        b.check(next.is_not(END), ErrorCode::Truncated);
        b.fail(ErrorCode::Syntax);
    }
}

/// `noncharacter()`: reads three bytes, of which the first is [`ODD`].
pub(super) fn noncharacter() -> Function {
    let mut b = FunctionBuilder::new("noncharacter");
    b.rare();
    b.skip(1u64);
    let pair = b.read_int("pair", 2, Order::Big);
    b.check(pair.is_not(0xbfbeu64) & pair.is_not(0xbfbfu64), ErrorCode::Syntax);
    b.finish(vec![], vec![])
}

/// Constants of characters that end a run.
pub(in crate::xml) fn stops(bytes: &[u8]) -> Vec<Expr> {
    bytes.iter().map(|byte| u64::from(*byte).into()).collect()
}
