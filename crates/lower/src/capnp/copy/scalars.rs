//! Copies lists of elements other than pointers.

use super::charged;
use crate::capnp::encode_pointer::{distance, pad};
use crate::capnp::list::{count, kind};
use crate::capnp::pointer::Kind;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, Datum, Expr, Function, Order, ValueType, VarId};

/// `copy_scalars(segment, pos, word)`: kinds 0 to 5 are elements of 0, 1, 8, 16, 32 and 64 bits.
pub(super) fn copy_scalars() -> Function {
    let mut b = FunctionBuilder::new("copy_scalars");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let word = b.value_param("word", ValueType::U64);
    let sizes = [(0u64, 0u64), (1, 1), (2, 8), (3, 16), (4, 32)];
    let arms = sizes.map(|(kind, bits)| {
        let body = b.block(|_| vec![bits.into()]);
        Arm { keys: vec![Const::U64(kind)], body }
    });
    let widest = b.block(|_| vec![64u64.into()]);
    let element = b.switch(kind(word), arms.to_vec(), widest, &[("element", ValueType::U64)])[0];
    let count = b.let_("count", count(word));
    let bits = b.let_("bits", count * element);
    let padded = b.let_("padded", Expr::from(bits).round_up(64) >> 3u64);
    let pos = charged(&mut b, segment, pos, padded);
    let kind_and_count = word & 0xffff_ffff_0000_0000u64;
    b.put_int(0, distance(0) | Kind::LIST.value | kind_and_count, 8, Order::Little);
    b.tail(&[], |b| {
        write_bits(b, segment, pos, bits);
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Writes this many bits, padded with zeros to a whole word.
fn write_bits(b: &mut FunctionBuilder, segment: VarId, pos: VarId, bits: VarId) {
    let whole = b.let_("whole", bits >> 3u64);
    let rest = b.let_("rest", bits & 7u64);
    b.at(segment, pos, &[], |b| {
        let bytes = b.read_span("bytes", whole);
        b.write(Datum::Span(bytes.into()));
        b.when(rest.is_not(0u64), |b| {
            let last = b.read_int("last", 1, Order::Little);
            let masks = (1u64..7).map(|bits| {
                let body = b.block(|_| vec![((1u64 << bits) - 1).into()]);
                Arm { keys: vec![Const::U64(bits)], body }
            });
            let masks = masks.collect();
            let seven = b.block(|_| vec![0x7fu64.into()]);
            let mask = b.switch(rest.into(), masks, seven, &[("mask", ValueType::U64)])[0];
            b.write_int(last & mask, 1, Order::Little);
        });
        vec![]
    });
    pad(b, (bits + 7u64) >> 3u64);
}
