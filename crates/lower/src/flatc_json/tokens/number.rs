//! Scalars. Each may be in quotes.

use super::read;
use crate::text::class::{begins_word, demand, is_digit, is_hex, is_quote, lower, since, skip_while, start};
use crate::text::number::{digits, skip_decimal};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, PureLeaf, ValueType};

/// A format of IEEE 754.
pub struct Binary {
    name: &'static str,
    leaf: PureLeaf,
    sign: u64,
    /// The bits of infinity.
    pub infinity: u64,
    nan: u64,
}

impl Binary {
    pub const WIDE: Self = Self {
        name: "float64",
        leaf: PureLeaf::DecimalFloat64,
        sign: 1 << 63,
        infinity: 0x7ff0_0000_0000_0000,
        nan: 0x7ff8_0000_0000_0000,
    };

    pub const NARROW: Self = Self {
        name: "float32",
        leaf: PureLeaf::DecimalFloat32,
        sign: 1 << 31,
        infinity: 0x7f80_0000,
        nan: 0x7fc0_0000,
    };

    /// The bits of the sign.
    pub const fn sign(&self) -> u64 {
        self.sign
    }
}

/// Reads what may be in quotes of either kind, with space inside of them.
pub fn in_quotes(
    b: &mut FunctionBuilder,
    results: &[(&str, ValueType)],
    body: impl FnOnce(&mut FunctionBuilder, Expr) -> Vec<Expr>,
) -> Vec<Expr> {
    let quote = b.peek("quote");
    let quoted = Expr::from(b.let_("quoted", is_quote(quote.into())));
    b.when(quoted.clone(), |b| {
        b.skip(1u64);
        skip_blanks(b);
    });
    let read = body(b, quoted.clone());
    let read = results.iter().zip(read).map(|((name, _), value)| b.let_(name, value).into()).collect();
    b.when(quoted, |b| {
        skip_blanks(b);
        let close = Expr::from(b.peek("close"));
        b.check(close.is(quote), ErrorCode::Syntax);
        b.skip(1u64);
    });
    read
}

fn skip_blanks(b: &mut FunctionBuilder) {
    skip_while(b, |next| next.is(u64::from(b' ')));
}

/// `magnitude() -> value`: an integer without a sign, in base 10, or in base 16 behind `0x`.
pub fn read_magnitude(end: FuncId) -> Function {
    let mut b = FunctionBuilder::new("magnitude");
    demand(&mut b, is_digit, ErrorCode::WrongKind);
    let zero = Expr::from(b.matches("zero", b"0"));
    let hexadecimal = zero & lower(b.peek("base").into()).is(u64::from(b'x'));
    let value = [("number", ValueType::U64)];
    let number = b.if_yields(
        hexadecimal,
        &value,
        |b| {
            b.skip(1u64);
            demand(b, is_hex, ErrorCode::Syntax);
            vec![digits(b, 16, is_hex)]
        },
        |b| vec![digits(b, 10, is_digit)],
    );
    b.call(end, vec![], &[]);
    b.finish(vec![number[0].into()], vec![ValueType::U64])
}

/// Reads a sign: true for minus.
fn sign(b: &mut FunctionBuilder) -> Expr {
    let negative = Expr::from(b.matches("negative", b"-"));
    b.when(!negative.clone(), |b| {
        b.matches("positive", b"+");
    });
    negative
}

/// Reads an I64 that is not in quotes.
pub fn signed(b: &mut FunctionBuilder, magnitude: FuncId) -> Expr {
    let negative = sign(b);
    let magnitude = read(b, magnitude, ValueType::U64);
    let most = (1u64 << 63) - 1;
    b.check(magnitude.clone().at_most(Expr::from(most) + negative.clone().as_int()), ErrorCode::OutOfRange);
    negative.choose(Expr::from(0u64) - magnitude.clone(), magnitude).reinterpret()
}

/// `int() -> value`.
pub fn read_int(magnitude: FuncId) -> Function {
    let mut b = FunctionBuilder::new("int");
    let number = in_quotes(&mut b, &[("number", ValueType::I64)], |b, _| vec![signed(b, magnitude)]);
    b.finish(number, vec![ValueType::I64])
}

/// Reads a U64 that is not in quotes.
pub fn unsigned(b: &mut FunctionBuilder, magnitude: FuncId) -> Expr {
    let negative = sign(b);
    let number = read(b, magnitude, ValueType::U64);
    b.check(!negative | number.clone().is(0u64), ErrorCode::OutOfRange);
    number
}

/// `uint() -> value`.
pub fn read_uint(magnitude: FuncId) -> Function {
    let mut b = FunctionBuilder::new("uint");
    let number = in_quotes(&mut b, &[("number", ValueType::U64)], |b, _| vec![unsigned(b, magnitude)]);
    b.finish(number, vec![ValueType::U64])
}

/// `bool() -> value`: a word, or a number, which is true unless it is 0.
pub fn read_bool(magnitude: FuncId, word: FuncId) -> Function {
    let mut b = FunctionBuilder::new("bool");
    let value = [("value", ValueType::Bool)];
    let read = in_quotes(&mut b, &value, |b, _| {
        let by_name = |b: &mut FunctionBuilder| {
            let name = read(b, word, ValueType::Bytes);
            let meaning = |(name, value): (&str, bool)| Arm {
                keys: vec![Const::Bytes(name.into())],
                body: b.block(|_| vec![value.into()]),
            };
            let arms = [("true", true), ("false", false)].map(meaning);
            let other = b.block(|b| {
                b.fail(ErrorCode::WrongKind);
                vec![false.into()]
            });
            vec![b.switch(name, arms.into(), other, &value)[0].into()]
        };
        let by_number = |b: &mut FunctionBuilder| vec![unsigned(b, magnitude).is_not(0u64)];
        let next = Expr::from(b.peek("next"));
        vec![b.if_yields(begins_word(next), &value, by_name, by_number)[0].into()]
    });
    b.finish(read, vec![ValueType::Bool])
}

/// `float64() -> bits`: a decimal or a word with an optional sign; infinity if it is too large.
pub fn read_float(binary: &Binary, lower_word: FuncId, end: FuncId) -> Function {
    let mut b = FunctionBuilder::new(binary.name);
    let bits = [("bits", ValueType::U64)];
    let read = in_quotes(&mut b, &bits, |b, _| {
        let negative = sign(b);
        let next = Expr::from(b.peek("next"));
        let by_number = |b: &mut FunctionBuilder| {
            let next = Expr::from(b.peek("next"));
            b.check(is_digit(next.clone()) | next.is(u64::from(b'.')), ErrorCode::WrongKind);
            let begin = start(b);
            skip_decimal(b, false.into());
            let text = b.let_("decimal", since(begin));
            // Floats in base 16 are refused by name.
            let base = Expr::from(b.peek("base"));
            b.check(!(text.is(b"0".as_slice()) & lower(base).is(u64::from(b'x'))), ErrorCode::Unsupported);
            b.call(end, vec![], &[]);
            vec![Expr::Leaf(binary.leaf, vec![text.into()])]
        };
        let by_name = |b: &mut FunctionBuilder| vec![special(b, binary, lower_word)];
        let magnitude = b.if_yields(begins_word(next), &bits, by_name, by_number);
        vec![magnitude[0] | negative.choose(binary.sign, 0u64)]
    });
    b.finish(read, vec![ValueType::U64])
}

/// Reads a word for a value that is not finite. Functions of a number, as `rad(180)`, are refused.
fn special(b: &mut FunctionBuilder, binary: &Binary, lower_word: FuncId) -> Expr {
    let name = read(b, lower_word, ValueType::Bytes);
    let meaning = |(names, bits): (&[&str], u64)| Arm {
        keys: names.iter().map(|name| Const::Bytes((*name).into())).collect(),
        body: b.block(|_| vec![bits.into()]),
    };
    let meanings: [(&[&str], u64); 2] = [(&["inf", "infinity"], binary.infinity), (&["nan"], binary.nan)];
    let arms = meanings.map(meaning);
    let other = b.block(|b| {
        skip_while(b, |next| next.is(u64::from(b' ')));
        let is_call = Expr::from(b.peek("parenthesis")).is(u64::from(b'('));
        b.check(!is_call, ErrorCode::Unsupported);
        b.fail(ErrorCode::WrongKind);
        vec![0u64.into()]
    });
    b.switch(name, arms.into(), other, &[("bits", ValueType::U64)])[0].into()
}
