//! Writing, as the General Decimal Arithmetic Specification converts numbers to scientific strings.

use super::{SIGN_BIT, scale};
use crate::text::decimal::{BILLION, MOST_ZEROS, groups_of_limbs, write_plain, write_scientific};
use crate::text::number::write_digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Function, ValueType, VarId, WriteLeaf};

const LOW_32: u64 = 0xffff_ffff;

/// `write_decimal(low, high)`.
pub(super) fn write_decimal() -> Function {
    let mut b = FunctionBuilder::new("write_decimal");
    let low = Expr::from(b.value_param("low", ValueType::U64));
    let high = Expr::from(b.value_param("high", ValueType::U64));
    let scale = b.let_("scale", scale(&high));
    b.write_bytes(b"\"");
    b.when((high.clone() >> SIGN_BIT).is_not(0u64), |b| b.write_bytes(b"-"));
    let digits = magnitude(&mut b, &low, &high);
    let len = b.let_("len", Expr::from(digits).bytes_len());
    let is_plain = scale.below(len + (MOST_ZEROS + 1));
    b.at(digits, 0u64, &[], |b| {
        b.if_else(is_plain, |b| write_plain(b, len, scale), |b| write_small(b, len, scale));
        vec![]
    });
    b.write_bytes(b"\"");
    b.finish(vec![], vec![])
}

/// Writes the digits of the region with an exponent, which is negative.
fn write_small(b: &mut FunctionBuilder, len: VarId, scale: VarId) {
    write_scientific(b);
    b.write_bytes(b"E-");
    b.write_leaf(WriteLeaf::DecimalUint, vec![scale + 1u64 - len]);
}

/// Yields the digits of the magnitude.
fn magnitude(b: &mut FunctionBuilder, low: &Expr, high: &Expr) -> VarId {
    let limbs = [high.clone() & LOW_32, low.clone() >> 32u64, low.clone() & LOW_32];
    let ([first, second, third], last) = groups_of_limbs(b, limbs);
    let upper = b.let_("upper", last * BILLION + third);
    let lower = Expr::from(b.let_("lower", second * BILLION + first));
    b.scratch("digits", |b| {
        b.if_else(
            upper.is_not(0u64),
            |b| {
                b.write_leaf(WriteLeaf::DecimalUint, vec![upper.into()]);
                write_digits(b, &lower, 18);
            },
            |b| b.write_leaf(WriteLeaf::DecimalUint, vec![lower.clone()]),
        );
    })
}
