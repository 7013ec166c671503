//! Arithmetic: results are truncated to 64 bits where they may exceed them.

use super::Emit;
use super::env::{Env, Value};
use super::expr::{EXACT, constant};
use super::num::Num;
use crate::erlang::ast::{Callee, Ex};
use crate::erlang::helpers::Helper;
use polywire_ir::{BinaryOp, Expr, UnaryOp};

impl Emit<'_> {
    pub fn arithmetic(&mut self, env: &mut Env, (op, left, right): (BinaryOp, &Expr, &Expr), demand: u32) -> Num {
        let signed = self.is_signed(env, left);
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let (left, right) = (self.low(env, left, demand), self.low(env, right, demand));
                let result = if op == BinaryOp::Add { left.plus(right) } else { left.minus(right) };
                self.fit(result, signed, demand)
            }
            BinaryOp::Mul => {
                let (left, right) = (self.num(env, left, demand), self.num(env, right, demand));
                self.fit(left.times(right), signed, demand)
            }
            BinaryOp::Div | BinaryOp::Rem => self.divide(env, (op, left, right), signed, demand),
            BinaryOp::And => self.and(env, left, right, demand),
            BinaryOp::Or | BinaryOp::Xor => self.or(env, (op, left, right), signed, demand),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(env, (op, left, right), signed, demand),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => {
                let truth = self.boolean(env, &Expr::Binary(op, Box::new(left.clone()), Box::new(right.clone())));
                self.exact(Value::Bool(truth))
            }
        }
    }

    /// Returns an operand of which only the low bits matter, because the result is truncated to 64 bits anyway.
    fn low(&mut self, env: &mut Env, expr: &Expr, demand: u32) -> Num {
        let num = self.num(env, expr, demand.min(64));
        let signed = self.is_signed(env, expr);
        if num.within(-(1 << 80), 1 << 80) { num } else { self.wrapped(num, 64, signed) }
    }

    fn divide(&mut self, env: &mut Env, (op, left, right): (BinaryOp, &Expr, &Expr), signed: bool, demand: u32) -> Num {
        let (left, right) = (self.num(env, left, EXACT), self.num(env, right, EXACT));
        let by = right.known().unwrap_or(1);
        let result = if op == BinaryOp::Div { left.divided(by) } else { left.remainder(by) };
        self.fit(result, signed, demand)
    }

    fn and(&mut self, env: &mut Env, left: &Expr, right: &Expr, demand: u32) -> Num {
        let (value, mask) = if constant(left).is_some() { (right, left) } else { (left, right) };
        let Some(mask) = constant(mask).filter(|mask| *mask >= 0) else {
            let (left, right) = (self.num(env, left, demand), self.num(env, right, demand));
            let (lo, hi) = if left.lo >= 0 && right.lo >= 0 { (0, left.hi.min(right.hi)) } else { hull(&left, &right) };
            return Num::new(Ex::binary("band", left.ex, right.ex), lo, hi);
        };
        let bits = 128 - mask.leading_zeros();
        let value = self.num(env, value, bits.max(1).min(demand.max(1)));
        let full = (1i128 << bits) - 1;
        if mask == full && value.within(0, full) {
            return value;
        }
        if mask == i128::from(u64::MAX) && demand >= EXACT {
            return self.wrapped(value, 64, false);
        }
        let hi = if value.lo >= 0 { mask.min(value.hi) } else { mask };
        Num::new(Ex::binary("band", value.ex.clone(), Ex::Int(small_mask(mask, &value))), 0, hi).folded()
    }

    fn or(&mut self, env: &mut Env, (op, left, right): (BinaryOp, &Expr, &Expr), signed: bool, demand: u32) -> Num {
        let (left, right) = (self.num(env, left, demand), self.num(env, right, demand));
        let operator = if op == BinaryOp::Or { "bor" } else { "bxor" };
        if left.known() == Some(0) {
            return right;
        }
        if right.known() == Some(0) {
            return left;
        }
        let (lo, hi) = hull(&left, &right);
        self.fit(Num::new(Ex::binary(operator, left.ex, right.ex), lo, hi), signed, demand)
    }

    fn shift(&mut self, env: &mut Env, (op, left, right): (BinaryOp, &Expr, &Expr), signed: bool, demand: u32) -> Num {
        let by = constant(right).unwrap_or(0) as u32;
        if op == BinaryOp::Shl {
            let value = self.low(env, left, demand.saturating_sub(by).max(1));
            let value = if value.within(-(1 << 64), 1 << 64) { value } else { self.wrapped(value, 64, signed) };
            let shifted =
                Num::new(Ex::binary("bsl", value.ex, Ex::Int(i128::from(by))), value.lo << by, value.hi << by);
            return self.fit(
                if by == 0 { Num { ex: unshift(shifted.ex), ..shifted } } else { shifted },
                signed,
                demand,
            );
        }
        let needed = if demand + by >= EXACT { EXACT } else { demand + by };
        let value = self.num(env, left, needed);
        if by == 0 {
            return value;
        }
        Num::new(Ex::binary("bsr", value.ex, Ex::Int(i128::from(by))), value.lo >> by, value.hi >> by).folded()
    }

    pub fn unary(&mut self, env: &mut Env, op: UnaryOp, value: &Expr, demand: u32) -> Num {
        let signed = self.is_signed(env, value);
        let num = if op == UnaryOp::Not { self.num(env, value, demand) } else { self.low(env, value, demand) };
        match op {
            UnaryOp::Reinterpret => self.fit(num, !signed, demand),
            UnaryOp::Complement => {
                let (lo, hi) = (-1 - num.hi, -1 - num.lo);
                self.fit(Num::new(Ex::Unary("bnot", Box::new(num.ex)), lo, hi), signed, demand)
            }
            UnaryOp::Not => num,
        }
    }

    pub fn wrap(&mut self, env: &mut Env, (bits, signed): (u32, bool), value: &Expr, demand: u32) -> Num {
        if signed
            && let Value::Signed(ex, width) = self.value_if_simple(env, value)
            && u32::from(width) == bits
        {
            return Num::signed(ex, bits);
        }
        let num = self.num(env, value, bits.min(64));
        if demand <= bits && demand < EXACT { num } else { self.wrapped(num, bits, signed) }
    }

    fn value_if_simple(&mut self, env: &mut Env, expr: &Expr) -> Value {
        match expr {
            Expr::Var(_) | Expr::Load { .. } => self.value(env, expr),
            _ => Value::Num(Num::constant(0)),
        }
    }

    /// Returns the number modulo 2^64 if its range requires it and the low bits are not enough.
    fn fit(&mut self, num: Num, signed: bool, demand: u32) -> Num {
        if demand < EXACT && num.within(-(1 << 100), 1 << 100) {
            return num;
        }
        if self.expecting.is_some() {
            let range = if signed { Num::signed(Ex::Any, 64) } else { Num::unsigned(Ex::Any, 64) };
            return self.assume_range(num, &range);
        }
        self.wrapped(num, 64, signed)
    }

    /// Truncates a number to an integer of this many bits.
    pub fn wrapped(&mut self, num: Num, bits: u32, signed: bool) -> Num {
        let range = if signed { Num::signed(Ex::Any, bits) } else { Num::unsigned(Ex::Any, bits) };
        if num.within(range.lo, range.hi) {
            return num;
        }
        if let Some(value) = num.known() {
            return Num::constant(wrap_constant(value, bits, signed));
        }
        if signed && self.expecting.is_some() {
            let (low, half) = (Ex::Int((1 << bits) - 1), Ex::Int(1 << (bits - 1)));
            let flipped = Ex::binary("bxor", Ex::binary("band", num.ex, low), half.clone());
            return Num { ex: Ex::binary("-", flipped, half), ..range };
        }
        let helper = |helper| Ex::Call(Callee::Helper(helper), vec![num.ex.clone()]);
        let ex = match (bits, signed) {
            (64, false) => helper(Helper::U64),
            (64, true) => helper(Helper::I64),
            (32, true) => helper(Helper::I32),
            (bits, true) => Ex::pure("polywire_int", "signed", vec![Ex::Int(i128::from(bits)), num.ex.clone()]),
            (_, false) => Ex::binary("band", num.ex.clone(), Ex::Int(range.hi)),
        };
        Num { ex, ..range }
    }
}

fn unshift(ex: Ex) -> Ex {
    match ex {
        Ex::Binary(_, value, _) => *value,
        ex => ex,
    }
}

/// Returns the range of the smallest two's complement or unsigned type that contains both.
fn hull(left: &Num, right: &Num) -> (i128, i128) {
    let largest = left.lo.abs().max(left.hi.abs()).max(right.lo.abs()).max(right.hi.abs()).max(1);
    let bound = (1i128 << (128 - largest.leading_zeros())) - 1;
    if left.lo >= 0 && right.lo >= 0 { (0, bound) } else { (-bound - 1, bound) }
}

fn wrap_constant(value: i128, bits: u32, signed: bool) -> i128 {
    let low = value & ((1 << bits) - 1);
    if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

/// Returns the mask for a 64-bit number; one that keeps all high bits as a small negative integer instead of a bignum.
fn small_mask(mask: i128, value: &Num) -> i128 {
    let above = i128::from(u64::MAX) + 1;
    if mask >= above / 2 && value.within(0, above - 1) { mask - above } else { mask }
}
