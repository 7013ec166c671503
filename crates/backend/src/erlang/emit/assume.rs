//! Assumptions of the expected path through a function, tested in one guard.

use super::boolean::Cond;
use super::env::Env;
use super::expr::EXACT;
use super::num::Num;
use super::{Emit, boolean};
use crate::erlang::ast::{Callee, Ex};
use polywire_ir::Expr;

/// Numbers up to here are cheap.
pub const SMALL: i128 = (1 << 59) - 1;

/// The assumptions so far.
#[derive(Default)]
pub struct Expecting {
    /// Expressions that must be true.
    pub tests: Vec<Ex>,
    /// Variables of the pattern may be used, so nothing can be bound before it.
    pub matched: bool,
}

impl Expecting {
    /// Returns the tests that are not implied by others.
    pub fn independent(self, follows: impl Fn(&Ex) -> bool) -> Vec<Ex> {
        let follows = |test: &Ex| follows(test) || self.tests.iter().any(|other| implies(other, test));
        self.tests.iter().filter(|test| !follows(test)).cloned().collect()
    }
}

impl Emit<'_> {
    /// Assumes that an expression is true.
    pub fn assume(&mut self, test: Ex) {
        if let Ex::Binary("andalso", left, right) = test {
            self.assume(*left);
            return self.assume(*right);
        }
        let Some(it) = &mut self.expecting else { return };
        if test != boolean::truth(true) && !it.tests.contains(&test) {
            it.tests.push(test);
        }
    }

    /// Assumes that a number is in its type's range, and small.
    pub fn assume_range(&mut self, num: Num, range: &Num) -> Num {
        if num.lo < range.lo {
            self.assume(Ex::binary(">=", num.ex.clone(), Ex::Int(range.lo.max(-SMALL))));
        }
        if num.hi > range.hi {
            self.assume(Ex::binary("=<", num.ex.clone(), Ex::Int(range.hi.min(SMALL))));
        }
        Num { lo: num.lo.max(range.lo), hi: num.hi.min(range.hi), ..num }
    }

    /// Assumptions about an expression also apply to the variable bound to it.
    pub fn assume_of(&mut self, value: &Ex, var: &Ex) {
        for test in self.expecting.iter_mut().flat_map(|it| &mut it.tests) {
            if let Ex::Binary(_, left, _) = test
                && **left == *value
            {
                **left = var.clone();
            }
        }
    }

    /// Of two values, selects the one for the case that an equality is false.
    pub fn select_expected(&mut self, env: &mut Env, cond: Cond, (then, other): (&Expr, &Expr)) -> Num {
        let Cond::Truth(cond) = cond else {
            // Not valid in a guard, so nothing is expected after all.
            self.assume(Ex::Any);
            return Num::constant(0);
        };
        let equal = matches!(cond, Ex::Binary("=:=", ..));
        self.assume(if equal { boolean::negated(cond) } else { cond });
        self.num(env, if equal { other } else { then }, EXACT)
    }

    /// Returns true if nothing can be bound here, because it may depend on a later match.
    pub fn is_matched(&self) -> bool {
        self.expecting.as_ref().is_some_and(|it| it.matched)
    }
}

/// Returns true if a test that is true implies another one.
fn implies(known: &Ex, test: &Ex) -> bool {
    match (known, test) {
        // A number with these bits does not have other ones.
        (Ex::Binary("=:=", is, value), Ex::Binary("=/=", not, other)) => {
            match (masked(is, value), masked(not, other)) {
                (Some((a, of_a, bits_a)), Some((b, of_b, bits_b))) => {
                    a == b && of_a & of_b == of_b && bits_a & of_b != bits_b
                }
                _ => false,
            }
        }
        // A number not above the size of a binary is small, and its difference from that size is not negative.
        (Ex::Binary("=<", pos, size), Ex::Binary("=<", left, bound)) => {
            left == pos && **bound == Ex::Int(SMALL) && matches!(**size, Ex::Call(Callee::Guard("byte_size"), _))
        }
        (Ex::Binary("=<", pos, size), Ex::Binary(">=", left, zero)) => {
            **zero == Ex::Int(0) && **left == Ex::binary("-", (**size).clone(), (**pos).clone())
        }
        _ => false,
    }
}

/// Returns the masked value, the mask, and the value that it is compared with.
fn masked<'e>(left: &'e Ex, right: &Ex) -> Option<(&'e Ex, i128, i128)> {
    match (left, right) {
        (Ex::Binary("band", value, mask), Ex::Int(bits)) => match **mask {
            Ex::Int(mask) => Some((value, mask, *bits)),
            _ => None,
        },
        _ => None,
    }
}
