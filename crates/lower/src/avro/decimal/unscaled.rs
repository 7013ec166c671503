//! From digits to limbs, the least significant one first and each little-endian, and to the bytes of a number.

use super::digits::reverse;
use super::{GROUP, GROUP_DIGITS, LIMB, LIMB_BITS, LIMB_MASK};
use crate::text::number::{read_digit, repeat, write_span};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// The functions that write the big-endian two's complement of a number.
#[derive(Clone, Copy)]
pub(super) struct Unscaled {
    /// `(limbs, is_negative, size)`: writes the number with the limbs, followed by the digits of the region.
    append: FuncId,
}

impl Unscaled {
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let complement = module.add(write_complement());
        let append = module.declare();
        module.define(append, append_digits(append, complement));
        Self { append }
    }

    /// Writes a number of these digits in `size` bytes, or if that is 0, in as few as hold it.
    pub fn write(self, b: &mut FunctionBuilder, digits: VarId, is_negative: VarId, size: Expr) {
        b.at(digits, 0u64, &[], |b| {
            let args = [[].as_slice().into(), is_negative.into(), size].map(Arg::Value);
            b.call(self.append, args.to_vec(), &[]);
            vec![]
        });
    }
}

fn params(b: &mut FunctionBuilder) -> [VarId; 3] {
    let types = [("limbs", ValueType::Bytes), ("is_negative", ValueType::Bool), ("size", ValueType::U64)];
    types.map(|(name, ty)| b.value_param(name, ty))
}

fn append_digits(own: FuncId, complement: FuncId) -> Function {
    let mut b = FunctionBuilder::new("append_digits");
    let [limbs, is_negative, size] = params(&mut b);
    let args = |limbs: VarId| [limbs, is_negative, size].map(|it| Arg::Value(it.into())).to_vec();
    b.if_else(
        Expr::Left.is(0u64),
        |b| drop(b.call(complement, args(limbs), &[])),
        |b| {
            let group = read_group(b);
            let next = b.scratch("next", |b| {
                b.at(limbs, 0u64, &[], |b| {
                    multiply(b, group);
                    vec![]
                });
            });
            b.call(own, args(next), &[]);
        },
    );
    b.finish(vec![], vec![])
}

/// Reads the digits that make the number of those that are left a multiple of [`GROUP_DIGITS`].
fn read_group(b: &mut FunctionBuilder) -> Expr {
    let count = b.let_("count", (Expr::Left - 1u64) % u64::from(GROUP_DIGITS) + 1u64);
    let carried = vec![("group", ValueType::U64, 0u64.into()), ("left", ValueType::U64, count.into())];
    let last = b.loop_while(
        carried,
        |carried| carried[1].is_not(0u64),
        |b, carried| {
            let digit = read_digit(b);
            vec![carried[0] * 10u64 + digit, carried[1] - 1u64]
        },
    );
    last[0].into()
}

/// Writes the product of the limbs of the region and [`GROUP`], plus a number.
fn multiply(b: &mut FunctionBuilder, plus: Expr) {
    let carry = b.loop_while(
        vec![("carry", ValueType::U64, plus)],
        |_| Expr::Left.is_not(0u64),
        |b, carried| {
            let limb = b.read_int("limb", LIMB, Order::Little);
            let product = b.let_("product", limb * GROUP + carried[0]);
            b.write_int(Expr::from(product).low_bits(LIMB_BITS), LIMB, Order::Little);
            vec![product >> u64::from(LIMB_BITS)]
        },
    );
    b.when(carry[0].is_not(0u64), |b| b.write_int(carry[0], LIMB, Order::Little));
}

/// `write_complement(limbs, is_negative, size)`.
fn write_complement() -> Function {
    let mut b = FunctionBuilder::new("write_complement");
    let [limbs, is_negative, size] = params(&mut b);
    let mask = b.let_("mask", Expr::from(is_negative).choose(LIMB_MASK, 0u64));
    let wide = b.scratch("wide", |b| {
        b.at(limbs, 0u64, &[], |b| {
            let carry = b.loop_while(
                vec![("carry", ValueType::U64, Expr::from(is_negative).as_int())],
                |_| Expr::Left.is_not(0u64),
                |b, carried| {
                    let limb = b.read_int("limb", LIMB, Order::Little);
                    let sum = b.let_("sum", (limb ^ mask) + carried[0]);
                    b.write_int(Expr::from(sum).low_bits(LIMB_BITS), LIMB, Order::Little);
                    vec![sum >> u64::from(LIMB_BITS)]
                },
            );
            // A limb for the sign.
            b.write_int((mask + carry[0]).low_bits(LIMB_BITS), LIMB, Order::Little);
            vec![]
        });
    });
    let bytes = b.scratch("bytes", |b| reverse(b, wide));
    b.at(bytes, 0u64, &[], |b| {
        skip_repeated_sign(b, bytes);
        write_in(b, size);
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Moves over the bytes that only repeat the sign of the rest.
fn skip_repeated_sign(b: &mut FunctionBuilder, bytes: VarId) {
    let first = repeats_sign(b, bytes);
    b.loop_while(
        vec![("more", ValueType::Bool, first)],
        |carried| carried[0].into(),
        |b, _| {
            b.skip(1u64);
            vec![repeats_sign(b, bytes)]
        },
    );
}

/// Tests whether the next byte is that of the sign of the one behind it; Bool.
fn repeats_sign(b: &mut FunctionBuilder, bytes: VarId) -> Expr {
    let look = |b: &mut FunctionBuilder| {
        let pair =
            b.at(bytes, Expr::Pos, &[("pair", ValueType::U64)], |b| vec![b.read_int("pair", 2, Order::Big).into()]);
        let sign = b.let_("sign", pair[0] >> 7u64);
        vec![sign.is(0u64) | sign.is(0x1ffu64)]
    };
    b.if_yields(Expr::Left.below(2u64), &[("repeats", ValueType::Bool)], |_| vec![false.into()], look)[0].into()
}

/// Writes the rest of the region in `size` bytes, or if that is 0, as it is.
fn write_in(b: &mut FunctionBuilder, size: VarId) {
    b.check(size.is(0u64) | Expr::Left.at_most(size), ErrorCode::OutOfRange);
    let first = b.peek("first");
    let sign = b.let_("sign", Expr::from(0x7fu64).below(first).choose(0xffu64, 0u64));
    let padding = b.let_("padding", size.is(0u64).choose(0u64, Expr::from(size) - Expr::Left));
    repeat(b, padding.into(), |b| b.write_int(sign, 1, Order::Big));
    write_span(b, Expr::Left);
}
