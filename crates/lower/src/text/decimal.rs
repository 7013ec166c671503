//! Texts of decimal numbers, written as the General Decimal Arithmetic Specification converts numbers to scientific strings.

use super::class::is_digit;
use super::number::{read_digit, write_span, write_zeros};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, ValueType, VarId};

/// Numbers with more zeros behind the point are written with an exponent.
pub const MOST_ZEROS: u64 = 5;

/// Nine digits.
pub const BILLION: u64 = 1_000_000_000;

/// Returns groups of nine digits of a number, the last ones first, and what is above them. The limbs have 32 bits each, the most
/// significant one first, and `GROUPS` is large enough that what is above has no more.
pub fn groups_of_limbs<const LIMBS: usize, const GROUPS: usize>(
    b: &mut FunctionBuilder,
    mut limbs: [Expr; LIMBS],
) -> ([Expr; GROUPS], Expr) {
    let groups = std::array::from_fn(|_| {
        let mut rest = Expr::from(0u64);
        for limb in &mut limbs {
            let part = Expr::from(b.let_("part", rest.clone() << 32u64 | limb.clone()));
            rest = part.clone() % BILLION;
            *limb = b.let_("quotient", part / BILLION).into();
        }
        b.let_("group", rest).into()
    });
    (groups, limbs[LIMBS - 1].clone())
}

/// Tests whether a digit or a point follows; Bool.
pub fn is_digit_or_point(b: &mut FunctionBuilder) -> Expr {
    let next = Expr::from(b.peek("next"));
    b.let_("more", is_digit(next.clone()) | next.is(u64::from(b'.'))).into()
}

/// Reads an optional sign and at least one digit, up to the end of the region; yields whether the sign is a minus, and the magnitude,
/// which is at most `most`.
pub fn read_exponent_digits(b: &mut FunctionBuilder, most: u64) -> (VarId, VarId) {
    let negative = b.matches("negative", b"-");
    b.when(!negative, |b| {
        b.matches("positive", b"+");
    });
    let first = read_digit(b);
    let carried = vec![("exponent", ValueType::U64, first)];
    let exponent = b.loop_while(
        carried,
        |_| Expr::Left.is_not(0u64),
        |b, carried| {
            let exponent = Expr::from(b.let_("exponent", carried[0] * 10u64));
            let exponent = exponent + read_digit(b);
            b.check(exponent.clone().below(most + 1), ErrorCode::OutOfRange);
            vec![exponent]
        },
    );
    (negative, exponent[0])
}

/// Writes the digits of the region, `len` of them, with `scale` behind the point.
pub fn write_plain(b: &mut FunctionBuilder, len: VarId, scale: VarId) {
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

/// Writes the digits of the region with the point behind the first one.
pub fn write_scientific(b: &mut FunctionBuilder) {
    write_span(b, 1u64.into());
    b.when(Expr::Left.is_not(0u64), |b| {
        b.write_bytes(b".");
        write_span(b, Expr::Left);
    });
}
