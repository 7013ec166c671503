//! Tests whether bytes can be fields, which distinguishes a message of an unknown type from a string.

use super::one_less;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, Expr, FuncId, Function, ValueType};

/// Defines `are_fields(end, levels) -> fits`: tests whether the window consists of fields, or of a group's fields up to
/// its end tag.
pub(super) fn define(module: &mut ModuleBuilder) -> FuncId {
    let varint = module.add(try_varint());
    let itself = module.declare();
    module.define(itself, are_fields(itself, varint));
    itself
}

/// `are_fields(end, levels) -> fits`. Groups nest up to this many levels; the end tag is 0 outside of groups.
fn are_fields(itself: FuncId, varint: FuncId) -> Function {
    let mut b = FunctionBuilder::new("are_fields");
    b.rare();
    let end = Expr::from(b.value_param("end", ValueType::U64));
    let levels = Expr::from(b.value_param("levels", ValueType::U64));
    let state = [("more", ValueType::Bool), ("fits", ValueType::Bool)];
    let last = b.loop_while(
        vec![("more", ValueType::Bool, true.into()), ("fits", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let next = b.if_yields(
                Expr::Left.is(0u64),
                &state,
                |_| vec![false.into(), end.clone().is(0u64)],
                |b| {
                    let before = b.let_("before", Expr::Left);
                    let key = b.call(varint, vec![], &VARINT);
                    let is_short = (before - Expr::Left).at_most(5u64);
                    let key_fits = b.let_("key_fits", key[0] & is_short);
                    let ends = key[1].is(end.clone()) & end.clone().is_not(0u64);
                    let ends = b.let_("ends", ends);
                    let fits = b.if_yields(
                        ends.into(),
                        &state[1..],
                        |_| vec![true.into()],
                        |b| vec![skips_field(b, (itself, varint), key[1].into(), &levels)],
                    );
                    let fits = b.let_("fits", key_fits & fits[0]);
                    vec![fits & !ends, fits.into()]
                },
            );
            next.into_iter().map(Expr::from).collect()
        },
    );
    b.finish(vec![last[1].into()], vec![ValueType::Bool])
}

/// Skips the value after a key, if it is complete; Bool.
fn skips_field(b: &mut FunctionBuilder, (are_fields, varint): (FuncId, FuncId), key: Expr, levels: &Expr) -> Expr {
    let fits = [("fits", ValueType::Bool)];
    let arms = vec![
        yielding(b, 0, |b| b.call(varint, vec![], &VARINT)[0].into()),
        yielding(b, 1, |b| skips(b, 8u64.into())),
        yielding(b, 2, |b| {
            let len = b.call(varint, vec![], &VARINT);
            // An invalid length counts as longer than the rest.
            skips(b, Expr::from(len[0]).choose(len[1], u64::MAX))
        }),
        yielding(b, 3, |b| {
            let group = |b: &mut FunctionBuilder| {
                let args = vec![Arg::Value(key.clone() + 1u64), Arg::Value(one_less(levels))];
                vec![b.call(are_fields, args, &fits)[0].into()]
            };
            b.if_yields(levels.clone().is_not(0u64), &fits, group, |_| vec![false.into()])[0].into()
        }),
        yielding(b, 5, |b| skips(b, 4u64.into())),
    ];
    let other = b.block(|_| vec![false.into()]);
    let found = b.switch(key.clone() & 7u64, arms, other, &fits)[0];
    key.clone().at_most(u64::from(u32::MAX)) & Expr::from(8u64).at_most(key) & found
}

/// Skips this many bytes if they exist; Bool.
fn skips(b: &mut FunctionBuilder, len: Expr) -> Expr {
    let is_there = b.let_("is_there", len.clone().at_most(Expr::Left));
    b.when(is_there.into(), |b| b.skip(len));
    is_there.into()
}

const VARINT: [(&str, ValueType); 2] = [("is_varint", ValueType::Bool), ("value", ValueType::U64)];

/// `try_varint() -> (is_varint, value)`: a varint of at most 10 bytes, if there is one.
fn try_varint() -> Function {
    let mut b = FunctionBuilder::new("try_varint");
    b.rare();
    let carried = vec![
        ("value", ValueType::U64, 0u64.into()),
        ("unit", ValueType::U64, 1u64.into()),
        ("fits", ValueType::Bool, true.into()),
        ("more", ValueType::Bool, true.into()),
    ];
    let last = b.loop_while(
        carried,
        |carried| carried[3].into(),
        |b, carried| {
            let next = Expr::from(b.peek("next"));
            let (value, unit) = (Expr::from(carried[0]), Expr::from(carried[1]));
            // The tenth byte holds only one of the 64 bits.
            let is_tenth = unit.clone().is(1u64 << 63);
            let fits = next.clone().is_not(256u64) & (!is_tenth | next.clone().at_most(1u64));
            let fits = b.let_("fits", fits);
            b.when(fits.into(), |b| b.skip(1u64));
            let value = value + (next.clone() & 0x7fu64) * unit.clone();
            let more = fits & Expr::from(0x80u64).at_most(next);
            vec![value, unit << 7u64, fits.into(), more]
        },
    );
    b.finish(vec![last[2].into(), last[0].into()], vec![ValueType::Bool, ValueType::U64])
}

fn yielding(b: &mut FunctionBuilder, wire_type: u64, body: impl FnOnce(&mut FunctionBuilder) -> Expr) -> Arm {
    Arm { keys: vec![Const::U64(wire_type)], body: b.block(|b| vec![body(b)]) }
}
