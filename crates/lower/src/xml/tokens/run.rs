//! Runs of characters (XML 1.0, 5th edition, production 2). The document is known to be well-formed UTF-8.

use super::Tokens;
use crate::text::class::END;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ByteSet, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// The first byte of U+FFFE and U+FFFF, which are no characters, and of others.
const ODD: u8 = 0xef;

/// The bytes that end a run, besides control characters.
#[derive(Clone, Copy)]
pub(in crate::xml) struct Stops<'a> {
    /// Bytes that always do.
    pub bytes: &'a [u8],
    /// The quote (U64) that does, of the two kinds.
    pub quote: Option<VarId>,
}

impl<'a> From<&'a [u8]> for Stops<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, quote: None }
    }
}

impl Stops<'_> {
    /// Skips characters that need no further look.
    pub fn skip_plain(self, b: &mut FunctionBuilder) {
        let is_plain =
            |byte: u8| (byte >= 0x20 || [b'\t', b'\n'].contains(&byte)) && byte != ODD && !self.bytes.contains(&byte);
        let skip_to = |quote: u8| {
            move |b: &mut FunctionBuilder| b.skip_while(ByteSet::of(|byte| is_plain(byte) && byte != quote))
        };
        match self.quote {
            None => b.skip_while(ByteSet::of(is_plain)),
            Some(quote) => b.if_else(quote.is(u64::from(b'"')), skip_to(b'"'), skip_to(b'\'')),
        }
    }
}

impl Tokens {
    /// Skips characters up to one of these, a control character or the end.
    pub fn skip_run(&self, b: &mut FunctionBuilder, stops: Stops<'_>) {
        stops.skip_plain(b);
        let is_odd = next_is_odd(b);
        // Apart, so that what is usual needs no loop.
        b.when(is_odd, |b| self.skip_odd(b, stops));
    }

    /// As [`Self::skip_run`], at an odd character.
    pub fn skip_odd(&self, b: &mut FunctionBuilder, stops: Stops<'_>) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.call(self.noncharacter, vec![], &[]);
                stops.skip_plain(b);
                vec![next_is_odd(b)]
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

/// Tests whether the next byte is [`ODD`].
pub(super) fn next_is_odd(b: &mut FunctionBuilder) -> Expr {
    Expr::from(b.peek("next")).is(u64::from(ODD))
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
