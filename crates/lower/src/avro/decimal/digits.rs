//! From limbs, the most significant one first and each big-endian, to digits.

use super::{GROUP, GROUP_DIGITS, LIMB, LIMB_BITS, LIMB_MASK};
use crate::text::number::write_digits;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Expr, FuncId, Function, Order, ValueType, VarId, WriteLeaf};

/// `magnitude(limbs)`: writes the digits of a number. Those of its quotient precede the last group.
pub(super) fn magnitude(module: &mut ModuleBuilder) -> FuncId {
    let id = module.declare();
    let mut b = FunctionBuilder::new("write_magnitude");
    let limbs = b.value_param("limbs", ValueType::Bytes);
    let quotient = b.scratch("quotient", |b| {
        b.at(limbs, 0u64, &[], |b| {
            divide(b);
            vec![]
        });
    });
    // The remainder has the low bits of the difference.
    let [low, above] = [limbs, quotient].map(|it| last_limb(&mut b, it));
    let group = b.let_("group", (low - above * GROUP).low_bits(LIMB_BITS));
    b.if_else(
        Expr::from(quotient).bytes_len().is(0u64),
        |b| b.write_leaf(WriteLeaf::DecimalUint, vec![group.into()]),
        |b| {
            b.call(id, vec![Arg::Value(quotient.into())], &[]);
            write_digits(b, &group.into(), GROUP_DIGITS);
        },
    );
    module.define(id, b.finish(vec![], vec![]));
    id
}

/// Writes the quotient of the limbs of the region and [`GROUP`], without leading zeros.
fn divide(b: &mut FunctionBuilder) {
    b.loop_while(
        vec![("rest", ValueType::U64, 0u64.into()), ("is_begun", ValueType::Bool, false.into())],
        |_| Expr::Left.is_not(0u64),
        |b, carried| {
            let limb = b.read_int("limb", LIMB, Order::Big);
            let part = b.let_("part", carried[0] << u64::from(LIMB_BITS) | limb);
            let quotient = b.let_("quotient", part / GROUP);
            let is_begun = b.let_("begins", Expr::from(carried[1]) | quotient.is_not(0u64));
            b.when(is_begun.into(), |b| b.write_int(quotient, LIMB, Order::Big));
            vec![part % GROUP, is_begun.into()]
        },
    );
}

/// Returns the least significant limb; 0 if there is none.
pub(super) fn last_limb(b: &mut FunctionBuilder, limbs: VarId) -> Expr {
    let len = b.let_("len", Expr::from(limbs).bytes_len());
    let last = |b: &mut FunctionBuilder| {
        let last = b.at(limbs, len - u64::from(LIMB), &[("limb", ValueType::U64)], |b| {
            vec![b.read_int("limb", LIMB, Order::Big).into()]
        });
        vec![last[0].into()]
    };
    b.if_yields(len.is(0u64), &[("last", ValueType::U64)], |_| vec![0u64.into()], last)[0].into()
}

/// `negated(limbs)`: writes the limbs of the negative of a two's complement.
pub(super) fn negated() -> Function {
    let mut b = FunctionBuilder::new("write_negated");
    let limbs = b.value_param("limbs", ValueType::Bytes);
    let reversed = b.scratch("reversed", |b| {
        let carry = each_from_last(b, limbs, Order::Big, 1u64.into(), |b, limb, carry| {
            let sum = b.let_("sum", (Expr::from(limb) ^ LIMB_MASK) + carry);
            b.write_int(Expr::from(sum).low_bits(LIMB_BITS), LIMB, Order::Little);
            sum >> u64::from(LIMB_BITS)
        });
        b.when(carry.is_not(0u64), |b| b.write_int(carry, LIMB, Order::Little));
    });
    reverse(&mut b, reversed);
    b.finish(vec![], vec![])
}

/// Writes limbs, of which the least significant one is first and each is little-endian, the other way round.
pub(super) fn reverse(b: &mut FunctionBuilder, limbs: VarId) {
    each_from_last(b, limbs, Order::Little, 0u64.into(), |b, limb, carry| {
        b.write_int(limb, LIMB, Order::Big);
        carry.into()
    });
}

/// Reads limbs from the last one on. The body gets the carry, and returns the next one.
fn each_from_last(
    b: &mut FunctionBuilder,
    limbs: VarId,
    order: Order,
    carry: Expr,
    body: impl FnOnce(&mut FunctionBuilder, VarId, VarId) -> Expr,
) -> VarId {
    let len = b.let_("len", Expr::from(limbs).bytes_len());
    let carried = vec![("at", ValueType::U64, len.into()), ("carry", ValueType::U64, carry)];
    let last = b.loop_while(
        carried,
        |carried| carried[0].is_not(0u64),
        |b, carried| {
            let at = b.let_("limb_at", carried[0] - u64::from(LIMB));
            let limb = b.at(limbs, at, &[("limb", ValueType::U64)], |b| vec![b.read_int("limb", LIMB, order).into()]);
            let carry = body(b, limb[0], carried[1]);
            vec![at.into(), carry]
        },
    );
    last[1]
}
