use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Omission, Op, Place};

/// Tells that so many bytes at a position of a region are left out.
pub(crate) fn omit_at(
    b: &mut FunctionBuilder,
    (region, pos, len): (impl Into<Expr>, Expr, Expr),
    what: Omission,
    place: &Place,
) {
    b.at(region, pos, &[], |b| {
        let omitted = b.read_span("omitted", len);
        omit(b, omitted, what, place);
        vec![]
    });
}

/// Tells that these bytes are left out.
pub(crate) fn omit(b: &mut FunctionBuilder, value: impl Into<Expr>, what: Omission, place: &Place) {
    b.op(Op::Omit { place: place.clone(), what, value: value.into() });
}
