//! Floats as Java's `Double.toString` and `Float.toString` print them (Java 19): the shortest digits, at least two of them, with
//! an exponent below 10^-3 and from 10^7 on.

use crate::plan::arm;
use crate::text::class::{is_digit, lower, skip_while};
use crate::text::number::{digits, write_span, write_zeros};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Const, Datum, Expr, FuncId, Function, ReadLeaf, ValueType, VarId, WriteLeaf};

/// The functions for floats.
pub(super) struct Floats {
    write_narrow: FuncId,
    write_wide: FuncId,
}

/// A width of floats.
struct Width {
    name: &'static str,
    sign: u64,
    infinity: u64,
    nan: u64,
    write: WriteLeaf,
    read: ReadLeaf,
    /// Bits of positive numbers, and their text: one digit would be enough to tell them, but not the first of two.
    special: &'static [(u64, &'static str)],
}

const NARROW: Width = Width {
    name: "write_float32",
    sign: 1 << 31,
    infinity: 0x7f80_0000,
    nan: 0x7fc0_0000,
    write: WriteLeaf::JsonFloat32,
    read: ReadLeaf::JsonFloat32,
    special: &[
        (1, "1.4E-45"),
        (2, "2.8E-45"),
        (3, "4.2E-45"),
        (4, "5.6E-45"),
        (6, "8.4E-45"),
        (7, "9.8E-45"),
        (21, "2.9E-44"),
        (29, "4.1E-44"),
        (71, "9.9E-44"),
    ],
};

const WIDE: Width = Width {
    name: "write_float64",
    sign: 1 << 63,
    infinity: 0x7ff0 << 48,
    nan: 0x7ff8 << 48,
    write: WriteLeaf::JsonFloat64,
    read: ReadLeaf::JsonFloat64,
    special: &[
        (1, "4.9E-324"),
        (2, "9.9E-324"),
        (10, "4.9E-323"),
        (12, "5.9E-323"),
        (14, "6.9E-323"),
        (16, "7.9E-323"),
        (18, "8.9E-323"),
        (20, "9.9E-323"),
    ],
};

impl Width {
    fn of(is_narrow: bool) -> &'static Self {
        if is_narrow { &NARROW } else { &WIDE }
    }
}

impl Floats {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let decimal = module.add(write_decimal());
        Self {
            write_narrow: module.add(write_float(&NARROW, decimal)),
            write_wide: module.add(write_float(&WIDE, decimal)),
        }
    }

    /// Writes a float of 32 or 64 bits, given as its bits.
    pub fn write(&self, b: &mut FunctionBuilder, is_narrow: bool, bits: Expr) {
        let write = if is_narrow { self.write_narrow } else { self.write_wide };
        b.call(write, vec![Arg::Value(bits)], &[]);
    }

    /// Reads the bits of a float, which may be in quotes.
    pub fn read(&self, b: &mut FunctionBuilder, is_narrow: bool) -> Expr {
        let width = Width::of(is_narrow);
        let found = [("bits", ValueType::U64)];
        let start = b.let_("start", Expr::Pos);
        let quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
        let special = |b: &mut FunctionBuilder| {
            let text = b.read_leaf("text", ReadLeaf::JsonString);
            let arms = [("0/0", width.nan), ("1/0", width.infinity), ("-1/0", width.infinity | width.sign)];
            let arms = arms.into_iter().map(|(text, bits)| polywire_ir::Arm {
                keys: vec![Const::Bytes(text.into())],
                body: b.block(|_| vec![bits.into()]),
            });
            let arms = arms.collect();
            let number = b.block(|b| {
                let bits = b.at(Expr::Input, start, &found, |b| vec![b.read_leaf("bits", width.read).into()]);
                vec![bits[0].into()]
            });
            vec![b.switch(text.into(), arms, number, &found)[0].into()]
        };
        b.if_yields(quoted, &found, special, |b| vec![b.read_leaf("bits", width.read).into()])[0].into()
    }
}

/// `write_float64(bits)`.
fn write_float(width: &Width, decimal: FuncId) -> Function {
    let mut b = FunctionBuilder::new(width.name);
    let bits = b.value_param("bits", ValueType::U64);
    let magnitude = b.let_("magnitude", bits & (width.sign - 1));
    let is_negative = Expr::from(b.let_("negative", (bits & width.sign).is_not(0u64)));
    b.if_else(
        Expr::from(width.infinity).below(magnitude),
        |b| b.write_bytes(b"\"0/0\""),
        |b| {
            b.if_else(
                magnitude.is(width.infinity),
                |b| {
                    let positive = |b: &mut FunctionBuilder| b.write_bytes(b"\"1/0\"");
                    b.if_else(is_negative.clone(), |b| b.write_bytes(b"\"-1/0\""), positive);
                },
                |b| {
                    b.when(is_negative.clone(), |b| b.write_bytes(b"-"));
                    write_finite(b, width, decimal, magnitude);
                },
            );
        },
    );
    b.finish(vec![], vec![])
}

fn write_finite(b: &mut FunctionBuilder, width: &Width, decimal: FuncId, magnitude: VarId) {
    let special = [&[(0, "0.0")], width.special].concat();
    let arms = special
        .into_iter()
        .map(|(bits, text)| arm(b, vec![Const::U64(bits)], |b| b.write_bytes(text.as_bytes())))
        .collect();
    let other = crate::plan::block(b, |b| {
        let text = b.scratch("text", |b| b.write_leaf(width.write, vec![magnitude.into()]));
        b.call(decimal, vec![Arg::Value(text.into())], &[]);
    });
    b.switch(magnitude.into(), arms, other, &[]);
}

/// Exponents are carried with this added, so that none is negative.
const BIAS: u64 = 1000;

/// `write_decimal(text)`: a positive number, given as digits with or without a point and an exponent.
fn write_decimal() -> Function {
    let mut b = FunctionBuilder::new("write_decimal");
    let text = b.value_param("text", ValueType::Bytes);
    let parts = ["whole", "fraction", "exponent"].map(|name| (name, ValueType::U64));
    let parts = b.at(text, 0u64, &parts, read_parts);
    let [whole, fraction, exponent] = [parts[0], parts[1], parts[2]];
    let all = b.scratch("digits", |b| {
        b.at(text, 0u64, &[], |b| {
            write_span(b, whole.into());
            vec![]
        });
        b.when(fraction.is_not(0u64), |b| {
            b.at(text, whole + 1u64, &[], |b| {
                write_span(b, fraction.into());
                vec![]
            });
        });
    });
    let zeros = b.at(all, 0u64, &[("zeros", ValueType::U64)], |b| {
        skip_while(b, |next| next.is(u64::from(b'0')));
        vec![Expr::Pos]
    })[0];
    let end = without_last_zeros(&mut b, all);
    let count = b.let_("count", end - zeros);
    // The number is 0.d… times ten to this power.
    let power = b.let_("power", exponent + whole - zeros);
    b.at(all, zeros, &[], |b| {
        let is_plain = (power - (BIAS - 2)).below(10u64);
        b.if_else(is_plain, |b| write_plain(b, count, power), |b| write_scientific(b, count, power));
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Yields the numbers of digits before and behind the point, and the exponent.
fn read_parts(b: &mut FunctionBuilder) -> Vec<Expr> {
    skip_while(b, is_digit);
    let whole = b.let_("whole", Expr::Pos);
    let point = b.matches("point", b".");
    let start = b.let_("start", Expr::Pos);
    b.when(point.into(), |b| skip_while(b, is_digit));
    let fraction = b.let_("fraction", Expr::Pos - start);
    let has_exponent = lower(b.peek("next").into()).is(u64::from(b'e'));
    let exponent = b.if_yields(
        has_exponent,
        &[("exponent", ValueType::U64)],
        |b| {
            b.skip(1u64);
            let is_negative = b.matches("negative", b"-");
            b.matches("positive", b"+");
            let number = Expr::from({
                let number = digits(b, 10, is_digit);
                b.let_("number", number)
            });
            vec![Expr::from(is_negative).choose(Expr::from(BIAS) - number.clone(), number + BIAS)]
        },
        |_| vec![BIAS.into()],
    );
    vec![whole.into(), fraction.into(), exponent[0].into()]
}

/// Returns the number of digits up to the last that is not zero.
fn without_last_zeros(b: &mut FunctionBuilder, all: VarId) -> VarId {
    let carried = vec![("end", ValueType::U64, Expr::from(all).bytes_len()), ("more", ValueType::Bool, true.into())];
    let last = b.loop_while(
        carried,
        |carried| carried[1].into(),
        |b, carried| {
            let is_zero = b.at(all, carried[0] - 1u64, &[("is_zero", ValueType::Bool)], |b| {
                vec![Expr::from(b.peek("last")).is(u64::from(b'0'))]
            });
            vec![carried[0] - Expr::from(is_zero[0]).as_int(), is_zero[0].into()]
        },
    );
    last[0]
}

/// Writes the digits of the region with a point.
fn write_plain(b: &mut FunctionBuilder, count: VarId, power: VarId) {
    b.if_else(
        power.at_most(BIAS),
        |b| {
            b.write_bytes(b"0.");
            write_zeros(b, Expr::from(BIAS) - power);
            write_span(b, count.into());
        },
        |b| {
            let whole = b.let_("whole", power - BIAS);
            b.if_else(
                whole.below(count),
                |b| {
                    write_span(b, whole.into());
                    b.write_bytes(b".");
                    write_span(b, count - whole);
                },
                |b| {
                    write_span(b, count.into());
                    write_zeros(b, whole - count);
                    b.write_bytes(b".0");
                },
            );
        },
    );
}

/// Writes the digits of the region with an exponent.
fn write_scientific(b: &mut FunctionBuilder, count: VarId, power: VarId) {
    write_span(b, 1u64.into());
    b.write_bytes(b".");
    b.if_else(count.is(1u64), |b| b.write(Datum::Bytes(b"0".to_vec())), |b| write_span(b, count - 1u64));
    b.write_bytes(b"E");
    b.write_leaf(WriteLeaf::DecimalInt, vec![(power - (BIAS + 1)).reinterpret()]);
}
