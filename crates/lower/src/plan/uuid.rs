//! UUIDs as their 36 characters (RFC 9562, section 4).

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place, ValueType, VarId};

/// The length of the text.
pub(crate) const TEXT_LEN: u64 = 36;
/// The bytes before which a hyphen stands, and the positions of hyphens in the text.
const BYTES: [u64; 4] = [4, 6, 8, 10];
const HYPHENS: [u64; 4] = [8, 13, 18, 23];

/// Appends the text of a UUID.
pub(crate) fn write_text(b: &mut FunctionBuilder, uuid: Place) {
    b.at(Expr::Get(uuid), 0u64, &[], |b| {
        let first = vec![("index", ValueType::U64, 0u64.into())];
        let more = |_: &[VarId]| Expr::Left.is_not(0u64);
        b.loop_while(first, more, |b, carried| {
            let index = carried[0];
            let byte = Expr::from(b.read_int("byte", 1, Order::Little));
            b.when(is_one_of(index, BYTES), |b| b.write_bytes(b"-"));
            b.write_int(digit(byte.clone() >> 4u64), 1, Order::Little);
            b.write_int(digit(byte & 15u64), 1, Order::Little);
            vec![index + 1u64]
        });
        vec![]
    });
}

/// Sets a UUID to that of a text (Bytes), in small or capital letters.
pub(crate) fn read_text(b: &mut FunctionBuilder, text: Expr, uuid: Place) {
    b.check(text.clone().bytes_len().is(TEXT_LEN), ErrorCode::BadLength);
    let halves = [("high", ValueType::U64), ("low", ValueType::U64)];
    let halves = b.at(text, 0u64, &halves, read_halves);
    let bytes = b.scratch("bytes", |b| halves.iter().for_each(|half| b.write_int(*half, 8, Order::Big)));
    b.set(uuid, bytes);
}

fn read_halves(b: &mut FunctionBuilder) -> Vec<Expr> {
    let names = ["index", "high", "low"];
    let first = names.map(|name| (name, ValueType::U64, 0u64.into())).to_vec();
    let more = |_: &[VarId]| Expr::Left.is_not(0u64);
    let last = b.loop_while(first, more, |b, carried| {
        let [index, high, low] = [0, 1, 2].map(|at| carried[at]);
        let halves = [("high", ValueType::U64), ("low", ValueType::U64)];
        let hyphen = |b: &mut FunctionBuilder| {
            b.expect(b"-", ErrorCode::Syntax);
            vec![high.into(), low.into()]
        };
        let next = b.if_yields(is_one_of(index, HYPHENS), &halves, hyphen, |b| {
            let digit = read_digit(b);
            vec![high << 4u64 | low >> 60u64, low << 4u64 | digit]
        });
        vec![index + 1u64, next[0].into(), next[1].into()]
    });
    vec![last[1].into(), last[2].into()]
}

/// Reads a hexadecimal digit and returns its value.
fn read_digit(b: &mut FunctionBuilder) -> Expr {
    let ch = Expr::from(b.read_int("digit", 1, Order::Little));
    let is_decimal = (ch.clone() - u64::from(b'0')).below(10u64);
    let is_letter = ((ch.clone() | 0x20u64) - u64::from(b'a')).below(6u64);
    b.check(is_decimal | is_letter, ErrorCode::Syntax);
    (ch.clone() & 15u64) + (ch >> 6u64) * 9u64
}

/// Returns the character of a value less than 16.
fn digit(value: Expr) -> Expr {
    const BEFORE_LETTERS: u64 = (b'a' - b'9' - 1) as u64;
    value.clone() + u64::from(b'0') + Expr::from(9u64).below(value).as_int() * BEFORE_LETTERS
}

fn is_one_of(index: VarId, [one, two, three, four]: [u64; 4]) -> Expr {
    index.is(one) | index.is(two) | index.is(three) | index.is(four)
}
