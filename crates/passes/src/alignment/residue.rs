//! What is known of a number: its remainder by a power of two.

use polywire_ir::{BinaryOp, Const, Expr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residue {
    /// Less than `of`.
    rest: u64,
    /// A power of two; 1 if nothing is known.
    of: u64,
}

impl Residue {
    pub const UNKNOWN: Self = Self { rest: 0, of: 1 };
    /// More than any alignment.
    const GREATEST: u64 = 1 << 32;

    pub fn exact(number: u64) -> Self {
        Self { rest: number % Self::GREATEST, of: Self::GREATEST }
    }

    pub fn multiple(of: u64) -> Self {
        Self { rest: 0, of: of.min(Self::GREATEST) }
    }

    /// Returns what is known of an expression's value.
    pub fn of(expr: &Expr) -> Self {
        match expr {
            Expr::Const(Const::U64(number)) => Self::exact(*number),
            Expr::Binary(BinaryOp::Add, left, right) => Self::of(left).plus(Self::of(right)),
            Expr::Binary(BinaryOp::Sub, left, right) => Self::of(left).minus(Self::of(right)),
            Expr::Binary(BinaryOp::Mul, left, right) => match (&**left, &**right) {
                (Expr::Const(Const::U64(factor)), _) | (_, Expr::Const(Const::U64(factor))) if *factor != 0 => {
                    Self::multiple(1 << factor.trailing_zeros())
                }
                _ => Self::UNKNOWN,
            },
            _ => Self::UNKNOWN,
        }
    }

    pub fn plus(self, other: Self) -> Self {
        let of = self.of.min(other.of);
        Self { rest: (self.rest + other.rest) % of, of }
    }

    pub fn minus(self, other: Self) -> Self {
        let of = self.of.min(other.of);
        Self { rest: self.rest.wrapping_sub(other.rest) % of, of }
    }

    /// Returns what is known of a number that is one or the other.
    pub fn or(self, other: Self) -> Self {
        let mut of = self.of.min(other.of);
        while self.rest % of != other.rest % of {
            of /= 2;
        }
        Self { rest: self.rest % of, of }
    }

    /// Returns the more precise one; both hold.
    pub fn and(self, other: Self) -> Self {
        if self.of >= other.of { self } else { other }
    }

    /// Returns what is missing to the next multiple of a power of two, if that is known.
    pub fn padding(self, to: u64) -> Option<u64> {
        (self.of >= to).then(|| self.rest.wrapping_neg() % to)
    }
}
