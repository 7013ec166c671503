//! Digits with a point, as the General Decimal Arithmetic Specification converts numbers to scientific strings.

use super::number::{write_span, write_zeros};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, VarId};

/// Numbers with more zeros behind the point are written with an exponent.
pub const MOST_ZEROS: u64 = 5;

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
