//! `fixed` as text: an optional minus, digits without leading zeros, and behind a point as many digits as the scale.

use super::fixed::{MINUS, PLUS, read_digits, read_last};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType, VarId};

/// The functions for decimal numbers. Digits and scale are arguments.
#[derive(Clone, Copy)]
pub(super) struct Decimals {
    read: FuncId,
    write: FuncId,
}

impl Decimals {
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let digit = module.add(digit_at());
        Self { read: module.add(read_decimal(digit)), write: module.add(write_decimal()) }
    }

    /// Reads a number and returns its text.
    pub fn read(self, b: &mut FunctionBuilder, digits: Expr, scale: Expr) -> Expr {
        let text = b.scratch("decimal", |b| {
            b.call(self.read, vec![Arg::Value(digits), Arg::Value(scale)], &[]);
        });
        text.into()
    }

    /// Writes the number with this text.
    pub fn write(self, b: &mut FunctionBuilder, text: Expr, digits: Expr, scale: Expr) {
        b.at(text, 0u64, &[], |b| {
            b.call(self.write, vec![Arg::Value(digits), Arg::Value(scale)], &[]);
            vec![]
        });
    }
}

/// Returns the parameters: digits and scale.
fn params(b: &mut FunctionBuilder) -> [VarId; 2] {
    ["digits", "scale"].map(|name| b.value_param(name, ValueType::U64))
}

/// Returns 1 if a zero precedes this many digits, else 0.
fn zeros_before(digits: VarId) -> Expr {
    (digits & 1u64) ^ 1u64
}

/// `digit_at(octets, index) -> digit`.
fn digit_at() -> Function {
    let mut b = FunctionBuilder::new("digit_at");
    let octets = b.value_param("octets", ValueType::Bytes);
    let index = b.value_param("index", ValueType::U64);
    let pair = b.at(octets, index >> 1u64, &[("digits", ValueType::U64)], |b| {
        vec![b.read_int("digits", 1, Order::Little).into()]
    });
    let digit = (index & 1u64).is(0u64).choose(pair[0] >> 4u64, pair[0] & 0xfu64);
    b.finish(vec![digit], vec![ValueType::U64])
}

/// `read_decimal(digits, scale)`: reads the octets of a number and writes its text.
fn read_decimal(digit_at: FuncId) -> Function {
    let mut b = FunctionBuilder::new("read_decimal");
    let [digits, scale] = params(&mut b);
    let octets = b.read_span("octets", (digits >> 1u64) + 1u64);
    let is_negative = b.at(octets, 0u64, &[("is_negative", ValueType::Bool)], |b| vec![check_digits(b, digits)]);
    b.when(is_negative[0].into(), |b| b.write_bytes(b"-"));
    let point = b.let_("point", digits - scale);
    let carried = vec![("index", ValueType::U64, 0u64.into()), ("is_begun", ValueType::Bool, false.into())];
    let end = b.loop_while(
        carried,
        |carried| carried[0].below(digits),
        |b, carried| {
            let is_begun = Expr::from(carried[1]);
            let at_point = Expr::from(b.let_("at_point", carried[0].is(point)));
            b.when(at_point.clone(), |b| {
                b.when(!is_begun.clone(), |b| b.write_bytes(b"0"));
                b.write_bytes(b".");
            });
            let args = vec![Arg::Value(octets.into()), Arg::Value(carried[0] + zeros_before(digits))];
            let digit = b.call(digit_at, args, &[("digit", ValueType::U64)])[0];
            let is_begun = Expr::from(b.let_("begins", is_begun | at_point | digit.is_not(0u64)));
            b.when(is_begun.clone(), |b| b.write_int(digit + u64::from(b'0'), 1, Order::Little));
            vec![carried[0] + 1u64, is_begun]
        },
    );
    b.when(!Expr::from(end[1]), |b| b.write_bytes(b"0"));
    b.finish(vec![], vec![])
}

/// Refuses what is no number; returns true for one below zero.
fn check_digits(b: &mut FunctionBuilder, digits: VarId) -> Expr {
    let is_even = (digits & 1u64).is(0u64);
    let first = b.peek("first");
    b.check(!is_even | first.below(0x10u64), ErrorCode::OutOfRange);
    let any = b.loop_while(
        vec![("any", ValueType::U64, 0u64.into())],
        |_| Expr::Left.is_not(1u64),
        |b, carried| {
            let [high, low] = read_digits(b);
            vec![carried[0] | high | low]
        },
    );
    let (last, is_negative) = read_last(b);
    is_negative & (any[0] | last).is_not(0u64)
}

/// `write_decimal(digits, scale)`: reads a text to the end of the window and writes the octets of the number.
fn write_decimal() -> Function {
    let mut b = FunctionBuilder::new("write_decimal");
    let [digits, scale] = params(&mut b);
    let is_negative = b.matches("is_negative", b"-");
    let point = b.let_("point", scale.is(0u64).choose(0u64, scale + 1u64));
    b.check(point.below(Expr::Left), ErrorCode::Syntax);
    let whole = whole_digits(&mut b, point);
    let whole = b.let_("counted", whole);
    b.check(whole.at_most(digits - scale), ErrorCode::OutOfRange);
    let zeros = b.let_("zeros", zeros_before(digits) + (digits - scale - whole));
    let text = Digits { point, zeros };
    let carried = ["index", "any"].map(|name| (name, ValueType::U64, Expr::from(0u64))).to_vec();
    let end = b.loop_while(
        carried,
        |carried| carried[0].below(digits & !1u64),
        |b, carried| {
            let high = text.next(b, carried[0].into());
            let low = text.next(b, carried[0] + 1u64);
            b.write_int(high << 4u64 | low, 1, Order::Little);
            vec![carried[0] + 2u64, carried[1] | high | low]
        },
    );
    let last = text.next(&mut b, end[0].into());
    // There is one text for zero.
    b.check(!(Expr::from(is_negative) & (end[1] | last).is(0u64)), ErrorCode::Syntax);
    let sign = Expr::from(is_negative).choose(MINUS, PLUS);
    b.write_int(last << 4u64 | sign, 1, Order::Little);
    b.finish(vec![], vec![])
}

/// The digits of a text from the cursor on.
struct Digits {
    /// The number of characters from the point on.
    point: VarId,
    /// How many zeros precede them.
    zeros: VarId,
}

impl Digits {
    /// Returns the digit at an index; what precedes it has been read.
    fn next(&self, b: &mut FunctionBuilder, index: Expr) -> VarId {
        let point = self.point;
        let read = |b: &mut FunctionBuilder| {
            b.when(point.is_not(0u64) & Expr::Left.is(point), |b| b.expect(b".", ErrorCode::Syntax));
            vec![read_digit(b)]
        };
        b.if_yields(index.below(self.zeros), &[("digit", ValueType::U64)], |_| vec![0u64.into()], read)[0]
    }
}

/// Returns the number of digits in front of the point, which begin at the cursor. A single zero does not count and is skipped.
fn whole_digits(b: &mut FunctionBuilder, point: VarId) -> Expr {
    let whole = b.let_("whole", Expr::Left - point);
    let first = b.peek("first");
    let zero = |b: &mut FunctionBuilder| {
        b.check(whole.is(1u64), ErrorCode::Syntax);
        b.skip(1u64);
        vec![0u64.into()]
    };
    b.if_yields(first.is(u64::from(b'0')), &[("counted", ValueType::U64)], zero, |_| vec![whole.into()])[0].into()
}

fn read_digit(b: &mut FunctionBuilder) -> Expr {
    let digit = b.read_int("character", 1, Order::Little) - u64::from(b'0');
    let digit = Expr::from(b.let_("digit", digit));
    b.check(digit.clone().at_most(9u64), ErrorCode::Syntax);
    digit
}
