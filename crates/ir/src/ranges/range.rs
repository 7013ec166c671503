use crate::{Const, ValueType};

/// All integers from `min` to `max`. The values of a Bool are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    min: i128,
    max: i128,
}

impl Range {
    /// The values of a Bool.
    pub const BOOL: Self = Self::new(0, 1);
    /// The values of a U64.
    pub const U64: Self = Self::new(0, u64::MAX as i128);
    /// The values of an I64.
    pub const I64: Self = Self::new(i64::MIN as i128, i64::MAX as i128);
    /// Lengths of bytes and lists, and positions in the input: no object in memory is larger.
    pub const LENGTH: Self = Self::new(0, i64::MAX as i128);

    /// The integers from `min` to `max`, which is not below `min`.
    pub(super) const fn new(min: i128, max: i128) -> Self {
        Self { min, max }
    }

    /// One integer.
    pub(super) const fn exact(value: i128) -> Self {
        Self::new(value, value)
    }

    /// The integers of this many bits (1 to 64).
    pub fn of_bits(bits: u8, signed: bool) -> Self {
        let high = 1_i128 << (bits - u8::from(signed));
        Self::new(if signed { -high } else { 0 }, high - 1)
    }

    /// The values of a type; `None` for bytes and native values.
    pub fn of_type(ty: &ValueType) -> Option<Self> {
        Some(Scalar::of(ty)?.range())
    }

    /// The smallest integer.
    pub fn min(self) -> i128 {
        self.min
    }

    /// The largest integer.
    pub fn max(self) -> i128 {
        self.max
    }

    /// Returns the integer if there is only one.
    pub fn exactly(self) -> Option<i128> {
        (self.min == self.max).then_some(self.min)
    }

    /// Returns true if the constant is one of the integers; bytes are not.
    pub fn contains(self, value: &Const) -> bool {
        value.number().is_some_and(|value| self.min <= value && value <= self.max)
    }

    /// Returns true if the other range has all integers of this one.
    pub fn is_within(self, other: Self) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    /// Returns true if this many bits (1 to 64) can hold all integers.
    pub fn fits(self, bits: u8, signed: bool) -> bool {
        self.is_within(Self::of_bits(bits, signed))
    }

    /// Returns true if no integer is negative.
    pub fn is_non_negative(self) -> bool {
        self.min >= 0
    }

    /// Returns the smallest range that has the integers of both.
    pub fn union(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Returns the integers in both ranges; `None` if there are none.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        (min <= max).then_some(Self::new(min, max))
    }

    /// Returns the bits of which any is set in one of the integers, none of which is negative.
    pub(super) fn bits(self) -> i128 {
        match self.max {
            0 => 0,
            max => i128::MAX >> (max.leading_zeros() - 1),
        }
    }
}

/// A type whose values are in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    U64,
    I64,
}

impl Scalar {
    pub fn of(ty: &ValueType) -> Option<Self> {
        match ty {
            ValueType::Bool => Some(Self::Bool),
            ValueType::U64 => Some(Self::U64),
            ValueType::I64 => Some(Self::I64),
            ValueType::Bytes | ValueType::Section(_) | ValueType::Ref(_) => None,
        }
    }

    pub fn range(self) -> Range {
        match self {
            Self::Bool => Range::BOOL,
            Self::U64 => Range::U64,
            Self::I64 => Range::I64,
        }
    }

    /// The constant of this type.
    pub fn constant(self, value: i128) -> Const {
        match self {
            Self::Bool => Const::Bool(value != 0),
            Self::U64 => Const::U64(value as u64),
            Self::I64 => Const::I64(value as i64),
        }
    }
}

impl Const {
    /// Returns the number; `None` for bytes.
    pub(super) fn number(&self) -> Option<i128> {
        match self {
            Self::Bool(value) => Some(i128::from(*value)),
            Self::U64(value) => Some(i128::from(*value)),
            Self::I64(value) => Some(i128::from(*value)),
            Self::Bytes(_) => None,
        }
    }
}
