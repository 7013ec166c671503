//! Decimal numbers (XML Schema 1.0 Part 2, section 3.2.3).

use super::Texts;
use super::number::{end, read_sign};
use crate::text::class::is_digit;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Function, Order, Place, ValueType, WriteLeaf};

const MOST: u64 = i64::MAX as u64;

impl Texts {
    /// Returns a decimal number as an integer with so many digits behind the point.
    pub fn scaled(&self, b: &mut FunctionBuilder, text: Expr, scale: u32) -> Expr {
        let args = vec![Arg::Value(text), Arg::Value(u64::from(scale).into())];
        b.call(self.scaled, args, &[("number", ValueType::I64)])[0].into()
    }

    /// Returns the number of digits of a decimal number, and of those behind the point: without zeros that mean nothing.
    pub fn digits(&self, b: &mut FunctionBuilder, text: Expr) -> [Expr; 2] {
        let results = [("total", ValueType::U64), ("fraction", ValueType::U64)];
        let read = b.call(self.digits, vec![Arg::Value(text)], &results);
        [read[0].into(), read[1].into()]
    }
}

/// Runs the body for each digit, with what it carries; the last of these is true behind the point. Yields the last carried values.
fn each_digit(
    b: &mut FunctionBuilder,
    carried: Vec<(&str, ValueType, Expr)>,
    body: impl FnOnce(&mut FunctionBuilder, &[Expr]) -> Vec<Expr>,
) -> Vec<Expr> {
    let types: Vec<(&str, ValueType)> = carried.iter().map(|(name, ty, _)| (*name, ty.clone())).collect();
    let first = [("more", ValueType::Bool, true.into()), ("any", ValueType::Bool, false.into())];
    let last = b.loop_while(
        first.into_iter().chain(carried).collect(),
        |carried| carried[0].into(),
        |b, vars| {
            let [any, is_behind] = [vars[1], vars[vars.len() - 1]];
            let next = Expr::from(b.peek("next"));
            let is_digit = b.let_("is_digit", is_digit(next.clone()));
            let is_point = b.let_("is_point", next.is(u64::from(b'.')) & !is_behind);
            let kept: Vec<Expr> = vars[2..].iter().map(|it| Expr::from(*it)).collect();
            let unchanged = kept.clone();
            let after = b.if_yields(is_digit.into(), &types, |b| body(b, &kept), |_| unchanged);
            b.when(is_point.into(), |b| b.skip(1u64));
            let mut after: Vec<Expr> = after.into_iter().map(Expr::from).collect();
            let last = after.len() - 1;
            after[last] = after[last].clone() | is_point;
            [Expr::from(is_digit) | is_point, any | is_digit].into_iter().chain(after).collect()
        },
    );
    b.check(last[1].into(), ErrorCode::Syntax);
    last[2..].iter().map(|it| Expr::from(*it)).collect()
}

/// `scaled(text, scale) -> number`. Digits behind those of the scale are zeros.
pub(super) fn scaled() -> Function {
    let mut b = FunctionBuilder::new("scaled");
    let text = b.value_param("text", ValueType::Bytes);
    let scale = b.value_param("scale", ValueType::U64);
    let number = b.at(text, 0u64, &[("number", ValueType::I64)], |b| {
        let minus = read_sign(b);
        let minus = b.let_("minus", minus);
        let carried = vec![
            ("magnitude", ValueType::U64, 0u64.into()),
            ("behind", ValueType::U64, 0u64.into()),
            ("is_behind", ValueType::Bool, false.into()),
        ];
        let read = each_digit(b, carried, |b, kept| {
            let digit = b.read_int("digit", 1, Order::Little) - u64::from(b'0');
            let digit = b.let_("value", digit);
            let is_over = b.let_("is_over", kept[2].clone() & kept[1].clone().is(scale));
            b.check(!is_over | digit.is(0u64), ErrorCode::OutOfRange);
            let longer = times_ten(b, &kept[0], &is_over.into(), digit.into());
            let counts = (kept[2].clone() & !is_over).choose(1u64, 0u64);
            vec![longer, kept[1].clone() + counts, kept[2].clone()]
        });
        end(b);
        let filled = b.loop_while(
            vec![("magnitude", ValueType::U64, read[0].clone()), ("behind", ValueType::U64, read[1].clone())],
            |carried| carried[1].below(scale),
            |b, carried| {
                let longer = times_ten(b, &carried[0].into(), &false.into(), 0u64.into());
                vec![longer, carried[1] + 1u64]
            },
        );
        let number = Expr::from(filled[0]).reinterpret();
        vec![Expr::from(minus).choose(Expr::from(0i64) - number.clone(), number)]
    });
    b.finish(vec![number[0].into()], vec![ValueType::I64])
}

/// Returns a number with one more digit, unless `keeps`.
fn times_ten(b: &mut FunctionBuilder, magnitude: &Expr, keeps: &Expr, digit: Expr) -> Expr {
    b.check(keeps.clone() | magnitude.clone().below(MOST / 10), ErrorCode::OutOfRange);
    keeps.clone().choose(magnitude.clone(), magnitude.clone() * 10u64 + digit)
}

/// `digits(text) -> total, fraction`.
pub(super) fn digits() -> Function {
    let mut b = FunctionBuilder::new("digits");
    let text = b.value_param("text", ValueType::Bytes);
    let results = [("total", ValueType::U64), ("fraction", ValueType::U64)];
    let read = b.at(text, 0u64, &results, |b| {
        read_sign(b);
        let number = |name| (name, ValueType::U64, Expr::from(0u64));
        // Zeros at the end count when another digit follows.
        let carried =
            vec![number("whole"), number("fraction"), number("zeros"), ("is_behind", ValueType::Bool, false.into())];
        let read = each_digit(b, carried, |b, kept| {
            let digit = b.read_int("digit", 1, Order::Little);
            let is_zero = b.let_("is_zero", digit.is(u64::from(b'0')));
            let [whole, fraction, zeros, is_behind] = [0, 1, 2, 3].map(|index| kept[index].clone());
            let means = !is_zero | whole.clone().is_not(0u64);
            let whole = (!is_behind.clone() & means).choose(whole.clone() + 1u64, whole);
            let longer = fraction.clone() + zeros.clone() + 1u64;
            let fraction = (is_behind.clone() & !is_zero).choose(longer, fraction);
            let zeros = (is_behind.clone() & is_zero).choose(zeros + 1u64, 0u64);
            vec![whole, fraction, zeros, is_behind]
        });
        end(b);
        vec![read[0].clone() + read[1].clone(), read[1].clone()]
    });
    b.finish(vec![read[0].into(), read[1].into()], vec![ValueType::U64; 2])
}

/// Writes an integer as a decimal number with so many digits behind the point.
pub(super) fn write_scaled(b: &mut FunctionBuilder, place: Place, scale: u32) {
    let number = b.let_("number", Expr::Get(place));
    let is_negative = number.below(0i64);
    b.when(is_negative.clone(), |b| b.write_bytes(b"-"));
    let bits = Expr::from(number).reinterpret();
    let magnitude = b.let_("magnitude", is_negative.choose(Expr::from(0u64) - bits.clone(), bits));
    b.write_leaf(WriteLeaf::DecimalUint, vec![magnitude / 10u64.pow(scale)]);
    if scale > 0 {
        b.write_bytes(b".");
    }
    for place in (0..scale).rev() {
        let digit = (magnitude / 10u64.pow(place)) % 10u64;
        b.write_int(digit + u64::from(b'0'), 1, Order::Little);
    }
}
