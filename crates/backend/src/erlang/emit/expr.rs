//! Integer expressions. A consumer that needs the low bits only says so (`demand`), and the wrapping that would not change
//! them is left out.

use super::Emit;
use super::env::{Env, Value};
use super::num::Num;
use crate::erlang::ast::{Callee, Ex};
use crate::erlang::helpers::Helper;
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr, PlaceType, PureLeaf, UnaryOp, ValueType};

/// The demand for the exact value of an integer.
pub const EXACT: u32 = 65;

impl Emit<'_> {
    /// An integer that agrees with the expression in its low `demand` bits; [`EXACT`] asks for its exact value.
    pub fn num(&mut self, env: &mut Env, expr: &Expr, demand: u32) -> Num {
        match expr {
            Expr::Binary(op, left, right) => self.arithmetic(env, (*op, left, right), demand),
            Expr::Unary(op, value) => self.unary(env, *op, value, demand),
            Expr::Wrap { bits, signed, value } => self.wrap(env, (u32::from(*bits), *signed), value, demand),
            Expr::Select(cond, then, other) => self.select(env, (cond, then, other)),
            Expr::OfBool(value) => self.of_bool(env, value),
            Expr::Len(place) => self.len(env, place),
            Expr::Case(place) => {
                let path = self.locate(env, place);
                let node = self.node(env, &path).clone();
                let number = self.case_number(&node);
                Num::unsigned(self.bind(env, "case", number), 32)
            }
            Expr::Leaf(leaf, args) => self.pure_leaf(env, *leaf, args),
            Expr::BytesLen(value) => bytes_len(self.bytes(env, value)),
            Expr::Pos => env.cursor.as_ref().map_or(Num::constant(0), super::env::Cursor::pos),
            Expr::Left => env.cursor.as_ref().map_or(Num::constant(0), super::env::Cursor::left),
            Expr::Base => env.section.as_ref().map_or(Num::constant(0), super::section::Section::base),
            Expr::Tail => self.position(env),
            Expr::Const(_) | Expr::Var(_) | Expr::Get(_) | Expr::Load { .. } => {
                let value = self.value(env, expr);
                self.exact(value)
            }
            Expr::Present(_)
            | Expr::Unknown { .. }
            | Expr::IsMember(..)
            | Expr::Slice { .. }
            | Expr::Since(_)
            | Expr::Input => {
                self.unsupported(env, "an integer is expected");
                Num::constant(0)
            }
        }
    }

    /// The exact integer that a value is.
    pub fn exact(&mut self, value: Value) -> Num {
        match value {
            Value::Num(num) | Value::Pos(num, ..) => num,
            Value::Float(ex, 32) => Num::unsigned(Ex::remote("polywire_float", "bits32", vec![ex]), 32),
            Value::Float(ex, _) => Num::unsigned(Ex::remote("polywire_float", "bits64", vec![ex]), 64),
            Value::Signed(ex, bits) => {
                let mask = (1i128 << bits) - 1;
                Num::unsigned(Ex::binary("band", ex, Ex::Int(mask)), u32::from(bits))
            }
            Value::Bool(ex) => Num::new(Ex::Call(Callee::Helper(Helper::OfBool), vec![ex]), 0, 1),
            Value::Bytes(_) | Value::Section(_) => Num::constant(0),
        }
    }

    fn arithmetic(&mut self, env: &mut Env, (op, left, right): (BinaryOp, &Expr, &Expr), demand: u32) -> Num {
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

    /// An operand of which the low bits suffice, as its result is cut to 64 bits anyway.
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

    fn unary(&mut self, env: &mut Env, op: UnaryOp, value: &Expr, demand: u32) -> Num {
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

    fn wrap(&mut self, env: &mut Env, (bits, signed): (u32, bool), value: &Expr, demand: u32) -> Num {
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

    /// The number modulo 2^64 where its range asks for it and the low bits do not suffice.
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

    /// The low bits of a number as an integer of so many bits.
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

    fn select(&mut self, env: &mut Env, (cond, then, other): (&Expr, &Expr, &Expr)) -> Num {
        let cond = self.condition(env, cond);
        if let Some(known) = cond.known() {
            return self.num(env, if known { then } else { other }, EXACT);
        }
        if self.expecting.is_some() {
            return self.select_expected(env, cond, (then, other));
        }
        let var = self.fresh("selected");
        let branch = |emit: &mut Self, expr: &Expr| {
            let mut inner = env.inner();
            let num = emit.num(&mut inner, expr, EXACT);
            inner.code.push(Ex::bind(var, num.ex));
            (inner.code, num.lo, num.hi)
        };
        let (then, other) = (branch(self, then), branch(self, other));
        env.code.push(cond.branch(then.0, other.0));
        Num::new(var.into(), then.1.min(other.1), then.2.max(other.2))
    }

    fn of_bool(&mut self, env: &mut Env, value: &Expr) -> Num {
        match self.boolean(env, value) {
            Ex::Atom(truth) => Num::constant(i128::from(truth == "true")),
            ex if ex.is_guard() && !matches!(ex, Ex::Var(_)) => {
                let branch = |value| vec![Ex::Int(value)];
                let ex = Ex::If(vec![(ex, branch(1)), (Ex::atom("true"), branch(0))]);
                Num::new(self.bind(env, "flag", ex), 0, 1)
            }
            ex => Num::new(Ex::Call(Callee::Helper(Helper::OfBool), vec![ex]), 0, 1),
        }
    }

    fn len(&mut self, env: &mut Env, place: &polywire_ir::Place) -> Num {
        let path = self.locate(env, place);
        let node = self.node(env, &path).clone();
        let super::place::NodeType::Value(ty) = &node.ty else { return Num::constant(0) };
        match ty {
            Type::List(_) => {
                if let Some(ex) = node.converted {
                    return Num::len(ex);
                }
                let ex = self.bind(env, "count", Ex::guard("length", vec![node.ex]));
                self.node(env, &path).converted = Some(ex.clone());
                Num::len(ex)
            }
            Type::Array(_, len) => Num::constant(i128::from(*len)),
            _ => {
                let value = self.get_node(env, &path);
                bytes_len(self.as_bytes(env, value))
            }
        }
    }

    fn pure_leaf(&mut self, env: &mut Env, leaf: PureLeaf, args: &[Expr]) -> Num {
        match leaf {
            PureLeaf::VarintSize => {
                let value = self.num(env, &args[0], EXACT);
                if value.within(0, 127) {
                    return Num::constant(1);
                }
                Num::new(Ex::pure("polywire_varint", "width", vec![value.ex]), 1, 10)
            }
            PureLeaf::Utf8Valid => {
                let truth = self.utf8_valid(env, &args[0]);
                self.exact(Value::Bool(truth))
            }
            PureLeaf::UntilNul => Num::constant(0),
        }
    }

    /// Whether an integer expression is an I64.
    pub fn is_signed(&self, env: &Env, expr: &Expr) -> bool {
        let function = self.shared.module.function(env.frame.func);
        match expr {
            Expr::Const(value) => matches!(value, Const::I64(_)),
            Expr::Var(var) => function.var(*var).ty == ValueType::I64,
            Expr::Get(place) => match self.shared.types().at(function, place) {
                Some(PlaceType::Value(Type::Int { signed, .. })) => *signed,
                Some(PlaceType::Value(Type::Enum(_))) => true,
                _ => false,
            },
            Expr::Unary(UnaryOp::Reinterpret, value) => !self.is_signed(env, value),
            Expr::Binary(_, left, _) => self.is_signed(env, left),
            Expr::Select(_, then, _) => self.is_signed(env, then),
            Expr::Wrap { signed, .. } => *signed,
            _ => false,
        }
    }
}

/// Length of bytes.
pub fn bytes_len(bytes: Ex) -> Num {
    match &bytes {
        Ex::Bytes(bytes) => Num::constant(bytes.len() as i128),
        _ => Num::len(Ex::guard("byte_size", vec![bytes])),
    }
}

/// The integer constant that an expression is.
pub fn constant(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Const(Const::U64(value)) => Some(i128::from(*value)),
        Expr::Const(Const::I64(value)) => Some(i128::from(*value)),
        _ => None,
    }
}

fn unshift(ex: Ex) -> Ex {
    match ex {
        Ex::Binary(_, value, _) => *value,
        ex => ex,
    }
}

/// The range of the smallest two's complement or unsigned numbers that hold both.
fn hull(left: &Num, right: &Num) -> (i128, i128) {
    let largest = left.lo.abs().max(left.hi.abs()).max(right.lo.abs()).max(right.hi.abs()).max(1);
    let bound = (1i128 << (128 - largest.leading_zeros())) - 1;
    if left.lo >= 0 && right.lo >= 0 { (0, bound) } else { (-bound - 1, bound) }
}

fn wrap_constant(value: i128, bits: u32, signed: bool) -> i128 {
    let low = value & ((1 << bits) - 1);
    if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}

/// The mask for a number of 64 bits; one that keeps all high bits as a small negative integer, not as a big one.
fn small_mask(mask: i128, value: &Num) -> i128 {
    let above = i128::from(u64::MAX) + 1;
    if mask >= above / 2 && value.within(0, above - 1) { mask - above } else { mask }
}
