//! Scalars.

use super::read;
use crate::text::class::{END, begins_word, is_digit};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, PureLeaf, ValueType};

/// `int() -> value`: an integer with an optional sign.
pub fn read_int(sign: FuncId, uint: FuncId) -> Function {
    let mut b = FunctionBuilder::new("int");
    let negative = read(&mut b, sign, ValueType::Bool);
    let magnitude = read(&mut b, uint, ValueType::U64);
    let most = (1u64 << 63) - 1;
    b.check(magnitude.clone().at_most(Expr::from(most) + negative.clone().as_int()), ErrorCode::OutOfRange);
    let number = negative.choose(Expr::from(0u64) - magnitude.clone(), magnitude);
    b.finish(vec![number.reinterpret()], vec![ValueType::I64])
}

/// `bool() -> value`: a word, or 0 or 1.
pub fn read_bool(uint: FuncId, identifier: FuncId) -> Function {
    let mut b = FunctionBuilder::new("bool");
    let next = Expr::from(b.peek("next"));
    b.check(next.clone().is_not(END), ErrorCode::Truncated);
    b.check(begins_word(next.clone()) | is_digit(next.clone()), ErrorCode::WrongKind);
    let value = [("value", ValueType::Bool)];
    let by_number = |b: &mut FunctionBuilder| {
        let number = read(b, uint, ValueType::U64);
        b.check(number.clone().at_most(1u64), ErrorCode::OutOfRange);
        vec![number.is_not(0u64)]
    };
    let by_name = |b: &mut FunctionBuilder| {
        let name = read(b, identifier, ValueType::Bytes);
        let arms = [(["true", "True", "t"], true), (["false", "False", "f"], false)];
        vec![one_of(b, name, arms.map(|(names, value)| (names.to_vec(), value)), ValueType::Bool, false)]
    };
    let value = b.if_yields(is_digit(next), &value, by_number, by_name);
    b.finish(vec![value[0].into()], vec![ValueType::Bool])
}

/// Maps names to values; `wrong_kind` for another name.
fn one_of<T: Into<Expr> + Copy, const N: usize>(
    b: &mut FunctionBuilder,
    name: Expr,
    meanings: [(Vec<&str>, T); N],
    ty: ValueType,
    other: T,
) -> Expr {
    let arms = meanings.map(|(names, value)| Arm {
        keys: names.into_iter().map(|name| Const::Bytes(name.into())).collect(),
        body: b.block(|_| vec![value.into()]),
    });
    let other = b.block(|b| {
        b.fail(ErrorCode::WrongKind);
        vec![other.into()]
    });
    b.switch(name, arms.to_vec(), other, &[("meaning", ty)])[0].into()
}

/// A format of IEEE 754.
pub struct Binary {
    name: &'static str,
    leaf: PureLeaf,
    sign: u64,
    infinity: u64,
    nan: u64,
}

pub const BINARY64: Binary = Binary {
    name: "float64",
    leaf: PureLeaf::DecimalFloat64,
    sign: 1 << 63,
    infinity: 0x7ff0_0000_0000_0000,
    nan: 0x7ff8_0000_0000_0000,
};

pub const BINARY32: Binary =
    Binary { name: "float32", leaf: PureLeaf::DecimalFloat32, sign: 1 << 31, infinity: 0x7f80_0000, nan: 0x7fc0_0000 };

/// `float64() -> bits`: a decimal, or a word in upper or lower case, with an optional sign.
pub fn read_float(binary: Binary, sign: FuncId, word: FuncId, number: FuncId) -> Function {
    let mut b = FunctionBuilder::new(binary.name);
    let negative = read(&mut b, sign, ValueType::Bool);
    let next = b.peek("next");
    let by_name = |b: &mut FunctionBuilder| {
        let name = read(b, word, ValueType::Bytes);
        let meanings = [(vec!["inf", "infinity"], binary.infinity), (vec!["nan"], binary.nan)];
        vec![one_of(b, name, meanings, ValueType::U64, 0u64)]
    };
    let by_number = |b: &mut FunctionBuilder| {
        let results = [("text", ValueType::Bytes), ("is_decimal", ValueType::Bool)];
        let number = b.call(number, vec![], &results);
        b.check(number[1].into(), ErrorCode::Syntax);
        vec![Expr::Leaf(binary.leaf, vec![number[0].into()])]
    };
    let bits = b.if_yields(begins_word(next.into()), &[("bits", ValueType::U64)], by_name, by_number);
    let signed = bits[0] | negative.choose(binary.sign, 0u64);
    b.finish(vec![signed], vec![ValueType::U64])
}
