//! Conversions between numbers, on bit patterns and with integer arithmetic, so that every engine rounds in the same
//! way: to nearest, ties to even (IEEE 754-2019, 4.3.1). NaNs keep the upper bits of their payload and become quiet.

use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Expr, FuncId, Function, ValueType};

const SIGN64: u64 = 1 << 63;

/// Functions from U64 to U64.
#[derive(Clone, Copy)]
pub(crate) struct Floats {
    /// The nearest binary64 of an unsigned integer.
    pub f64_of_uint: FuncId,
    /// The nearest binary32 of an unsigned integer.
    pub f32_of_uint: FuncId,
    /// The binary64 that equals a binary32.
    pub f64_of_f32: FuncId,
    /// The nearest binary32 of a binary64.
    pub f32_of_f64: FuncId,
}

impl Floats {
    /// Defines the functions.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let f64_of_uint = module.add(of_uint("f64_of_uint", 53, 1023));
        Self {
            f64_of_uint,
            f32_of_uint: module.add(of_uint("f32_of_uint", 24, 127)),
            f64_of_f32: module.add(f64_of_f32(f64_of_uint)),
            f32_of_f64: module.add(f32_of_f64()),
        }
    }

    /// Calls one of the functions.
    pub fn call(b: &mut FunctionBuilder, func: FuncId, value: impl Into<Expr>) -> Expr {
        b.call(func, vec![Arg::Value(value.into())], &[("converted", ValueType::U64)])[0].into()
    }

    /// Calls a conversion of unsigned integers for the magnitude of a signed one.
    pub fn call_signed(b: &mut FunctionBuilder, func: FuncId, negative: Expr, magnitude: Expr, sign: u64) -> Expr {
        Self::call(b, func, magnitude) | negative.choose(sign, 0u64)
    }
}

fn int(b: &mut FunctionBuilder, name: &str, value: Expr) -> Expr {
    b.let_(name, value).into()
}

/// Returns `value` without its lowest `bits`, rounded.
fn rounded(b: &mut FunctionBuilder, value: &Expr, bits: u64) -> Expr {
    let kept = int(b, "kept", value.clone() >> bits);
    let rest = int(b, "rest", value.clone() & ((1u64 << bits) - 1));
    let half = Expr::from(1u64 << (bits - 1));
    let up = half.clone().below(rest.clone()) | (rest.is(half) & (kept.clone() & 1u64).is(1u64));
    kept + up.as_int()
}

/// `precision` counts the implicit leading bit.
fn of_uint(name: &str, precision: u64, bias: u64) -> Function {
    let mut b = FunctionBuilder::new(name);
    let value = b.value_param("value", ValueType::U64);
    let (normal, shift) = normalised(&mut b, value.into());
    let mantissa = rounded(&mut b, &normal, 64 - precision);
    // The leading bit of the mantissa adds one to the exponent, as does a carry out of the mantissa.
    let exponent = (Expr::from(63 + bias - 1) - shift) << (precision - 1);
    let zero = value.is(0u64);
    b.finish(vec![zero.choose(0u64, mantissa + exponent)], vec![ValueType::U64])
}

/// Returns the value shifted left until its highest bit is set, and the distance. Zero stays zero.
fn normalised(b: &mut FunctionBuilder, value: Expr) -> (Expr, Expr) {
    [32u64, 16, 8, 4, 2, 1].into_iter().fold((value, 0u64.into()), |(value, shift): (Expr, Expr), step| {
        let small = value.clone().below(1u64 << (64 - step));
        let small = Expr::from(b.let_("small", small));
        let shifted = small.clone().choose(value.clone() << step, value);
        (int(b, "shifted", shifted), int(b, "shift", shift + small.as_int() * step))
    })
}

fn f64_of_f32(of_uint: FuncId) -> Function {
    let mut b = FunctionBuilder::new("f64_of_f32");
    let bits = Expr::from(b.value_param("bits", ValueType::U64));
    let sign = int(&mut b, "sign", ((bits.clone() >> 31u64) & 1u64) << 63u64);
    let exponent = int(&mut b, "exponent", (bits.clone() >> 23u64) & 0xffu64);
    let fraction = int(&mut b, "fraction", bits & 0x7f_ffffu64);
    let wide = int(&mut b, "wide", fraction.clone() << 29u64);
    let quiet = fraction.clone().is(0u64).choose(0u64, 1u64 << 51);
    let special = Expr::from(0x7ff0_0000_0000_0000u64) | wide.clone() | quiet;
    let normal = ((exponent.clone() + (1023u64 - 127)) << 52u64) | wide;
    let results = [("magnitude", ValueType::U64)];
    let subnormal = |b: &mut FunctionBuilder| {
        let whole = Floats::call(b, of_uint, fraction.clone());
        let scaled = whole - (149u64 << 52);
        vec![fraction.is(0u64).choose(0u64, scaled)]
    };
    let magnitude = b.if_yields(exponent.clone().is(0u64), &results, subnormal, |_| {
        vec![exponent.is(255u64).choose(special, normal)]
    });
    b.finish(vec![sign | magnitude[0]], vec![ValueType::U64])
}

fn f32_of_f64() -> Function {
    let mut b = FunctionBuilder::new("f32_of_f64");
    let bits = Expr::from(b.value_param("bits", ValueType::U64));
    let sign = int(&mut b, "sign", bits.clone() >> 63u64 << 31u64);
    let magnitude = int(&mut b, "magnitude", bits & (SIGN64 - 1));
    let results = [("narrow", ValueType::U64)];
    let nan = Expr::from(0x7ff0_0000_0000_0000u64).below(magnitude.clone());
    let payload = ((magnitude.clone() >> 29u64) & 0x3f_ffffu64) | 0x7fc0_0000u64;
    // From 2^128 − 2^103 on, which is halfway between the largest binary32 and the next power of two.
    let infinite = Expr::from(0x47ef_ffff_f000_0000u64).at_most(magnitude.clone());
    let special = nan.choose(payload, 0x7f80_0000u64);
    let finite = |b: &mut FunctionBuilder| {
        let is_normal = Expr::from(0x3810_0000_0000_0000u64).at_most(magnitude.clone());
        let normal = |b: &mut FunctionBuilder| {
            let mantissa = rounded(b, &magnitude, 29);
            vec![mantissa - ((1023u64 - 127) << 23)]
        };
        let narrow = b.if_yields(is_normal, &results, normal, |b| vec![subnormal32(b, &magnitude)]);
        vec![narrow[0].into()]
    };
    let narrow = b.if_yields(infinite, &results, |_| vec![special], finite);
    b.finish(vec![sign | narrow[0]], vec![ValueType::U64])
}

/// Returns the bits of a magnitude below 2^−126, as a multiple of 2^−149: its significand is shifted right in steps,
/// with two additional bits, the lower of which records whether any 1 was shifted out; then it is rounded.
fn subnormal32(b: &mut FunctionBuilder, magnitude: &Expr) -> Expr {
    let exponent = int(b, "exponent", magnitude.clone() >> 52u64);
    let fraction = magnitude.clone() & ((1u64 << 52) - 1);
    let implicit = exponent.clone().is(0u64).choose(0u64, 1u64 << 52);
    let significand = int(b, "significand", (fraction | implicit) << 2u64);
    // The significand counts multiples of 2^(exponent − 1075).
    let vanishes = exponent.clone().below(1075u64 - 149 - 63);
    let places = int(b, "places", vanishes.choose(63u64, Expr::from(1075u64 - 149) - exponent));
    let shifted = [32u64, 16, 8, 4, 2, 1].into_iter().fold(significand, |value, step| {
        let lost = (value.clone() & ((1u64 << step) - 1)).is_not(0u64).as_int();
        let moved = (value.clone() >> step) | lost;
        int(b, "moved", (places.clone() & step).is_not(0u64).choose(moved, value))
    });
    rounded(b, &shifted, 2)
}
