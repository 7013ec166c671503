//! Decimal numbers of which the model has the text: with more digits than an integer has, and with a number of digits behind the
//! point that the message tells (Avro 1.12 specification, "Decimal").
//!
//! The digits are converted nine at a time. Each step is a call, so that no step has to keep a number of unknown length.
//!
//! Design: docs/decisions/0163-decimals-of-any-length.md

mod digits;
mod scan;
mod two_words;
mod unscaled;

use super::facts::Facts;
use super::number::{read_int, read_len, write_long};
use crate::text::decimal::{MOST_ZEROS, write_plain, write_scientific};
use crate::text::number::{repeat, write_span, write_zeros};
use digits::{magnitude, negated};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, Order, Place, ValueType, VarId, WriteLeaf};
use polywire_model::attr::{AvroDecimal, AvroForm, MOST_DECIMAL_DIGITS};
use scan::Scan;
use two_words::{take_digits, write_short_bytes, write_short_text};
use unscaled::Unscaled;

/// Digits that are converted at once, and ten to their number, which is below 2³².
const GROUP_DIGITS: u32 = 9;
const GROUP: u64 = 1_000_000_000;

/// Bytes of a limb, and its bits.
const LIMB: u8 = 4;
const LIMB_BITS: u8 = 8 * LIMB;
const LIMB_MASK: u64 = (1 << LIMB_BITS) - 1;

/// The functions for decimal numbers.
#[derive(Clone, Copy)]
pub(super) struct Decimals {
    /// `(bytes, most, scale)`: writes the text of a number.
    text: FuncId,
    /// `(bytes, scale)`: the same, in the notation that fits.
    big_text: FuncId,
    /// `(text, precision, scale, size)`: writes the bytes of a number, in `size` bytes, or in as few as hold it.
    bytes: FuncId,
    /// `(text)`: writes the bytes of a number, and its scale.
    big_bytes: FuncId,
    /// `(bytes, scale)`, for numbers of few digits.
    short_text: FuncId,
    /// `(text, precision, scale, size, first_bound, second_bound)`, for numbers of few digits.
    short_bytes: FuncId,
}

impl Decimals {
    /// Defines them for types with such numbers.
    pub fn of(facts: &Facts, module: &mut ModuleBuilder) -> Option<Self> {
        let mut forms = facts.forms();
        forms.any(|form| matches!(form, AvroForm::Decimal(_) | AvroForm::BigDecimal)).then(|| Self::define(module))
    }

    fn define(module: &mut ModuleBuilder) -> Self {
        let magnitude = magnitude(module);
        let negated = module.add(negated());
        let digits = module.add(digits_of(magnitude, negated));
        let (scan, unscaled) = (Scan::define(module), Unscaled::define(module));
        let take = module.add(take_digits());
        let bytes = module.add(write_bytes(scan, unscaled));
        Self {
            text: module.add(write_text(digits)),
            big_text: module.add(write_big_text(digits)),
            bytes,
            big_bytes: module.add(write_big_bytes(scan, unscaled)),
            short_text: module.add(write_short_text()),
            short_bytes: module.add(write_short_bytes(scan, take, bytes)),
        }
    }

    /// Returns the bytes of the number with the text at a place: without their length.
    pub fn bytes_of(self, b: &mut FunctionBuilder, form: &AvroForm, place: &Place) -> VarId {
        let text = Arg::Value(Expr::Get(place.clone()));
        b.scratch("decimal", |b| match form {
            AvroForm::Decimal(AvroDecimal { precision, scale, fixed }) => {
                let size = fixed.as_ref().map_or(0, |it| it.size);
                let mut args = vec![text];
                args.extend([*precision, *scale, size].map(|it| Arg::Value(u64::from(it).into())));
                if let Some(bounds) = two_words::bounds(*precision) {
                    args.extend(bounds.map(|it| Arg::Value(it.into())));
                    b.call(self.short_bytes, args, &[]);
                } else {
                    b.call(self.bytes, args, &[]);
                }
            }
            _ => drop(b.call(self.big_bytes, vec![text], &[])),
        })
    }

    /// Sets a text to the number of these bytes.
    pub fn set_text(self, b: &mut FunctionBuilder, form: &AvroForm, bytes: VarId, place: &Place) {
        let text = match form {
            AvroForm::Decimal(AvroDecimal { precision, scale, .. }) if two_words::bounds(*precision).is_some() => {
                let args = [bytes.into(), u64::from(*scale).into()].map(Arg::Value).to_vec();
                b.scratch("text", |b| drop(b.call(self.short_text, args, &[])))
            }
            AvroForm::Decimal(AvroDecimal { precision, scale, .. }) => {
                let facts = [most_bytes(*precision), u64::from(*scale)].map(|it| Arg::Value(it.into()));
                let args = [vec![Arg::Value(bytes.into())], facts.to_vec()].concat();
                b.scratch("text", |b| drop(b.call(self.text, args, &[])))
            }
            _ => {
                let [unscaled, scale] = read_parts(b, bytes);
                let args = vec![Arg::Value(unscaled), Arg::Value(scale)];
                b.scratch("text", |b| drop(b.call(self.big_text, args, &[])))
            }
        };
        b.set_trusted(place.clone(), text);
    }
}

/// Returns a number of bytes that hold every number of so many digits, and its sign.
fn most_bytes(precision: u32) -> u64 {
    // Ten bits hold three digits.
    (u64::from(precision).div_ceil(3) * 10).div_ceil(8) + 1
}

/// Reads what the bytes of a big-decimal are made of: the bytes of the digits, and the scale (I64).
fn read_parts(b: &mut FunctionBuilder, bytes: VarId) -> [Expr; 2] {
    let parts = b.at(bytes, 0u64, &[("unscaled", ValueType::Bytes), ("scale", ValueType::I64)], |b| {
        let len = read_len(b);
        let unscaled = b.read_span("unscaled", len);
        let scale = read_int(b, "scale");
        b.check(scale.clone().is(scale.clone().sign_extended(32)), ErrorCode::OutOfRange);
        b.check(Expr::Left.is(0u64), ErrorCode::BadLength);
        vec![unscaled.into(), scale]
    });
    [parts[0].into(), parts[1].into()]
}

/// `digits_of(bytes, most)`: writes the digits of the magnitude of a big-endian two's complement of at most `most` bytes, but for
/// those that only repeat the sign.
fn digits_of(magnitude: FuncId, negated: FuncId) -> Function {
    let mut b = FunctionBuilder::new("digits_of");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    let most = b.value_param("most", ValueType::U64);
    let is_negative = sign_of(&mut b, bytes);
    let fill = b.let_("fill", is_negative.clone().choose(0xffu64, 0u64));
    let limbs = b.scratch("limbs", |b| {
        b.at(bytes, 0u64, &[], |b| {
            let next = b.peek("next");
            b.loop_while(
                vec![("next", ValueType::U64, next.into())],
                |carried| carried[0].is(fill),
                |b, _| {
                    b.skip(1u64);
                    vec![b.peek("next").into()]
                },
            );
            b.check(Expr::Left.at_most(most), ErrorCode::OutOfRange);
            let padding = b.let_("padding", (Expr::from(0u64) - Expr::Left) & u64::from(LIMB - 1));
            repeat(b, padding.into(), |b| b.write_int(fill, 1, Order::Big));
            write_span(b, Expr::Left);
            vec![]
        });
    });
    let of = |limbs: VarId| vec![Arg::Value(limbs.into())];
    b.if_else(
        is_negative,
        |b| {
            let positive = b.scratch("positive", |b| drop(b.call(negated, of(limbs), &[])));
            b.call(magnitude, of(positive), &[]);
        },
        |b| drop(b.call(magnitude, of(limbs), &[])),
    );
    b.finish(vec![], vec![])
}

/// Tests the sign of a big-endian two's complement; Bool. Zero bytes are no number.
fn sign_of(b: &mut FunctionBuilder, bytes: VarId) -> Expr {
    b.check(Expr::from(bytes).bytes_len().is_not(0u64), ErrorCode::OutOfRange);
    let first = b.at(bytes, 0u64, &[("first", ValueType::U64)], |b| vec![b.read_int("first", 1, Order::Big).into()]);
    Expr::from(0x7fu64).below(first[0])
}

/// Writes the minus of a number, and returns its digits and how many they are.
fn sign_and_digits(b: &mut FunctionBuilder, digits: FuncId, bytes: VarId, most: Expr) -> (VarId, VarId) {
    let is_negative = sign_of(b, bytes);
    b.when(is_negative, |b| b.write_bytes(b"-"));
    let args = vec![Arg::Value(bytes.into()), Arg::Value(most)];
    let digits = b.scratch("digits", |b| drop(b.call(digits, args, &[])));
    (digits, b.let_("len", Expr::from(digits).bytes_len()))
}

fn write_text(digits: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_decimal_text");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    let most = b.value_param("most", ValueType::U64);
    let scale = b.value_param("scale", ValueType::U64);
    let (digits, len) = sign_and_digits(&mut b, digits, bytes, most.into());
    b.at(digits, 0u64, &[], |b| {
        write_plain(b, len, scale);
        vec![]
    });
    b.finish(vec![], vec![])
}

/// As Java's `BigDecimal.toString`.
fn write_big_text(digits: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_big_decimal_text");
    let bytes = b.value_param("bytes", ValueType::Bytes);
    let scale = b.value_param("scale", ValueType::I64);
    let (digits, len) = sign_and_digits(&mut b, digits, bytes, most_bytes(MOST_DECIMAL_DIGITS).into());
    let behind = b.let_("behind", Expr::from(scale).reinterpret());
    let is_plain = Expr::from(0i64).at_most(scale) & behind.below(len + (MOST_ZEROS + 1));
    b.at(digits, 0u64, &[], |b| {
        b.if_else(
            is_plain,
            |b| write_plain(b, len, behind),
            |b| {
                write_scientific(b);
                b.write_bytes(b"E");
                let exponent = b.let_("exponent", Expr::from(len).reinterpret() - Expr::from(1i64) - Expr::from(scale));
                b.when(Expr::from(0i64).below(exponent), |b| b.write_bytes(b"+"));
                b.write_leaf(WriteLeaf::DecimalInt, vec![exponent.into()]);
            },
        );
        vec![]
    });
    b.finish(vec![], vec![])
}

/// Digits behind the scale are zeros.
fn write_bytes(scan: Scan, unscaled: Unscaled) -> Function {
    let mut b = FunctionBuilder::new("write_decimal_bytes");
    let text = b.value_param("text", ValueType::Bytes);
    let [precision, scale, size] = ["precision", "scale", "size"].map(|name| b.value_param(name, ValueType::U64));
    let number = scan.call(&mut b, text);
    let wanted = Expr::from(scale).reinterpret();
    let missing = b.let_("missing", wanted.clone() - number.scale.clone());
    let zeros = b.let_("zeros", Expr::from(0i64).below(missing).choose(missing, 0i64).reinterpret());
    let extra = b.let_("extra", missing.below(0i64).choose(number.scale.clone() - wanted, 0i64).reinterpret());
    let len = b.let_("len", Expr::from(number.digits).bytes_len());
    let kept = b.let_("kept", extra.below(len).choose(len - extra, 0u64));
    b.at(number.digits, kept, &[], |b| {
        b.loop_while(
            vec![],
            |_| Expr::Left.is_not(0u64),
            |b, _| {
                let digit = b.read_int("digit", 1, Order::Big);
                b.check(digit.is(u64::from(b'0')), ErrorCode::OutOfRange);
                vec![]
            },
        );
        vec![]
    });
    // No digits are zero, of any scale.
    let zeros = b.let_("appended", kept.is(0u64).choose(0u64, zeros));
    b.check(kept.at_most(precision) & zeros.at_most(precision - kept), ErrorCode::OutOfRange);
    let digits = b.scratch("digits", |b| {
        b.at(number.digits, 0u64, &[], |b| {
            write_span(b, kept.into());
            write_zeros(b, zeros.into());
            vec![]
        });
    });
    unscaled.write(&mut b, digits, number.is_negative, size.into());
    b.finish(vec![], vec![])
}

fn write_big_bytes(scan: Scan, unscaled: Unscaled) -> Function {
    let mut b = FunctionBuilder::new("write_big_decimal_bytes");
    let text = b.value_param("text", ValueType::Bytes);
    let number = scan.call(&mut b, text);
    let len = Expr::from(number.digits).bytes_len();
    b.check(len.at_most(u64::from(MOST_DECIMAL_DIGITS)), ErrorCode::OutOfRange);
    b.check(number.scale.clone().is(number.scale.clone().sign_extended(32)), ErrorCode::OutOfRange);
    let bytes = b.scratch("unscaled", |b| unscaled.write(b, number.digits, number.is_negative, 0u64.into()));
    write_with_len(&mut b, bytes);
    write_long(&mut b, number.scale);
    b.finish(vec![], vec![])
}

/// Appends bytes behind their number.
pub(super) fn write_with_len(b: &mut FunctionBuilder, bytes: VarId) {
    b.write_leaf(WriteLeaf::Varint, vec![Expr::from(bytes).bytes_len() << 1u64]);
    b.write(Datum::Span(bytes.into()));
}
