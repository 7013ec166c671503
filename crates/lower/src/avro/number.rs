//! `int` and `long`: zigzag varints.

use crate::plan::{check_range, unzigzag, zigzag};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, ReadLeaf, WriteLeaf};
use polywire_model::attr::AvroStrictness;

/// Appends a number, I64.
pub(super) fn write_long(b: &mut FunctionBuilder, number: Expr) {
    b.write_leaf(WriteLeaf::Varint, vec![zigzag(number)]);
}

/// Reads a number, I64.
pub(super) fn read_long(b: &mut FunctionBuilder, name: &str) -> Expr {
    read_by(b, name, ReadLeaf::Varint, AvroStrictness::Strict)
}

/// Reads an `int`, the index of a branch or of a symbol, I64: its range is not checked yet. Those that are longer than any of 32
/// bits are refused, as by Avro for Java.
pub(super) fn read_int(b: &mut FunctionBuilder, name: &str) -> Expr {
    read_by(b, name, ReadLeaf::ShortVarint, AvroStrictness::Strict)
}

fn read_by(b: &mut FunctionBuilder, name: &str, leaf: ReadLeaf, strictness: AvroStrictness) -> Expr {
    let varint = Expr::from(b.read_leaf(leaf.name(), leaf));
    let varint = match strictness {
        AvroStrictness::Strict => varint,
        AvroStrictness::AsJava => varint.low_bits(32),
    };
    b.let_(name, unzigzag(varint).reinterpret()).into()
}

/// Reads a `long` or an `int`, I64.
pub(super) fn read_number(b: &mut FunctionBuilder, is_long: bool, strictness: AvroStrictness) -> Expr {
    if is_long { read_long(b, "number") } else { read_by(b, "number", ReadLeaf::ShortVarint, strictness) }
}

/// Returns true for the integers that are `long`; others are `int`.
pub(super) fn is_long(bits: u8, signed: bool) -> bool {
    bits == 64 || bits == 32 && !signed
}

/// Appends an integer taken from its place.
pub(super) fn write_int(b: &mut FunctionBuilder, value: Expr, bits: u8, signed: bool) {
    check_int(b, &value, bits, signed);
    write_long(b, if signed { value } else { value.reinterpret() });
}

/// Refuses numbers from 2^63 on, which `long` does not have.
pub(super) fn check_int(b: &mut FunctionBuilder, value: &Expr, bits: u8, signed: bool) {
    if bits == 64 && !signed {
        b.check(value.clone().at_most(i64::MAX as u64), ErrorCode::OutOfRange);
    }
}

/// Converts a number that was read (I64) to the form in which an integer is set.
pub(super) fn as_int(b: &mut FunctionBuilder, number: Expr, bits: u8, signed: bool) -> Expr {
    if signed {
        check_range(b, &number, bits, true);
        return number;
    }
    // A negative number has the highest bit set as U64, which no narrower type allows.
    let value = number.reinterpret();
    match bits {
        64 => b.check(value.clone().at_most(i64::MAX as u64), ErrorCode::OutOfRange),
        _ => check_range(b, &value, bits, false),
    }
    value
}

/// Reads the length of a text or bytes; U64.
pub(super) fn read_len(b: &mut FunctionBuilder) -> Expr {
    let len = read_long(b, "len");
    b.check(Expr::from(0i64).at_most(len.clone()), ErrorCode::BadLength);
    len.reinterpret()
}
