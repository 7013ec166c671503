//! The ranges of results, from those of the operands.

use super::range::{Range, Scalar};
use crate::{BinaryOp, UnaryOp};

/// Returns the range of an operator's result; `ty` is the operands' type.
pub(super) fn binary(op: BinaryOp, ty: Scalar, left: Range, right: Range) -> Range {
    if let (Some(one), Some(other)) = (left.exactly(), right.exactly())
        && let Some(result) = constant(op, ty, one, other)
    {
        return Range::exact(result);
    }
    let found = match op {
        BinaryOp::Add => wrapped(ty, left.min() + right.min(), left.max() + right.max()),
        BinaryOp::Sub => wrapped(ty, left.min() - right.max(), left.max() - right.min()),
        BinaryOp::Mul => product(ty, left, right),
        BinaryOp::Div => right.exactly().and_then(|divisor| quotient(ty, left, divisor)),
        BinaryOp::Rem => right.exactly().map(|divisor| remainder(left, divisor)),
        BinaryOp::And => and(left, right),
        BinaryOp::Or => {
            both_positive(left, right).then(|| Range::new(left.min().max(right.min()), left.union(right).bits()))
        }
        BinaryOp::Xor => both_positive(left, right).then(|| Range::new(0, left.union(right).bits())),
        BinaryOp::Shl => right.exactly().and_then(|bits| product(ty, left, Range::exact(1 << (bits & 63)))),
        BinaryOp::Shr => right.exactly().map(|bits| Range::new(left.min() >> (bits & 63), left.max() >> (bits & 63))),
        BinaryOp::Eq => return truth(left.intersection(right).map_or(Some(false), |_| None)),
        BinaryOp::Ne => return truth(left.intersection(right).map_or(Some(true), |_| None)),
        BinaryOp::Lt => return truth(order(left.max() < right.min(), left.min() >= right.max())),
        BinaryOp::Le => return truth(order(left.max() <= right.min(), left.min() > right.max())),
    };
    found.unwrap_or(ty.range())
}

/// Returns the range of an operator's result; `ty` is the result's type.
pub(super) fn unary(op: UnaryOp, ty: Scalar, value: Range) -> Range {
    match op {
        UnaryOp::Not => Range::new(1 - value.max(), 1 - value.min()),
        UnaryOp::Complement => Range::new(Range::U64.max() - value.max(), Range::U64.max() - value.min()),
        UnaryOp::Reinterpret => wrapped(ty, value.min(), value.max()).unwrap_or(ty.range()),
    }
}

/// Returns the range of the low bits of a value.
pub(super) fn low_bits(bits: u8, signed: bool, value: Range) -> Range {
    let all = Range::of_bits(bits, signed);
    modulo(all, value.min(), value.max()).unwrap_or(all)
}

fn constant(op: BinaryOp, ty: Scalar, left: i128, right: i128) -> Option<i128> {
    // A shift's second operand is a U64 always.
    let other = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) { Scalar::U64 } else { ty };
    ty.constant(left).binary(op, &other.constant(right))?.number()
}

/// Returns the values of a type that are congruent to these integers; `None` if they are not in one piece.
fn wrapped(ty: Scalar, min: i128, max: i128) -> Option<Range> {
    modulo(ty.range(), min, max)
}

fn modulo(all: Range, min: i128, max: i128) -> Option<Range> {
    let count = all.max() - all.min() + 1;
    let turns = (min - all.min()).div_euclid(count);
    (turns == (max - all.min()).div_euclid(count)).then(|| Range::new(min - turns * count, max - turns * count))
}

fn product(ty: Scalar, left: Range, right: Range) -> Option<Range> {
    let factors =
        [(left.min(), right.min()), (left.min(), right.max()), (left.max(), right.min()), (left.max(), right.max())];
    let mut products = factors.into_iter().map(|(one, other)| one.checked_mul(other));
    let first = Range::exact(products.next()??);
    let all = products.try_fold(first, |all, product| Some(all.union(Range::exact(product?))))?;
    wrapped(ty, all.min(), all.max())
}

fn quotient(ty: Scalar, left: Range, divisor: i128) -> Option<Range> {
    let ends = Range::exact(left.min().checked_div(divisor)?).union(Range::exact(left.max().checked_div(divisor)?));
    wrapped(ty, ends.min(), ends.max())
}

fn remainder(left: Range, divisor: i128) -> Range {
    let most = (divisor.abs() - 1).max(0);
    if left.is_non_negative() && left.max() <= most {
        return left;
    }
    Range::new(if left.is_non_negative() { 0 } else { -most }, if left.max() <= 0 { 0 } else { most })
}

fn and(left: Range, right: Range) -> Option<Range> {
    match (left.is_non_negative(), right.is_non_negative()) {
        (true, true) => Some(Range::new(0, left.max().min(right.max()))),
        (true, false) => Some(Range::new(0, left.max())),
        (false, true) => Some(Range::new(0, right.max())),
        (false, false) => None,
    }
}

fn both_positive(left: Range, right: Range) -> bool {
    left.is_non_negative() && right.is_non_negative()
}

fn order(holds: bool, fails: bool) -> Option<bool> {
    (holds || fails).then_some(holds)
}

fn truth(value: Option<bool>) -> Range {
    value.map_or(Range::BOOL, |value| Range::exact(i128::from(value)))
}
