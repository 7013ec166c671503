use crate::erlang::ast::Ex;

/// Maximum length of data in memory.
pub const MAX_LEN: i128 = (1 << 48) - 1;

/// An integer expression and the range of its value. Erlang's integers do not wrap, so the range determines where the
/// IR's arithmetic modulo 2^64 must be made explicit.
#[derive(Clone, Debug, PartialEq)]
pub struct Num {
    /// The expression.
    pub ex: Ex,
    /// Minimum value.
    pub lo: i128,
    /// Maximum value.
    pub hi: i128,
}

impl Num {
    /// An expression within a range.
    pub fn new(ex: Ex, lo: i128, hi: i128) -> Self {
        Self { ex, lo, hi }
    }

    /// A constant.
    pub fn constant(value: i128) -> Self {
        Self::new(Ex::Int(value), value, value)
    }

    /// A number of this many bits.
    pub fn unsigned(ex: Ex, bits: u32) -> Self {
        Self::new(ex, 0, (1 << bits) - 1)
    }

    /// A two's complement number of this many bits.
    pub fn signed(ex: Ex, bits: u32) -> Self {
        Self::new(ex, -(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    }

    /// A length of something in memory.
    pub fn len(ex: Ex) -> Self {
        Self::new(ex, 0, MAX_LEN)
    }

    /// Any number of 64 bits.
    pub fn any(ex: Ex, signed: bool) -> Self {
        if signed { Self::signed(ex, 64) } else { Self::unsigned(ex, 64) }
    }

    /// Its value, if there is only one.
    pub fn known(&self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Returns true if all values are in a range.
    pub fn within(&self, lo: i128, hi: i128) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    /// The sum, not wrapped.
    pub fn plus(self, other: Self) -> Self {
        let (lo, hi) = (self.lo.saturating_add(other.lo), self.hi.saturating_add(other.hi));
        Self::new(sum(self.ex, other.ex), lo, hi).folded()
    }

    /// The difference, not wrapped.
    pub fn minus(self, other: Self) -> Self {
        let ((base, constant), (other_base, other_constant)) = (split(&self.ex), split(&other.ex));
        if base == other_base && base.is_some() {
            return Self::constant(constant - other_constant);
        }
        let (lo, hi) = (self.lo.saturating_sub(other.hi), self.hi.saturating_sub(other.lo));
        let ex = match (self.ex, other.ex) {
            (ex, Ex::Int(0)) => ex,
            (ex, Ex::Int(value)) => sum(ex, Ex::Int(-value)),
            (left, right) => Ex::binary("-", left, right),
        };
        Self::new(ex, lo, hi).folded()
    }

    /// The product, not wrapped.
    pub fn times(self, other: Self) -> Self {
        let ends = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let ends: Option<Vec<i128>> = ends.iter().map(|(left, right)| left.checked_mul(*right)).collect();
        let (lo, hi) = match ends {
            Some(ends) => (ends.iter().copied().min().unwrap_or(0), ends.iter().copied().max().unwrap_or(0)),
            None => (i128::MIN, i128::MAX),
        };
        let ex = match (self.ex, other.ex) {
            (ex, Ex::Int(1)) | (Ex::Int(1), ex) => ex,
            (left, right) => Ex::binary("*", left, right),
        };
        Self::new(ex, lo, hi).folded()
    }

    /// Returns the quotient by a nonzero constant, rounded towards zero; by a power of two, it is a shift.
    pub fn divided(self, by: i128) -> Self {
        let ends = [self.lo / by, self.hi / by];
        let ex = match power_of_two(&self, by) {
            Some(bits) => Ex::binary("bsr", self.ex, Ex::Int(bits)),
            None => Ex::binary("div", self.ex, Ex::Int(by)),
        };
        Self::new(ex, ends[0].min(ends[1]), ends[0].max(ends[1])).folded()
    }

    /// Returns the remainder by a nonzero constant, with the dividend's sign; by a power of two, it is the low bits.
    pub fn remainder(self, by: i128) -> Self {
        if let Some(value) = self.known() {
            return Self::constant(value % by);
        }
        let bound = self.lo.saturating_abs().max(self.hi.saturating_abs()).min(by.abs() - 1);
        let lo = if self.lo < 0 { -bound } else { 0 };
        let ex = match power_of_two(&self, by) {
            Some(_) => Ex::binary("band", self.ex, Ex::Int(by - 1)),
            None => Ex::binary("rem", self.ex, Ex::Int(by)),
        };
        Self::new(ex, lo, bound).folded()
    }

    /// Replaces a number with a single possible value by that constant.
    pub fn folded(self) -> Self {
        match self.known() {
            Some(value) => Self::constant(value),
            None => self,
        }
    }
}

/// Returns the number of bits by which a nonnegative number is shifted to divide it.
fn power_of_two(num: &Num, by: i128) -> Option<i128> {
    (num.lo >= 0 && by > 1 && by & (by - 1) == 0).then(|| i128::from(by.trailing_zeros()))
}

/// Splits an expression into a term and an added constant.
fn split(ex: &Ex) -> (Option<&Ex>, i128) {
    match ex {
        Ex::Int(value) => (None, *value),
        Ex::Binary("+", base, constant) => match **constant {
            Ex::Int(value) => (Some(base), value),
            _ => (Some(ex), 0),
        },
        ex => (Some(ex), 0),
    }
}

/// Returns `left + right`, with constants collected at the end.
fn sum(left: Ex, right: Ex) -> Ex {
    match (left, right) {
        (ex, Ex::Int(0)) | (Ex::Int(0), ex) => ex,
        (Ex::Int(left), Ex::Int(right)) => Ex::Int(left + right),
        (Ex::Int(value), ex) => sum(ex, Ex::Int(value)),
        (Ex::Binary("+", left, right), Ex::Int(value)) if matches!(*right, Ex::Int(_)) => match *right {
            Ex::Int(before) => sum(*left, Ex::Int(before + value)),
            right => Ex::binary("+", right, Ex::Int(value)),
        },
        (Ex::Binary("-", left, right), Ex::Int(value)) if matches!(*right, Ex::Int(_)) => match *right {
            Ex::Int(before) => sum(*left, Ex::Int(value - before)),
            right => Ex::binary("+", right, Ex::Int(value)),
        },
        (ex, Ex::Int(value)) if value < 0 => Ex::binary("-", ex, Ex::Int(-value)),
        (left, Ex::Binary("+", inner, constant)) if matches!(*constant, Ex::Int(_)) => {
            sum(Ex::binary("+", left, *inner), *constant)
        }
        (left, right) => Ex::binary("+", left, right),
    }
}
