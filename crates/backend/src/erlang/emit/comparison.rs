//! Comparisons.

use super::Emit;
use super::boolean::{conjunction, known, negated, truth};
use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::{MAX_LEN, Num};
use super::place::NodeType;
use crate::erlang::ast::Ex;
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr};

impl Emit<'_> {
    pub fn comparison(&mut self, env: &mut Env, op: BinaryOp, left: &Expr, right: &Expr) -> Ex {
        let operator = match op {
            BinaryOp::And | BinaryOp::Or => return self.both(env, op, left, right),
            BinaryOp::Eq => "=:=",
            BinaryOp::Ne | BinaryOp::Xor => "=/=",
            BinaryOp::Lt => "<",
            _ => "=<",
        };
        if let Some(ex) = self.special_comparison(env, operator, left, right) {
            return ex;
        }
        match (self.value(env, left), self.value(env, right)) {
            (Value::Bool(left), Value::Bool(right)) => compare_bools(operator, left, right),
            (left @ (Value::Bytes(_) | Value::Section(_)), right) => {
                let (left, right) = (self.as_bytes(env, left), self.as_bytes(env, right));
                Ex::binary(operator, left, right)
            }
            (Value::Float(ex, bits), Value::Num(num)) if num.known().is_some() => {
                self.compare_float(env, operator, (ex, bits), num)
            }
            (left, right) => {
                let (left, right) = (self.exact(left), self.exact(right));
                compare(operator, left, right)
            }
        }
    }

    /// Handles emptiness of a list, and range checks written as "equal to itself truncated".
    fn special_comparison(&mut self, env: &mut Env, operator: &'static str, left: &Expr, right: &Expr) -> Option<Ex> {
        match (left, right) {
            (Expr::Len(place), Expr::Const(Const::U64(0))) if matches!(operator, "=:=" | "=/=") => {
                let path = self.locate(env, place);
                let node = self.node(env, &path);
                matches!(node.ty, NodeType::Value(Type::List(_))).then(|| Ex::binary(operator, node.ex, Ex::Nil))
            }
            (value, Expr::Wrap { bits, signed, value: cut }) if operator == "=:=" && *value == **cut => {
                let num = self.num(env, value, EXACT);
                let range =
                    if *signed { Num::signed(Ex::Any, (*bits).into()) } else { Num::unsigned(Ex::Any, (*bits).into()) };
                let ex = self.bind(env, "number", num.ex.clone());
                let num = Num { ex, ..num };
                let above = compare(">=", num.clone(), Num::constant(range.lo));
                let below = compare("=<", num, Num::constant(range.hi));
                Some(conjunction(above, below))
            }
            (Expr::Binary(BinaryOp::Sub, value, from), Expr::Const(Const::U64(count))) if operator == "<" => {
                let Expr::Const(Const::U64(from)) = **from else { return None };
                let (from, end) = (i128::from(from), i128::from(from) + i128::from(*count));
                let num = self.num(env, value, EXACT);
                if !num.within(0, MAX_LEN) || end > MAX_LEN {
                    return None;
                }
                let num = Num { ex: self.bind(env, "number", num.ex.clone()), ..num };
                let above = compare(">=", num.clone(), Num::constant(from));
                Some(conjunction(above, compare("<", num, Num::constant(end))))
            }
            _ => None,
        }
    }

    /// A float equals a constant if their bits are equal: Erlang compares 0.0 and -0.0 as equal, and NaN is an atom.
    fn compare_float(&mut self, env: &mut Env, operator: &'static str, (ex, bits): (Ex, u8), num: Num) -> Ex {
        let module = "polywire_float";
        let name = if bits == 32 { "is_bits32" } else { "is_bits64" };
        let same = Ex::remote(module, name, vec![ex.clone(), num.ex]);
        let quick = (num.lo == 0).then(|| {
            let float = Ex::guard("is_float", vec![ex.clone()]);
            Ex::binary("andalso", float, Ex::binary("=/=", ex, Ex::Literal("0.0".to_owned())))
        });
        let differs = match quick {
            Some(quick) => Ex::binary("orelse", quick, negated(same)),
            None => negated(same),
        };
        let differs = self.bind(env, "differs", differs);
        if operator == "=/=" { differs } else { negated(differs) }
    }
}

/// Compares integers; decided statically if their ranges allow it.
pub fn compare(operator: &'static str, left: Num, right: Num) -> Ex {
    let apart = left.hi < right.lo || right.hi < left.lo;
    let same = left.known().is_some() && left.known() == right.known();
    let decided = match operator {
        "=:=" if apart || same => Some(same),
        "=/=" if apart || same => Some(!same),
        "<" if left.hi < right.lo => Some(true),
        "<" if left.lo >= right.hi => Some(false),
        "=<" if left.hi <= right.lo => Some(true),
        "=<" if left.lo > right.hi => Some(false),
        ">=" if left.lo >= right.hi => Some(true),
        ">=" if left.hi < right.lo => Some(false),
        _ => None,
    };
    decided.map_or_else(|| Ex::binary(operator, left.ex, right.ex), truth)
}

fn compare_bools(operator: &'static str, left: Ex, right: Ex) -> Ex {
    match (operator, known(&right)) {
        ("=:=", Some(true)) | ("=/=", Some(false)) => left,
        ("=:=", Some(false)) | ("=/=", Some(true)) => negated(left),
        _ => Ex::binary(operator, left, right),
    }
}
