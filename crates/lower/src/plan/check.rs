use super::block;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Types};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Order, ValueType};

/// Bounds a count of elements of at least `min_size` bytes by the remaining input. If elements can be empty, the charge
/// for their memory bounds the count.
pub(crate) fn bound_elements(b: &mut FunctionBuilder, count: Expr, min_size: u64) {
    if min_size > 0 {
        bound_count(b, count, min_size);
    }
}

/// Refuses a count of elements, with a minimum size greater than zero, that cannot fit in the remaining input.
pub(crate) fn bound_count(b: &mut FunctionBuilder, count: Expr, min_size: u64) {
    // Divides, because a product could wrap.
    b.check(count.at_most(Expr::Left / min_size), ErrorCode::Truncated);
}

/// Returns the cost of a number of elements of a size in bytes.
pub(crate) fn elements_cost(count: Expr, memory: u64) -> Expr {
    // Clamped, because a product could wrap; a schema that needs more than 4 GiB for one value has no valid value
    // anyway.
    let many = u64::from(u32::MAX);
    count.clone().at_most(many).choose(count, many) * memory.min(many)
}

/// Refuses a U64 or I64 outside the range of an integer of this many bits.
pub(crate) fn check_range(b: &mut FunctionBuilder, value: &Expr, bits: u8, signed: bool) {
    if bits < 64 {
        let kept = if signed { value.clone().sign_extended(bits) } else { value.clone().low_bits(bits) };
        b.check(value.clone().is(kept), ErrorCode::OutOfRange);
    }
}

/// Refuses a number (I64) outside the range of an enum, or without a name in a closed one.
pub(crate) fn check_enum(b: &mut FunctionBuilder, types: &Types, id: EnumId, number: &Expr) {
    let it = types.enumeration(id);
    if !it.open {
        return b.check(Expr::IsMember(id, Box::new(number.clone())), ErrorCode::UnknownEnumerator);
    }
    let kept = number.clone();
    let kept = if it.signed { kept.sign_extended(it.bits) } else { kept.low_bits(it.bits).reinterpret() };
    if it.bits < 64 {
        b.check(number.clone().is(kept), ErrorCode::OutOfRange);
    }
}

/// Maps a number (I64) to another (I64); refuses an enum's number without a pair.
pub(crate) fn map_number(b: &mut FunctionBuilder, from: Expr, pairs: Vec<(i64, i64)>) -> Expr {
    let arm = |(from, to): (i64, i64)| Arm { keys: vec![Const::I64(from)], body: b.block(|_| vec![to.into()]) };
    let arms = pairs.into_iter().map(arm).collect();
    let mut unknown = block(b, |b| b.fail(ErrorCode::UnknownEnumerator));
    unknown.yields = vec![0i64.into()];
    b.switch(from, arms, unknown, &[("mapped", ValueType::I64)])[0].into()
}

/// Appends a length or count (U64) as 32 bits; refuses a larger one.
pub(crate) fn write_len(b: &mut FunctionBuilder, len: Expr, order: Order) {
    b.check(len.clone().at_most(u64::from(u32::MAX)), ErrorCode::TooLarge);
    b.write_int(len, 4, order);
}
