//! Integer expressions. A consumer that only needs the low bits states that (`demand`), so that wrapping that would not
//! change them is left out.

use super::Emit;
use super::env::{Env, Value};
use super::num::Num;
use crate::erlang::ast::{Callee, Ex};
use crate::erlang::helpers::Helper;
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr, PlaceType, PureLeaf, UnaryOp, ValueType};

/// The demand for the exact value of an integer.
pub const EXACT: u32 = 65;

impl Emit<'_> {
    /// Returns an integer that agrees with the expression in its low `demand` bits; [`EXACT`] requests its exact value.
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
                let node = self.node(env, &path);
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
            | Expr::Setting(_)
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
        let node = self.node(env, &path);
        let super::place::NodeType::Value(ty) = &node.ty else { return Num::constant(0) };
        match ty {
            Type::List(_) => {
                if let Some(ex) = node.converted {
                    return Num::len(ex);
                }
                let ex = self.bind(env, "count", Ex::guard("length", vec![node.ex]));
                self.change_node(env, &path, |node| node.converted = Some(ex.clone()));
                Num::len(ex)
            }
            Type::Map(_) => Num::len(Ex::guard("map_size", vec![node.ex])),
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
            PureLeaf::IsAscii => {
                let truth = self.is_ascii(env, &args[0]);
                self.exact(Value::Bool(truth))
            }
            PureLeaf::UntilNul => Num::constant(0),
            PureLeaf::DecimalFloat64 => {
                let text = self.bytes(env, &args[0]);
                Num::unsigned(Ex::pure("polywire_decimal", "bits64", vec![text]), 64)
            }
            PureLeaf::DecimalFloat32 => {
                let text = self.bytes(env, &args[0]);
                Num::unsigned(Ex::pure("polywire_decimal", "bits32", vec![text]), 32)
            }
        }
    }

    /// Returns true if an integer expression is an I64.
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
