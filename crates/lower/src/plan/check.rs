use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Types};
use polywire_ir::{ErrorCode, Expr, Order};

/// Refuses a count of elements, each of at least `least` bytes, that the input left cannot hold; where elements can be
/// empty, takes them from the budget instead.
pub(crate) fn bound_count(b: &mut FunctionBuilder, count: Expr, least: u64) {
    if least == 0 {
        return b.charge(count);
    }
    // A quotient, because a product could wrap.
    b.check(count.at_most(Expr::Left.over(least)), ErrorCode::Truncated);
}

/// Refuses a U64 or I64 outside the range of an integer of so many bits.
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

/// Appends a length or count (U64) as 32 bits; refuses a larger one.
pub(crate) fn write_len(b: &mut FunctionBuilder, len: Expr, order: Order) {
    b.check(len.clone().at_most(u64::from(u32::MAX)), ErrorCode::TooLarge);
    b.write_int(len, 4, order);
}
