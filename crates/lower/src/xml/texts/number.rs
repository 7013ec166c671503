//! Numbers (XML Schema 1.0 Part 2, sections 3.2.4, 3.2.5 and 3.3.13).

use crate::text::class::{is_digit, since, skip_while, start};
use crate::text::number::digits;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, PureLeaf, ReadLeaf, ValueType, VarId, WriteLeaf};

/// Reads a sign; yields true for a minus.
pub(super) fn read_sign(b: &mut FunctionBuilder) -> Expr {
    b.skip_leaf(ReadLeaf::JsonSpace);
    let minus = Expr::from(b.matches("minus", b"-"));
    b.when(!minus.clone(), |b| {
        b.matches("plus", b"+");
    });
    minus
}

/// White space is behind a value, and nothing else.
pub(super) fn end(b: &mut FunctionBuilder) {
    b.skip_leaf(ReadLeaf::JsonSpace);
    b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
}

/// Reads the sign and the digits of a text.
fn magnitude(b: &mut FunctionBuilder) -> [Expr; 2] {
    let text = b.value_param("text", ValueType::Bytes);
    let results = [("minus", ValueType::Bool), ("magnitude", ValueType::U64)];
    let read = b.at(text, 0u64, &results, |b| {
        let minus = read_sign(b);
        let next = b.peek("next");
        b.check(is_digit(next.into()), ErrorCode::Syntax);
        let magnitude = digits(b, 10, is_digit);
        end(b);
        vec![minus, magnitude]
    });
    [read[0].into(), read[1].into()]
}

/// `uint(text) -> number`.
pub(super) fn uint() -> Function {
    let mut b = FunctionBuilder::new("uint");
    let [minus, magnitude] = magnitude(&mut b);
    b.check(!minus | magnitude.clone().is(0u64), ErrorCode::OutOfRange);
    b.finish(vec![magnitude], vec![ValueType::U64])
}

/// `int(text) -> number`.
pub(super) fn int() -> Function {
    let mut b = FunctionBuilder::new("int");
    let [minus, magnitude] = magnitude(&mut b);
    let most = Expr::from(i64::MAX as u64) + minus.clone().as_int();
    b.check(magnitude.clone().at_most(most), ErrorCode::OutOfRange);
    let number = magnitude.reinterpret();
    let number = minus.choose(Expr::from(0i64) - number.clone(), number);
    b.finish(vec![number], vec![ValueType::I64])
}

/// The bits of infinity, of the default NaN and of the sign, of a width.
fn special(bits: u8) -> [u64; 3] {
    match bits {
        64 => [0x7ff0 << 48, 0x7ff8 << 48, 1 << 63],
        _ => [0x7f80 << 16, 0x7fc0 << 16, 1 << 31],
    }
}

/// `float64(text) -> bits`, or `float32`. A finite number that rounds to infinity is `out_of_range`.
pub(super) fn float(bits: u8) -> Function {
    let [infinity, ..] = special(bits);
    let mut b = FunctionBuilder::new(format!("float{bits}"));
    let text = b.value_param("text", ValueType::Bytes);
    let result = [("bits", ValueType::U64)];
    let number = b.let_("number", decimal(bits, text.into()));
    let general = |b: &mut FunctionBuilder| vec![general_float(b, bits, text)];
    let read = b.if_yields(number.below(infinity), &result, |_| vec![number.into()], general);
    b.finish(vec![read[0].into()], vec![ValueType::U64])
}

/// The bits of the number that a decimal without a sign is nearest to: infinity, or NaN for other text.
fn decimal(bits: u8, text: Expr) -> Expr {
    let leaf = if bits == 64 { PureLeaf::DecimalFloat64 } else { PureLeaf::DecimalFloat32 };
    Expr::Leaf(leaf, vec![text])
}

/// Reads a number with a sign, space around it, or by its name.
fn general_float(b: &mut FunctionBuilder, bits: u8, text: VarId) -> Expr {
    let [infinity, nan, sign] = special(bits);
    let result = [("bits", ValueType::U64)];
    let read = b.at(text, 0u64, &result, |b| {
        b.skip_leaf(ReadLeaf::JsonSpace);
        let is_nan = b.matches("nan", b"NaN");
        let number = |b: &mut FunctionBuilder| {
            let is_positive = b.matches("is_positive", b"+INF");
            b.check(!Expr::from(is_positive), ErrorCode::Syntax);
            let minus = read_sign(b);
            let is_infinity = b.matches("infinity", b"INF");
            let finite = |b: &mut FunctionBuilder| vec![finite(b, bits, (infinity, nan))];
            let magnitude = b.if_yields(is_infinity.into(), &result, |_| vec![infinity.into()], finite);
            vec![magnitude[0] | minus.choose(sign, 0u64)]
        };
        let read = b.if_yields(is_nan.into(), &result, |_| vec![nan.into()], number);
        end(b);
        vec![read[0].into()]
    });
    read[0].into()
}

fn finite(b: &mut FunctionBuilder, bits: u8, (infinity, nan): (u64, u64)) -> Expr {
    let start = start(b);
    skip_while(b, super::space::is_inside);
    let number = b.let_("number", decimal(bits, since(start)));
    b.check(number.is_not(nan), ErrorCode::Syntax);
    b.check(number.is_not(infinity), ErrorCode::OutOfRange);
    number.into()
}

/// `write_float64(bits)`, or `write_float32`.
pub(super) fn write_float(bits: u8) -> Function {
    let [infinity, _, sign] = special(bits);
    let mut b = FunctionBuilder::new(format!("write_float{bits}"));
    let value = b.value_param("bits", ValueType::U64);
    let magnitude = b.let_("magnitude", value & (sign - 1));
    let leaf = if bits == 64 { WriteLeaf::JsonFloat64 } else { WriteLeaf::JsonFloat32 };
    b.if_else(
        magnitude.below(infinity),
        |b| b.write_leaf(leaf, vec![value.into()]),
        |b| {
            b.if_else(
                magnitude.is(infinity),
                |b| b.if_else(value.is(infinity), |b| b.write_bytes(b"INF"), |b| b.write_bytes(b"-INF")),
                |b| b.write_bytes(b"NaN"),
            );
        },
    );
    b.finish(vec![], vec![])
}
