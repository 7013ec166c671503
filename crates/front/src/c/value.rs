//! Constant expressions (C11, clause 6.6), computed for an ABI where they ask for sizes.

use super::measure;
use super::tree::{Type, Unit};
use polywire_model::c::{Abi, CScalar};

/// An integer and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub number: i128,
    /// 32 or 64; smaller types are promoted to `int`.
    pub bits: u8,
    pub signed: bool,
}

impl Value {
    pub const fn int(number: i128) -> Self {
        Self { number, bits: 32, signed: true }
    }

    /// Returns what a type holds of the number.
    pub const fn wrapped(self) -> Self {
        let mask = (1_i128 << self.bits) - 1;
        let low = self.number & mask;
        let number = if self.signed && low >> (self.bits - 1) != 0 { low - (1 << self.bits) } else { low };
        Self { number, ..self }
    }
}

/// An expression that is not computed yet, since it asks for sizes.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Value(Value),
    SizeOf(Type),
    AlignOf(Type),
    OffsetOf(Type, Vec<String>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Type, Box<Expr>),
}

/// The value of an expression, or why it has none.
pub(super) type Computed = Result<Value, String>;

impl Expr {
    /// Returns the value for an ABI.
    pub fn compute(&self, unit: &Unit, abi: &'static Abi) -> Computed {
        let size = |number: u64| Value { number: number.into(), bits: 64, signed: false };
        match self {
            Self::Value(value) => Ok(*value),
            Self::SizeOf(ty) => Ok(size(measure::shape(unit, ty, abi)?.size)),
            Self::AlignOf(ty) => Ok(size(measure::shape(unit, ty, abi)?.align.into())),
            Self::OffsetOf(ty, path) => Ok(size(measure::offset(unit, ty, path, abi)?)),
            Self::Unary(operator, inner) => Ok(unary(operator, inner.compute(unit, abi)?)),
            Self::Binary(operator, left, right) => {
                binary(operator, left.compute(unit, abi)?, right.compute(unit, abi)?)
            }
            Self::Conditional(condition, then, otherwise) => match condition.compute(unit, abi)?.number {
                0 => otherwise.compute(unit, abi),
                _ => then.compute(unit, abi),
            },
            Self::Cast(ty, inner) => cast(unit, ty, inner.compute(unit, abi)?, abi),
        }
    }

    /// Computes what needs no sizes.
    pub fn folded(self) -> Result<Self, String> {
        Ok(match self {
            Self::Unary(operator, inner) => match *inner {
                Self::Value(value) => Self::Value(unary(operator, value)),
                inner => Self::Unary(operator, Box::new(inner)),
            },
            Self::Binary(operator, left, right) => match (*left, *right) {
                (Self::Value(left), Self::Value(right)) => Self::Value(binary(operator, left, right)?),
                (left, right) => Self::Binary(operator, Box::new(left), Box::new(right)),
            },
            Self::Conditional(condition, then, otherwise) => match *condition {
                Self::Value(Value { number: 0, .. }) => *otherwise,
                Self::Value(_) => *then,
                condition => Self::Conditional(Box::new(condition), then, otherwise),
            },
            other => other,
        })
    }

    /// Returns the value if it is the same for all ABIs.
    pub fn same(&self, unit: &Unit) -> Computed {
        if let Self::Value(value) = self {
            return Ok(*value);
        }
        let mut found: Option<(Value, &Abi)> = None;
        for abi in Abi::ALL {
            // What an ABI does not have does not matter for it.
            let Ok(value) = self.compute(unit, abi) else { continue };
            match found {
                Some((first, of)) if first.number != value.number => {
                    let (a, b) = (first.number, value.number);
                    return Err(format!(
                        "the value depends on the ABI: it is {a} for {} and {b} for {}",
                        of.name, abi.name
                    ));
                }
                Some(_) => {}
                None => found = Some((value, abi)),
            }
        }
        match found {
            Some((value, _)) => Ok(value),
            None => self.compute(unit, &Abi::ALL[0]),
        }
    }
}

fn unary(operator: &str, value: Value) -> Value {
    match operator {
        "-" => Value { number: -value.number, ..value }.wrapped(),
        "~" => Value { number: !value.number, ..value }.wrapped(),
        "!" => Value::int(i128::from(value.number == 0)),
        _ => value,
    }
}

fn binary(operator: &str, left: Value, right: Value) -> Computed {
    let bits = left.bits.max(right.bits);
    let signed = [left, right].iter().all(|it| it.signed || it.bits < bits);
    let common = |value: Value| Value { bits, signed, ..value }.wrapped().number;
    let (a, b) = (common(left), common(right));
    let number = |number: i128| Ok(Value { number, bits, signed }.wrapped());
    let truth = |holds: bool| Ok(Value::int(holds.into()));
    let by_zero = || "the divisor is 0".to_owned();
    let shift = || match right.number {
        count @ 0..=63 if count < i128::from(left.bits) => Ok(count as u32),
        count => Err(format!("the number is shifted by {count} bits and has {}", left.bits)),
    };
    match operator {
        "||" => truth(left.number != 0 || right.number != 0),
        "&&" => truth(left.number != 0 && right.number != 0),
        "|" => number(a | b),
        "^" => number(a ^ b),
        "&" => number(a & b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "<" => truth(a < b),
        ">" => truth(a > b),
        "<=" => truth(a <= b),
        ">=" => truth(a >= b),
        "<<" => Ok(Value { number: left.number << shift()?, ..left }.wrapped()),
        ">>" => Ok(Value { number: left.number >> shift()?, ..left }),
        "+" => number(a + b),
        "-" => number(a - b),
        "*" => number(a.wrapping_mul(b)),
        "/" => number(a.checked_div(b).ok_or_else(by_zero)?),
        _ => number(a.checked_rem(b).ok_or_else(by_zero)?),
    }
}

fn cast(unit: &Unit, ty: &Type, value: Value, abi: &'static Abi) -> Computed {
    let is_signed = |scalar: &CScalar| match scalar {
        CScalar::Char => abi.signed_char,
        CScalar::WideChar => abi.wide_char.1,
        CScalar::Exact { signed, .. } | CScalar::Short { signed } | CScalar::Int { signed } => *signed,
        CScalar::Long { signed } | CScalar::LongLong { signed } => *signed,
        CScalar::Pointer { signed } | CScalar::Fast { signed, .. } => *signed,
        CScalar::Bool | CScalar::Float | CScalar::Double | CScalar::LongDouble => false,
    };
    let signed = match ty.plain() {
        Type::Scalar(CScalar::Bool) => return Ok(Value::int(i128::from(value.number != 0))),
        Type::Scalar(scalar) | Type::Character(scalar) if scalar.is_integer() => is_signed(scalar),
        Type::Enum(id) => unit.enums[id.0].facts.min < 0,
        _ => return Err("it converts to a type that is no integer".to_owned()),
    };
    let bits = (measure::shape(unit, ty, abi)?.size * 8).min(64) as u8;
    let narrow = Value { bits, signed, ..value }.wrapped();
    // Smaller types are promoted.
    Ok(if bits < 32 { Value { bits: 32, signed: true, ..narrow } } else { narrow })
}
