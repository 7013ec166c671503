//! Chunks and the ends of values (clause 9.3.4.4).

use super::super::read::Layout;
use super::flow::NO_CHUNKS;
use super::plan::Tools;
use super::tag;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// The end of a value is at a multiple of four: less is padding.
const MOST_PADDING: u64 = 3;

/// Returns true for the length of a chunk.
pub(super) fn is_length(number: impl Into<Expr>) -> Expr {
    (number.into() - 1u64).below(tag::VALUE - 1)
}

/// Returns true for the tag of a value that is not null and did not occur before.
pub(super) fn is_value(number: impl Into<Expr>) -> Expr {
    (number.into() - tag::VALUE).at_most(tag::FLAGS)
}

/// `next_chunk(end, mask, origin, little) -> end`: begins the next chunk if the last one has no room for an integer, behind the padding
/// that `mask` says. Padding can be in the last chunk.
pub(super) fn next_chunk() -> Function {
    let mut b = FunctionBuilder::new("next_chunk");
    let [end, mask] = ["end", "mask"].map(|name| b.value_param(name, ValueType::U64));
    let layout = Layout::params(&mut b);
    b.check(Expr::Pos.at_most(end), ErrorCode::BadLength);
    let at = Expr::Pos + ((layout.origin - Expr::Pos) & mask);
    let behind = b.if_yields(
        at.below(end),
        &[("end", ValueType::U64)],
        |_| vec![end.into()],
        |b| {
            b.skip(end - Expr::Pos);
            let len = layout.read(b, "chunk", 4);
            b.check(is_length(len.clone()), ErrorCode::BadLength);
            vec![Expr::Pos + len]
        },
    )[0];
    b.finish(vec![behind.into()], vec![ValueType::U64])
}

/// `leave_value(end, level, is_cut, origin, little)`: moves to the end of a value with chunks. If it is cut down to a base, members
/// of the derived type precede it. One tag can end several values; that of an outer one stays.
pub(super) fn leave_value(tools: Tools) -> Function {
    let mut b = FunctionBuilder::new("leave_value");
    let [end, level] = ["end", "level"].map(|name| b.value_param(name, ValueType::U64));
    let is_cut = b.value_param("is_cut", ValueType::Bool);
    let layout = Layout::params(&mut b);
    b.check(Expr::Pos.at_most(end), ErrorCode::BadLength);
    b.check(Expr::from(is_cut) | (end - Expr::Pos).at_most(MOST_PADDING), ErrorCode::BadLength);
    b.skip(end - Expr::Pos);
    b.loop_while(
        vec![("depth", ValueType::U64, level.into())],
        |carried| Expr::from(level).at_most(carried[0]),
        |b, carried| {
            b.read_align(4u64, layout.origin);
            let next = b.at(Expr::Input, Expr::Pos, &[("next", ValueType::U64)], |b| {
                vec![b.read_int("next", 4, Order::LittleIf(layout.little)).into()]
            })[0];
            let depth = carried[0];
            let is_end = (next >> 31u64).is(1u64);
            let left = |b: &mut FunctionBuilder| {
                let ended = b.let_("ended", Expr::from(1u64 << 32) - next);
                b.check(ended.at_most(depth), ErrorCode::Mismatch);
                let is_own = Expr::from(level).at_most(ended);
                b.when(is_own, |b| b.skip(4u64));
                vec![ended - 1u64]
            };
            let skipped = |b: &mut FunctionBuilder| {
                b.check(is_cut.into(), ErrorCode::BadLength);
                b.skip(4u64);
                vec![skip_part(b, tools, (next, depth), layout)]
            };
            let behind = b.if_yields(is_end, &[("depth", ValueType::U64)], left, skipped);
            vec![behind[0].into()]
        },
    );
    b.finish(vec![], vec![])
}

/// Skips a chunk, or what precedes the members of a value; returns how many values enclose what follows.
fn skip_part(b: &mut FunctionBuilder, tools: Tools, (next, depth): (VarId, VarId), layout: Layout) -> Expr {
    let depths = [("depth", ValueType::U64)];
    let value = |b: &mut FunctionBuilder| {
        b.check((next & tag::HAS_CHUNKS).is_not(0u64), ErrorCode::BadLength);
        let args = [next, layout.origin, layout.little].map(|it| Arg::Value(it.into())).to_vec();
        b.call(tools.skip_header, args, &[]);
        vec![depth + 1u64]
    };
    let chunk = |b: &mut FunctionBuilder| {
        b.check(next.is(tag::NULL) | is_length(next), ErrorCode::Mismatch);
        b.skip(next);
        vec![depth.into()]
    };
    b.if_yields(is_value(next), &depths, value, chunk)[0].into()
}

/// The end of a chunk that has not begun yet, or of none.
pub(super) fn before_chunk(has_chunks: Expr) -> Expr {
    has_chunks.choose(Expr::Pos, NO_CHUNKS)
}
