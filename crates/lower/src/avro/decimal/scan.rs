//! The text of a number: an optional sign, digits with an optional point, and an optional exponent.

use crate::text::decimal::{is_digit_or_point, read_exponent_digits};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// Exponents have at most this magnitude.
const MOST_EXPONENT: u64 = 9_999_999_999;

/// The functions that take a text apart.
#[derive(Clone, Copy)]
pub(super) struct Scan {
    parts: FuncId,
    digits: FuncId,
}

const RESULTS: [(&str, ValueType); 5] = [
    ("is_negative", ValueType::Bool),
    ("start", ValueType::U64),
    ("end", ValueType::U64),
    ("has_point", ValueType::Bool),
    ("scale", ValueType::I64),
];

/// Where the digits of a text are.
pub(super) struct Parts {
    pub is_negative: VarId,
    /// The digits, and perhaps a point, are between these positions.
    pub start: VarId,
    pub end: VarId,
    pub has_point: Expr,
    /// How many digits are behind the point, less the exponent; I64.
    pub scale: Expr,
}

/// What a text says.
pub(super) struct Number {
    /// The digits of the magnitude, without leading zeros; Bytes.
    pub digits: VarId,
    pub is_negative: VarId,
    /// How many digits are behind the point; I64.
    pub scale: Expr,
}

impl Scan {
    pub fn define(module: &mut ModuleBuilder) -> Self {
        Self { parts: module.add(scan_decimal()), digits: module.add(copy_digits()) }
    }

    pub fn call(self, b: &mut FunctionBuilder, text: VarId) -> Number {
        let Parts { is_negative, start, end, scale, .. } = self.parts(b, text);
        let args = [text, start, end].map(|it| Arg::Value(it.into())).to_vec();
        let digits = b.scratch("digits", |b| drop(b.call(self.digits, args, &[])));
        Number { digits, is_negative, scale }
    }

    pub fn parts(self, b: &mut FunctionBuilder, text: VarId) -> Parts {
        let parts = b.call(self.parts, vec![Arg::Value(text.into())], &RESULTS);
        let [is_negative, start, end, has_point] = [0, 1, 2, 3].map(|at| parts[at]);
        Parts { is_negative, start, end, has_point: has_point.into(), scale: parts[4].into() }
    }
}

/// `scan_decimal(text) -> (is_negative, start, end, has_point, scale)`.
fn scan_decimal() -> Function {
    let mut b = FunctionBuilder::new("scan_decimal");
    let text = b.value_param("text", ValueType::Bytes);
    let parts = b.at(text, 0u64, &RESULTS, |b| {
        let negative = b.matches("negative", b"-");
        b.when(!negative, |b| {
            b.matches("positive", b"+");
        });
        let start = b.let_("start", Expr::Pos);
        let (behind, has_point) = scan_digits(b);
        let end = b.let_("end", Expr::Pos);
        let exponent = read_exponent(b);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        let scale = Expr::from(behind).reinterpret() - exponent;
        vec![negative.into(), start.into(), end.into(), has_point.into(), scale]
    });
    b.finish(parts.into_iter().map(Expr::from).collect(), RESULTS.map(|(_, ty)| ty).to_vec())
}

/// Moves over at least one digit, with a point before, between or after them; yields how many are behind the point, and whether there is one.
fn scan_digits(b: &mut FunctionBuilder) -> (VarId, VarId) {
    let more = is_digit_or_point(b);
    let carried = vec![
        ("behind", ValueType::U64, 0u64.into()),
        ("has_digit", ValueType::Bool, false.into()),
        ("has_point", ValueType::Bool, false.into()),
        ("more", ValueType::Bool, more),
    ];
    let last = b.loop_while(
        carried,
        |carried| carried[3].into(),
        |b, carried| {
            let [has_digit, has_point] = [1, 2].map(|at| Expr::from(carried[at]));
            let is_point = Expr::from(b.read_int("character", 1, Order::Big)).is(u64::from(b'.'));
            let is_point = Expr::from(b.let_("is_point", is_point));
            b.check(!(is_point.clone() & has_point.clone()), ErrorCode::Syntax);
            let is_behind = has_point.clone() & !is_point.clone();
            let behind = carried[0] + is_behind.as_int();
            let more = is_digit_or_point(b);
            vec![behind, has_digit | !is_point.clone(), has_point | is_point, more]
        },
    );
    b.check(last[1].into(), ErrorCode::Syntax);
    (last[0], last[2])
}

/// Reads the exponent that may follow (I64); 0 if there is none.
fn read_exponent(b: &mut FunctionBuilder) -> Expr {
    let next = b.peek("next");
    let read = |b: &mut FunctionBuilder| {
        b.skip(1u64);
        let (negative, exponent) = read_exponent_digits(b, MOST_EXPONENT);
        let exponent = Expr::from(exponent).reinterpret();
        vec![Expr::from(negative).choose(Expr::from(0i64) - exponent.clone(), exponent)]
    };
    let is_exponent = (next | 0x20u64).is(u64::from(b'e'));
    b.if_yields(is_exponent, &[("exponent", ValueType::I64)], read, |_| vec![0i64.into()])[0].into()
}

/// `copy_digits(text, start, end)`: writes the digits between two positions, without a point and without leading zeros.
fn copy_digits() -> Function {
    let mut b = FunctionBuilder::new("copy_digits");
    let text = b.value_param("text", ValueType::Bytes);
    let [start, end] = ["start", "end"].map(|name| b.value_param(name, ValueType::U64));
    b.at(text, start, &[], |b| {
        b.loop_while(
            vec![("is_begun", ValueType::Bool, false.into())],
            |_| Expr::Pos.below(end),
            |b, carried| {
                let character = b.read_int("character", 1, Order::Big);
                let is_point = b.let_("is_point", character.is(u64::from(b'.')));
                let is_zero = character.is(u64::from(b'0'));
                let is_begun = Expr::from(carried[0]) | !(Expr::from(is_point) | is_zero);
                let is_begun = Expr::from(b.let_("begins", is_begun));
                b.when(is_begun.clone() & !is_point, |b| b.write_int(character, 1, Order::Big));
                vec![is_begun]
            },
        );
        vec![]
    });
    b.finish(vec![], vec![])
}
