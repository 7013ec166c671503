//! `long double` in its forms, to and from IEEE 754 binary128. A value that the form of the ABI cannot hold exactly is refused.

use super::Memory;
use super::put_value::halves;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Place, VarId};
use polywire_model::c::FloatForm;

/// The exponent of infinities and NaNs.
const SPECIAL: u64 = 0x7fff;

/// The bits of a binary128 above its exponent's: the fraction of the upper half.
const UPPER: u64 = (1 << 48) - 1;

impl Memory<'_> {
    /// Puts a float.
    pub(super) fn put_float(&self, b: &mut FunctionBuilder, form: FloatForm, at: u32, place: Place) {
        if form == FloatForm::Binary128 && self.is_little() {
            return b.put(at, Datum::Span(Expr::Get(place)));
        }
        let [low, high] = halves(b, Expr::Get(place));
        match form {
            FloatForm::Binary128 => {
                b.put_int(at, high, 8, self.order);
                b.put_int(at + 8, low, 8, self.order);
            }
            FloatForm::X87 => {
                let significand = significand(b, (&low, &high));
                b.put_int(at, significand, 8, self.order);
                b.put_int(at + 8, high >> 48u64, 2, self.order);
            }
            FloatForm::M68k => {
                let exponent = Expr::from(b.let_("exponent", (high.clone() >> 48u64) & SPECIAL));
                let significand = significand(b, (&low, &high));
                // Subnormal numbers have another exponent there, and infinities no first bit.
                b.check(exponent.clone().is_not(0u64) | significand.clone().is(0u64), ErrorCode::OutOfRange);
                let is_infinite = exponent.is(SPECIAL) & significand.clone().is(1u64 << 63);
                let significand = is_infinite.choose(0u64, significand);
                b.put_int(at, high >> 48u64, 2, self.order);
                b.put_int(at + 4, significand, 8, self.order);
            }
            FloatForm::Double => {
                let bits = double(b, (&low, &high));
                b.put_int(at, bits, 8, self.order);
            }
            FloatForm::DoubleDouble => b.fail(ErrorCode::Unsupported),
        }
    }

    /// Reads a float.
    pub(super) fn read_float(
        &self,
        b: &mut FunctionBuilder,
        form: FloatForm,
        (section, at): (VarId, u32),
        place: Place,
    ) {
        let load = |offset: u32, width: u8| Expr::Load { section, offset: at + offset, width, order: self.order };
        let halves = match form {
            FloatForm::Binary128 if self.is_little() => [load(0, 8), load(8, 8)],
            FloatForm::Binary128 => [load(8, 8), load(0, 8)],
            FloatForm::X87 => of_significand(b, load(8, 2), load(0, 8), false),
            FloatForm::M68k => of_significand(b, load(0, 2), load(4, 8), true),
            FloatForm::Double => of_double(b, load(0, 8)),
            FloatForm::DoubleDouble => return b.fail(ErrorCode::Unsupported),
        };
        self.set_halves(b, halves, place);
    }
}

/// Returns 64 bits of significand, with the first one, which binary128 does not store.
fn significand(b: &mut FunctionBuilder, (low, high): (&Expr, &Expr)) -> Expr {
    b.check((low.clone() & ((1u64 << 49) - 1)).is(0u64), ErrorCode::OutOfRange);
    let exponent = (high.clone() >> 48u64) & SPECIAL;
    let fraction = (high.clone() & UPPER) << 15u64 | low.clone() >> 49u64;
    let first = exponent.is_not(0u64).choose(1u64 << 63, 0u64);
    b.let_("significand", fraction | first).into()
}

/// Returns the halves of a float with a stored first bit, whose sign and exponent are 16 bits.
fn of_significand(b: &mut FunctionBuilder, head: Expr, significand: Expr, is_m68k: bool) -> [Expr; 2] {
    let head = Expr::from(b.let_("head", head));
    let significand = Expr::from(b.let_("significand", significand));
    let exponent = Expr::from(b.let_("exponent", head.clone() & SPECIAL));
    let has_first = significand.clone() >> 63u64;
    let is_zero = exponent.clone().is(0u64);
    let agrees = has_first.is(is_zero.clone().choose(0u64, 1u64));
    let is_valid = match is_m68k {
        // Infinities and NaNs can have any first bit, and subnormal numbers have another exponent.
        true => (agrees & (!is_zero | significand.clone().is(0u64))) | exponent.is(SPECIAL),
        false => agrees,
    };
    b.check(is_valid, ErrorCode::OutOfRange);
    let upper = (significand.clone() >> 15u64) & UPPER;
    [significand << 49u64, head << 48u64 | upper]
}

/// Returns the bits of a double.
fn double(b: &mut FunctionBuilder, (low, high): (&Expr, &Expr)) -> Expr {
    let sign = high.clone() >> 63u64 << 63u64;
    let exponent = Expr::from(b.let_("exponent", (high.clone() >> 48u64) & SPECIAL));
    let fraction = Expr::from(b.let_("fraction", (high.clone() & UPPER) << 4u64 | low.clone() >> 60u64));
    b.check((low.clone() & ((1u64 << 60) - 1)).is(0u64), ErrorCode::OutOfRange);
    // From the exponent of the least normal double on.
    let is_special = exponent.clone().is(SPECIAL);
    let is_normal = Expr::from(15361u64).at_most(exponent.clone()) & exponent.clone().at_most(17406u64);
    let is_zero = exponent.clone().is(0u64) & fraction.clone().is(0u64);
    let is_small = exponent.clone().below(15361u64) & Expr::from(15309u64).at_most(exponent.clone());
    b.check(is_special.clone() | is_normal.clone() | is_zero | is_small.clone(), ErrorCode::OutOfRange);
    let places = Expr::from(b.let_("places", is_small.clone().choose(Expr::from(15361u64) - exponent.clone(), 0u64)));
    let whole = fraction.clone() | 1u64 << 52;
    let (small, lost) = shifted_right(b, whole, &places);
    b.check(lost.is(0u64), ErrorCode::OutOfRange);
    let normal = (exponent - 15360u64) << 52u64 | fraction.clone();
    let special = Expr::from(SPECIAL >> 4 << 52) | fraction;
    let finite = is_normal.choose(normal, is_small.choose(small, 0u64));
    sign | is_special.choose(special, finite)
}

/// Returns a U64 shifted right by up to 63 bits, and the bits that it lost, as a number that is zero if all were.
fn shifted_right(b: &mut FunctionBuilder, value: Expr, places: &Expr) -> (Expr, Expr) {
    [32u64, 16, 8, 4, 2, 1].into_iter().fold((value, 0u64.into()), |(value, lost): (Expr, Expr), step| {
        let moves = Expr::from(b.let_("moves", (places.clone() & step).is_not(0u64)));
        let gone = value.clone() & ((1u64 << step) - 1);
        let lost = Expr::from(b.let_("lost", lost | moves.clone().choose(gone, 0u64)));
        (b.let_("moved", moves.choose(value.clone() >> step, value)).into(), lost)
    })
}

/// Returns the halves of the binary128 that equals a double.
fn of_double(b: &mut FunctionBuilder, bits: Expr) -> [Expr; 2] {
    let bits = Expr::from(b.let_("bits", bits));
    let sign = bits.clone() >> 63u64 << 63u64;
    let exponent = Expr::from(b.let_("exponent", (bits.clone() >> 52u64) & 0x7ffu64));
    let fraction = Expr::from(b.let_("fraction", bits & ((1u64 << 52) - 1)));
    let is_small = Expr::from(b.let_("small", exponent.clone().is(0u64)));
    // A subnormal number is shifted until its first bit is where normal ones have theirs.
    let start = (is_small.clone().choose(fraction.clone(), 1u64 << 52), Expr::from(0u64));
    let (moved, places) = [32u64, 16, 8, 4, 2, 1].into_iter().fold(start, |(value, places), step| {
        let is_below = value.clone().below(1u64 << (53 - step));
        let is_below = Expr::from(b.let_("below", is_below));
        let shifted = is_below.clone().choose(value.clone() << step, value);
        let places = places + is_below.as_int() * step;
        (b.let_("moved", shifted).into(), Expr::from(b.let_("places", places)))
    });
    let is_zero = is_small.clone() & fraction.clone().is(0u64);
    let small = (Expr::from(15361u64) - places) << 48u64 | (moved.clone() & ((1u64 << 52) - 1)) >> 4u64;
    let wide = exponent.clone().is(0x7ffu64).choose(SPECIAL, exponent + 15360u64);
    let normal = wide << 48u64 | fraction.clone() >> 4u64;
    let high = is_zero.clone().choose(0u64, is_small.clone().choose(small, normal));
    let low = is_small.choose(moved, fraction) << 60u64;
    [is_zero.choose(0u64, low), sign | high]
}
