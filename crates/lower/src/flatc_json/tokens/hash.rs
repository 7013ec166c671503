//! Hashes of texts: FNV-1 and FNV-1a.

use super::read;
use crate::text::class::is_quote;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, FuncId, Function, Order, PureLeaf, ValueType};
use polywire_model::attr::FlatbuffersHash;

const BASIS_32: u64 = 0x811c_9dc5;
const PRIME_32: u64 = 0x0100_0193;
/// FlatBuffers' own: the usual one ends with 2325.
const BASIS_64: u64 = 0xcbf2_9ce4_8422_2645;
const PRIME_64: u64 = 0x0100_0000_01b3;

/// `hash_text() -> value`: of a text, with or without quotes, up to its first NUL.
pub fn read_hash(hash: FlatbuffersHash, string: FuncId, word: FuncId) -> Function {
    let mut b = FunctionBuilder::new(format!("hash_fnv1{}_{}", if hash.a { "a" } else { "" }, hash.bits));
    let quoted = is_quote(b.peek("quote").into());
    let text = b.if_yields(
        quoted,
        &[("text", ValueType::Bytes)],
        |b| vec![read(b, string, ValueType::Bytes)],
        |b| vec![read(b, word, ValueType::Bytes)],
    );
    let text = Expr::Leaf(PureLeaf::UntilNul, vec![text[0].into()]);
    let (basis, prime) = if hash.bits == 64 { (BASIS_64, PRIME_64) } else { (BASIS_32, PRIME_32) };
    let product = |value: Expr| (value * prime).low_bits(hash.bits);
    let value = b.at(text, 0u64, &[("hash", ValueType::U64)], |b| {
        let value = b.loop_while(
            vec![("hash", ValueType::U64, basis.into())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let byte = Expr::from(b.read_int("byte", 1, Order::Little));
                let value = Expr::from(carried[0]);
                vec![if hash.a { product(value ^ byte) } else { product(value) ^ byte }]
            },
        );
        vec![value[0].into()]
    });
    b.finish(vec![value[0].into()], vec![ValueType::U64])
}
