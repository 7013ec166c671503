//! Writing, as the General Decimal Arithmetic Specification converts numbers to scientific strings.

use super::{SIGN_BIT, scale};
use crate::json::known::write_digits;
use crate::text::number::{write_span, write_zeros};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Function, ValueType, VarId, WriteLeaf};

const BILLION: u64 = 1_000_000_000;
const LOW_32: u64 = 0xffff_ffff;

/// Numbers with more zeros behind the point are written with an exponent.
const MOST_ZEROS: u64 = 5;

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
        b.if_else(is_plain, |b| write_plain(b, len, scale), |b| write_scientific(b, len, scale));
        vec![]
    });
    b.write_bytes(b"\"");
    b.finish(vec![], vec![])
}

/// Yields the digits of the magnitude.
fn magnitude(b: &mut FunctionBuilder, low: &Expr, high: &Expr) -> VarId {
    let mut limbs = [high.clone() & LOW_32, low.clone() >> 32u64, low.clone() & LOW_32];
    let mut groups = Vec::new();
    for _ in 0..3 {
        let mut rest = Expr::from(0u64);
        limbs = limbs.map(|limb| {
            let part = Expr::from(b.let_("part", rest.clone() << 32u64 | limb));
            rest = part.clone() % BILLION;
            b.let_("quotient", part / BILLION).into()
        });
        groups.push(Expr::from(b.let_("group", rest)));
    }
    let [.., last] = limbs;
    let [first, second, third] = [0, 1, 2].map(|index| groups[index].clone());
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

/// Writes the digits of the region with a point.
fn write_plain(b: &mut FunctionBuilder, len: VarId, scale: VarId) {
    let whole = b.let_("whole", scale.below(len).choose(len - scale, 0u64));
    b.if_else(
        whole.is(0u64),
        |b| {
            b.write_bytes(b"0.");
            write_zeros(b, scale - len);
        },
        |b| {
            write_span(b, whole.into());
            b.when(scale.is_not(0u64), |b| b.write_bytes(b"."));
        },
    );
    write_span(b, Expr::Left);
}

/// Writes the digits of the region with an exponent, which is negative.
fn write_scientific(b: &mut FunctionBuilder, len: VarId, scale: VarId) {
    write_span(b, 1u64.into());
    b.when(Expr::Left.is_not(0u64), |b| {
        b.write_bytes(b".");
        write_span(b, Expr::Left);
    });
    b.write_bytes(b"E-");
    b.write_leaf(WriteLeaf::DecimalUint, vec![scale + 1u64 - len]);
}
