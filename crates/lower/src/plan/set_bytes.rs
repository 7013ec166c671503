//! Finds nonzero data.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, Order, ValueType};

/// `first_set(region, from, to) -> position`: returns the position of the first `step` (1, 2, 4 or 8) bytes in a range
/// that are not all zero, or its end. The range is in the region.
pub(crate) fn first_set(step: u8) -> Function {
    let mut b = FunctionBuilder::new("first_set");
    b.rare();
    let region = b.value_param("region", ValueType::Bytes);
    let from = b.value_param("from", ValueType::U64);
    let to = b.value_param("to", ValueType::U64);
    let carried = vec![("pos", ValueType::U64, from.into()), ("is_set", ValueType::Bool, false.into())];
    let found = b.loop_while(
        carried,
        |vars| vars[0].below(to) & !vars[1],
        |b, vars| {
            let (left, most) = (to - vars[0], u64::from(step));
            let len = b.let_("len", left.clone().below(most).choose(left, most));
            let at = (region.into(), vars[0].into(), len.into());
            let section = b.section("bytes", at, vec![0; step.into()], ErrorCode::Truncated);
            let bits = Expr::Load { section, offset: 0, width: step, order: Order::Little };
            let is_set = b.let_("is_set", bits.is_not(0u64));
            vec![Expr::from(is_set).choose(vars[0], vars[0] + len), is_set.into()]
        },
    );
    b.finish(vec![found[0].into()], vec![ValueType::U64])
}
