//! Operators and comparisons of expressions and variables, for lowerings and passes.
//!
//! Design: docs/decisions/0067-one-scaffold-for-lowerings.md

use crate::{BinaryOp, Expr, UnaryOp, VarId};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Rem, Shl, Shr, Sub};

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {
        $(impl<T: Into<Expr>> $trait<T> for Expr {
            type Output = Expr;

            fn $method(self, other: T) -> Expr {
                Expr::Binary(BinaryOp::$op, Box::new(self), Box::new(other.into()))
            }
        }

        impl<T: Into<Expr>> $trait<T> for VarId {
            type Output = Expr;

            fn $method(self, other: T) -> Expr {
                Expr::Binary(BinaryOp::$op, Box::new(self.into()), Box::new(other.into()))
            }
        })*
    };
}

// Of two Bools, `&` and `|` are the logical operators. Divisors and distances of shifts are constants.
operators! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
    Rem rem Rem;
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
    Shl shl Shl;
    Shr shr Shr;
}

impl Not for Expr {
    type Output = Expr;

    fn not(self) -> Expr {
        Expr::Unary(UnaryOp::Not, Box::new(self))
    }
}

impl Not for VarId {
    type Output = Expr;

    fn not(self) -> Expr {
        !Expr::from(self)
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        /// Comparisons; Rust's operators yield a `bool`.
        impl Expr {
            $($(#[$doc])* pub fn $name(self, other: impl Into<Expr>) -> Expr {
                Expr::Binary(BinaryOp::$op, Box::new(self), Box::new(other.into()))
            })*
        }

        /// Comparisons of the variable's value.
        impl VarId {
            $($(#[$doc])* pub fn $name(self, other: impl Into<Expr>) -> Expr {
                Expr::from(self).$name(other)
            })*
        }
    };
}

comparisons! {
    /// Equal.
    is = Eq;
    /// Not equal.
    is_not = Ne;
    /// Less.
    below = Lt;
    /// Less or equal.
    at_most = Le;
}
