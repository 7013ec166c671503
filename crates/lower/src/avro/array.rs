//! Arrays of fixed length: an Avro fixed for 8-bit integers, and otherwise an Avro array of exactly this length.

use super::read::read_count;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Order, Place, ValueType};

/// Returns the signedness of the elements of an array that is a fixed.
pub(super) fn in_fixed(element: &Type) -> Option<bool> {
    match element {
        Type::Int { bits: 8, signed, .. } => Some(*signed),
        _ => None,
    }
}

/// Writes 8-bit integers.
pub(super) fn write_fixed(b: &mut FunctionBuilder, element: &Type, array: Place) {
    b.each(array, ("element", element.clone()), None, |b, item, _| {
        b.write_int(Expr::Get(item.into()), 1, Order::Little);
    });
}

/// Reads 8-bit integers.
pub(super) fn read_fixed(b: &mut FunctionBuilder, (element, len): (&Type, u32), array: Place, signed: bool) {
    b.fill(array, u64::from(len), ("element", element.clone()), |b, item, _| {
        let byte = Expr::from(b.read_int("byte", 1, Order::Little));
        b.set(item.into(), if signed { byte.sign_extended(8) } else { byte });
    });
}

/// Reads the blocks of an Avro array, and each element with the given function.
pub(super) fn read_blocks(
    b: &mut FunctionBuilder,
    (element, len): (&Type, u32),
    array: Place,
    read: impl FnOnce(&mut FunctionBuilder, Place),
) {
    let carried = vec![("left", ValueType::U64, 0u64.into())];
    let left = b.fill_carry(array, u64::from(len), ("element", element.clone()), carried, |b, item, _, vars| {
        let next = |b: &mut FunctionBuilder| {
            let count = read_count(b);
            let count = Expr::from(b.let_("count", count));
            b.check(count.clone().is_not(0u64), ErrorCode::BadLength);
            vec![count]
        };
        let left = b.if_yields(vars[0].is(0u64), &[("left", ValueType::U64)], next, |_| vec![vars[0].into()]);
        read(b, item.into());
        vec![left[0] - 1u64]
    });
    b.check(left[0].is(0u64), ErrorCode::BadLength);
    let end = read_count(b);
    b.check(end.is(0u64), ErrorCode::BadLength);
}
