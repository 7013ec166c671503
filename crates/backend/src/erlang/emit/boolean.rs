//! Truth: expressions, and conditions that a branch is taken on.

use super::Emit;
use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use super::place::NodeType;
use crate::erlang::ast::{Callee, Clause, Ex};
use crate::erlang::helpers::Helper;
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{BinaryOp, Const, Expr, PureLeaf, UnaryOp};

/// What a branch is taken on.
pub enum Cond {
    /// Known to hold, or not.
    Known(bool),
    /// A value that is not `undefined`.
    Present(Ex),
    /// A native value, which is not `true` or `false` for sure.
    Native(Ex),
    /// An expression that is `true` or `false`.
    Truth(Ex),
}

impl Cond {
    /// Whether it holds, if that is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            Self::Known(known) => Some(*known),
            Self::Present(_) | Self::Native(_) | Self::Truth(_) => None,
        }
    }

    /// The expression that runs one of two bodies.
    pub fn branch(self, then: Vec<Ex>, other: Vec<Ex>) -> Ex {
        match self {
            Self::Known(known) => Ex::If(vec![(truth(known), then), (truth(true), other)]),
            Self::Present(ex) => {
                Ex::case(ex, vec![Clause::of(Ex::atom("undefined"), other), Clause::of(Ex::Any, then)])
            }
            Self::Truth(ex) if ex.is_guard() => Ex::If(vec![(ex, then), (truth(true), other)]),
            Self::Native(ex) | Self::Truth(ex) => {
                Ex::case(ex, vec![Clause::of(truth(true), then), Clause::of(truth(false), other)])
            }
        }
    }
}

/// `true` or `false`.
pub fn truth(value: bool) -> Ex {
    Ex::atom(if value { "true" } else { "false" })
}

fn known(ex: &Ex) -> Option<bool> {
    match ex {
        Ex::Atom(name) => Some(name == "true"),
        _ => None,
    }
}

impl Emit<'_> {
    /// The condition that an expression is.
    pub fn condition(&mut self, env: &mut Env, expr: &Expr) -> Cond {
        if let Expr::Present(place) = expr {
            let path = self.locate(env, place);
            let node = self.node(env, &path).clone();
            return match node.ex {
                _ if node.present => Cond::Known(true),
                ex if ex == Ex::atom("undefined") => Cond::Known(false),
                ex => Cond::Present(ex),
            };
        }
        let ex = self.boolean(env, expr);
        let unknown = if matches!(expr, Expr::Get(_)) { Cond::Native } else { Cond::Truth };
        known(&ex).map_or_else(|| unknown(ex.clone()), Cond::Known)
    }

    /// A Bool.
    pub fn boolean(&mut self, env: &mut Env, expr: &Expr) -> Ex {
        match expr {
            Expr::Present(place) => {
                let path = self.locate(env, place);
                let node = self.node(env, &path).clone();
                match node.ex {
                    _ if node.present => truth(true),
                    ex if ex == Ex::atom("undefined") => truth(false),
                    ex => Ex::binary("=/=", ex, Ex::atom("undefined")),
                }
            }
            Expr::Unary(UnaryOp::Not, value) => negated(self.boolean(env, value)),
            Expr::Binary(op, left, right) => self.comparison(env, *op, left, right),
            Expr::Select(cond, then, other) => self.select_truth(env, (cond, then, other)),
            Expr::IsMember(id, number) => self.is_member(env, *id, number),
            Expr::Leaf(PureLeaf::Utf8Valid, args) => self.utf8_valid(env, &args[0]),
            Expr::Const(Const::Bool(value)) => truth(*value),
            _ => match self.value(env, expr) {
                Value::Bool(ex) => ex,
                value => {
                    let num = self.exact(value);
                    compare("=/=", num, Num::constant(0))
                }
            },
        }
    }

    fn comparison(&mut self, env: &mut Env, op: BinaryOp, left: &Expr, right: &Expr) -> Ex {
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

    /// Emptiness of a list, and a range check spelled as "equal to itself cut to so many bits".
    fn special_comparison(&mut self, env: &mut Env, operator: &'static str, left: &Expr, right: &Expr) -> Option<Ex> {
        match (left, right) {
            (Expr::Len(place), Expr::Const(Const::U64(0))) if matches!(operator, "=:=" | "=/=") => {
                let path = self.locate(env, place);
                let node = self.node(env, &path).clone();
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
            _ => None,
        }
    }

    /// Floats are equal to a constant if their bits are: 0.0 and -0.0 compare as equal in Erlang, and NaN is an atom.
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

    fn both(&mut self, env: &mut Env, op: BinaryOp, left: &Expr, right: &Expr) -> Ex {
        let left = self.boolean(env, left);
        let mut inner = env.inner();
        let right_ex = self.boolean(&mut inner, right);
        let combine = if op == BinaryOp::And { conjunction } else { disjunction };
        if inner.code.is_empty() {
            return combine(left, right_ex);
        }
        match (known(&left), op) {
            (Some(false), BinaryOp::And) | (Some(true), BinaryOp::Or) => return left,
            _ => {}
        }
        let var = self.fresh("holds");
        inner.code.push(Ex::bind(var, right_ex));
        let short = vec![Ex::bind(var, truth(op == BinaryOp::Or))];
        let (then, other) = if op == BinaryOp::And { (inner.code, short) } else { (short, inner.code) };
        env.code.push(Cond::Truth(left).branch(then, other));
        var.into()
    }

    fn select_truth(&mut self, env: &mut Env, (cond, then, other): (&Expr, &Expr, &Expr)) -> Ex {
        let cond = self.condition(env, cond);
        if let Some(known) = cond.known() {
            return self.boolean(env, if known { then } else { other });
        }
        let var = self.fresh("holds");
        let branch = |emit: &mut Self, expr: &Expr| {
            let mut inner = env.inner();
            let ex = emit.boolean(&mut inner, expr);
            inner.code.push(Ex::bind(var, ex));
            inner.code
        };
        let (then, other) = (branch(self, then), branch(self, other));
        env.code.push(cond.branch(then, other));
        var.into()
    }

    fn is_member(&mut self, env: &mut Env, id: EnumId, number: &Expr) -> Ex {
        let num = self.num(env, number, EXACT);
        let ex = self.bind(env, "number", num.ex.clone());
        let num = Num { ex, ..num };
        let mut numbers: Vec<i128> =
            self.shared.types().enumeration(id).members.iter().map(|member| i128::from(member.number)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return truth(false) };
        if last - first + 1 == numbers.len() as i128 {
            let above = compare(">=", num.clone(), Num::constant(*first));
            return conjunction(above, compare("=<", num, Num::constant(*last)));
        }
        let list =
            numbers.iter().rev().fold(Ex::Nil, |tail, number| Ex::Cons(Box::new(Ex::Int(*number)), Box::new(tail)));
        Ex::pure("lists", "member", vec![num.ex, list])
    }

    /// Whether bytes are UTF-8.
    pub fn utf8_valid(&mut self, env: &mut Env, bytes: &Expr) -> Ex {
        let bytes = self.bytes(env, bytes);
        Ex::Call(Callee::Helper(Helper::IsUtf8), vec![bytes])
    }
}

/// A comparison of integers, decided where their ranges allow it.
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

fn conjunction(left: Ex, right: Ex) -> Ex {
    match (known(&left), known(&right)) {
        (Some(true), _) => right,
        (Some(false), _) => left,
        (None, Some(true)) => left,
        (None, _) => Ex::binary("andalso", left, right),
    }
}

fn disjunction(left: Ex, right: Ex) -> Ex {
    match (known(&left), known(&right)) {
        (Some(false), _) => right,
        (Some(true), _) => left,
        (None, Some(false)) => left,
        (None, _) => Ex::binary("orelse", left, right),
    }
}

/// The opposite.
pub fn negated(ex: Ex) -> Ex {
    let opposite = match &ex {
        Ex::Atom(name) => return truth(name != "true"),
        Ex::Unary("not", inner) => return (**inner).clone(),
        Ex::Binary("=:=", ..) => "=/=",
        Ex::Binary("=/=", ..) => "=:=",
        Ex::Binary("<", ..) => ">=",
        Ex::Binary("=<", ..) => ">",
        Ex::Binary(">=", ..) => "<",
        Ex::Binary(">", ..) => "=<",
        _ => return Ex::Unary("not", Box::new(ex)),
    };
    match ex {
        Ex::Binary(_, left, right) => Ex::Binary(opposite, left, right),
        ex => ex,
    }
}
