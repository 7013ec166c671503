//! Runs of characters (XML 1.0, 5th edition, production 2). The document is known to be well-formed UTF-8.

use super::Tokens;
use crate::text::class::{END, each_while};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Const, ErrorCode, Expr, Function, Order, ValueType};

/// The first byte of U+FFFE and U+FFFF, which are no characters, and of others.
const ODD: u64 = 0xef;

/// Tests whether a byte, or the end, is a part of a character that needs no further look: a few ranges, of which that of the small
/// letters comes first.
fn is_plain(byte: &Expr, stops: &[Expr]) -> Expr {
    let constant = |stop: &Expr| match stop {
        Expr::Const(Const::U64(stop)) => Some(*stop),
        _ => None,
    };
    let known: Vec<u64> = stops.iter().filter_map(constant).collect();
    let is_inside = |byte: &u64| {
        (*byte >= 0x20 || [b'\t', b'\n'].map(u64::from).contains(byte)) && *byte != ODD && !known.contains(byte)
    };
    let all: Vec<u64> = (0..END).filter(is_inside).collect();
    let mut ranges: Vec<&[u64]> = all.chunk_by(|one, next| one + 1 == *next).collect();
    ranges.sort_by_key(|range| !range.contains(&u64::from(b'a')));
    let within = |range: &&[u64]| (byte.clone() - range[0]).below(range.len() as u64);
    let first = ranges.first().map_or(Expr::from(false), within);
    let plain = ranges.iter().skip(1).map(within).fold(first, |any, it| any | it);
    let others = stops.iter().filter(|stop| constant(stop).is_none());
    others.fold(plain, |plain, stop| plain & byte.clone().is_not(stop.clone()))
}

impl Tokens {
    /// Skips characters up to one of these (U64), a control character or the end.
    pub fn skip_run(&self, b: &mut FunctionBuilder, stops: &[Expr]) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                each_while(b, |byte| is_plain(&byte, stops), |b| b.skip(1u64));
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
