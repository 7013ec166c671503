use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, Op, Place, UnknownKind};

/// Reports that this many bytes at a position of a region are dropped.
pub(crate) fn report_unknown_at(
    b: &mut FunctionBuilder,
    (region, pos, len): (impl Into<Expr>, Expr, Expr),
    what: UnknownKind,
    place: &Place,
) {
    b.at(region, pos, &[], |b| {
        let omitted = b.read_span("omitted", len);
        report_unknown(b, omitted, what, place);
        vec![]
    });
}

/// Reports that these bytes are dropped.
pub(crate) fn report_unknown(b: &mut FunctionBuilder, value: impl Into<Expr>, what: UnknownKind, place: &Place) {
    b.op(Op::ReportUnknown { place: place.clone(), what, value: value.into() });
}
