//! Booleans: expressions, and conditions of branches.

use super::Emit;
use super::comparison::compare;
use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use crate::erlang::ast::{Callee, Clause, Ex};
use crate::erlang::helpers::Helper;
use polywire_ir::types::EnumId;
use polywire_ir::{BinaryOp, Const, Expr, PureLeaf, UnaryOp};

/// The condition of a branch.
pub enum Cond {
    /// Known to be true or false.
    Known(bool),
    /// A value that is not `undefined`.
    Present(Ex),
    /// A native value, which may be neither `true` nor `false`.
    Native(Ex),
    /// An expression that is `true` or `false`.
    Truth(Ex),
}

impl Cond {
    /// Returns its value, if known.
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

pub fn known(ex: &Ex) -> Option<bool> {
    match ex {
        Ex::Atom(name) => Some(name == "true"),
        _ => None,
    }
}

impl Emit<'_> {
    /// Converts an expression to a condition.
    pub fn condition(&mut self, env: &mut Env, expr: &Expr) -> Cond {
        if let Expr::Present(place) = expr {
            let path = self.locate(env, place);
            let node = self.node(env, &path);
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
                let node = self.node(env, &path);
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
            Expr::Leaf(PureLeaf::IsAscii, args) => self.is_ascii(env, &args[0]),
            Expr::Const(Const::Bool(value)) => truth(*value),
            Expr::Setting(setting) => {
                let settings = env.settings.clone().unwrap_or_else(Ex::empty_map);
                Ex::pure("maps", "get", vec![Ex::atom(setting.name()), settings, truth(false)])
            }
            _ => match self.value(env, expr) {
                Value::Bool(ex) => ex,
                value => {
                    let num = self.exact(value);
                    compare("=/=", num, Num::constant(0))
                }
            },
        }
    }

    pub fn both(&mut self, env: &mut Env, op: BinaryOp, left: &Expr, right: &Expr) -> Ex {
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

    /// Tests whether bytes are UTF-8.
    pub fn utf8_valid(&mut self, env: &mut Env, bytes: &Expr) -> Ex {
        let bytes = self.bytes(env, bytes);
        Ex::Call(Callee::Helper(Helper::IsUtf8), vec![bytes])
    }

    /// Tests whether bytes are ASCII.
    pub fn is_ascii(&mut self, env: &mut Env, bytes: &Expr) -> Ex {
        let bytes = self.bytes(env, bytes);
        Ex::pure("polywire_bytes", "is_ascii", vec![bytes])
    }
}

pub fn conjunction(left: Ex, right: Ex) -> Ex {
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

/// Returns the negation.
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
