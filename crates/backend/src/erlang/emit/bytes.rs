//! Bytes, and values of any type.

use super::Emit;
use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use crate::erlang::ast::{Clause, Ex};
use polywire_ir::{Const, Expr, PlaceType, PureLeaf, ValueType};

impl Emit<'_> {
    /// Returns a value of the expression's type.
    pub fn value(&mut self, env: &mut Env, expr: &Expr) -> Value {
        match expr {
            Expr::Const(value) => constant_value(value),
            Expr::Var(var) => env.values.get(&env.key(*var)).cloned().unwrap_or(Value::Num(Num::constant(0))),
            Expr::Get(place) => self.get(env, place),
            Expr::Load { section, offset, width, order } => self.load(env, *section, (*offset, *width), *order),
            Expr::Slice { section, offset, len } => self.slice(env, *section, *offset, *len),
            Expr::Pos => match &env.cursor {
                Some(cursor) => Value::Pos(cursor.pos(), cursor.rest.clone(), cursor.window),
                None => Value::Num(Num::constant(0)),
            },
            Expr::Unknown { .. } | Expr::Since(_) | Expr::Input | Expr::Leaf(PureLeaf::UntilNul, _) => {
                Value::Bytes(self.bytes(env, expr))
            }
            Expr::Select(_, then, _) if self.is_bytes(env, then) => Value::Bytes(self.bytes(env, expr)),
            _ if self.is_bool(env, expr) => Value::Bool(self.boolean(env, expr)),
            _ => Value::Num(self.num(env, expr, EXACT)),
        }
    }

    /// Bytes, as a binary.
    pub fn bytes(&mut self, env: &mut Env, expr: &Expr) -> Ex {
        match expr {
            Expr::Unknown { place, format } => self.unknown_bytes(env, place, format),
            Expr::Since(from) => self.since(env, from),
            Expr::Input => env.cursor.as_ref().map_or(Ex::Bytes(vec![]), |cursor| cursor.region.clone()),
            Expr::Leaf(PureLeaf::UntilNul, args) => {
                let bytes = self.bytes(env, &args[0]);
                Ex::pure("polywire_bytes", "until_nul", vec![bytes])
            }
            Expr::Select(cond, then, other) => self.select_bytes(env, (cond, then, other)),
            _ => {
                let value = self.value(env, expr);
                self.as_bytes(env, value)
            }
        }
    }

    /// A value as bytes.
    pub fn as_bytes(&mut self, env: &mut Env, value: Value) -> Ex {
        match value {
            Value::Bytes(ex) => ex,
            Value::Section(view) => view.whole,
            Value::Num(_) | Value::Bool(_) | Value::Float(..) | Value::Signed(..) | Value::Pos(..) => {
                self.unsupported(env, "bytes are expected");
                Ex::Bytes(vec![])
            }
        }
    }

    /// Returns a value of a type as an argument or result of an Erlang function.
    pub fn passed(&mut self, env: &mut Env, expr: &Expr, ty: &ValueType) -> Ex {
        match ty {
            ValueType::Bool => self.boolean(env, expr),
            ValueType::U64 | ValueType::I64 => self.num(env, expr, EXACT).ex,
            ValueType::Bytes | ValueType::Section(_) => self.bytes(env, expr),
            ValueType::Ref(_) => Ex::atom("undefined"),
        }
    }

    /// Returns the value in an Erlang variable of an IR type.
    pub fn received(&mut self, env: &mut Env, key: super::env::Key, ex: Ex, ty: &ValueType) -> Value {
        match ty {
            ValueType::Bool => Value::Bool(ex),
            ValueType::U64 => Value::Num(Num::any(ex, false)),
            ValueType::I64 => Value::Num(Num::any(ex, true)),
            ValueType::Bytes => Value::Bytes(ex),
            ValueType::Section(len) => Value::Section(self.view(env, key, ex, *len)),
            ValueType::Ref(_) => Value::Bytes(ex),
        }
    }

    fn since(&mut self, env: &mut Env, from: &Expr) -> Ex {
        let from = self.value(env, from);
        let Some(cursor) = env.cursor.clone() else { return Ex::Bytes(vec![]) };
        if let Value::Pos(_, rest, window) = &from
            && *window == cursor.window
        {
            return Ex::pure("polywire_bytes", "before", vec![rest.clone(), cursor.left().ex]);
        }
        let from = self.exact(from);
        Ex::pure("polywire_bytes", "between", vec![cursor.region.clone(), from.ex, cursor.pos().ex])
    }

    fn unknown_bytes(&mut self, env: &mut Env, place: &polywire_ir::Place, format: &str) -> Ex {
        let path = self.locate(env, place);
        let node = self.node(env, &path);
        let keeps = match &node.ty {
            super::place::NodeType::Value(polywire_ir::types::Type::Struct(id)) => {
                self.shared.types().record(*id).keeps_unknown
            }
            _ => false,
        };
        if !keeps {
            return Ex::Bytes(vec![]);
        }
        let path = self.part(env, path, super::place::SlotStep::Unknown);
        let unknown = self.node(env, &path).ex;
        if unknown == Ex::atom("undefined") {
            return Ex::Bytes(vec![]);
        }
        let kept = Ex::pure("polywire_value", "unknown", vec![Ex::atom(format), unknown.clone()]);
        let nothing = Clause::of(Ex::atom("undefined"), vec![Ex::Bytes(vec![])]);
        let ex = Ex::case(unknown, vec![nothing, Clause::of(Ex::Any, vec![kept])]);
        self.bind(env, "unknown", ex)
    }

    fn select_bytes(&mut self, env: &mut Env, (cond, then, other): (&Expr, &Expr, &Expr)) -> Ex {
        let cond = self.condition(env, cond);
        if let Some(known) = cond.known() {
            return self.bytes(env, if known { then } else { other });
        }
        let var = self.fresh("bytes");
        let branch = |emit: &mut Self, expr: &Expr| {
            let mut inner = env.inner();
            let ex = emit.bytes(&mut inner, expr);
            inner.code.push(Ex::bind(var, ex));
            inner.code
        };
        let (then, other) = (branch(self, then), branch(self, other));
        env.code.push(cond.branch(then, other));
        var.into()
    }

    fn is_bytes(&self, env: &Env, expr: &Expr) -> bool {
        let function = self.shared.module.function(env.frame.func);
        match expr {
            Expr::Const(value) => matches!(value, Const::Bytes(_)),
            Expr::Var(var) => matches!(function.var(*var).ty, ValueType::Bytes | ValueType::Section(_)),
            Expr::Get(place) => match self.shared.types().at(function, place).and_then(PlaceType::value) {
                Some(ty) => is_bytes_type(ty),
                None => false,
            },
            Expr::Select(_, then, _) => self.is_bytes(env, then),
            Expr::Unknown { .. }
            | Expr::Since(_)
            | Expr::Input
            | Expr::Slice { .. }
            | Expr::Leaf(PureLeaf::UntilNul, _) => true,
            _ => false,
        }
    }

    fn is_bool(&self, env: &Env, expr: &Expr) -> bool {
        use polywire_ir::{BinaryOp, UnaryOp};
        match expr {
            Expr::Present(_) | Expr::IsMember(..) | Expr::Setting(_) | Expr::Unary(UnaryOp::Not, _) => true,
            Expr::Leaf(PureLeaf::Utf8Valid | PureLeaf::IsAscii, _) => true,
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => true,
            Expr::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, left, _) => self.is_bool(env, left),
            Expr::Select(_, then, _) => self.is_bool(env, then),
            Expr::Const(value) => matches!(value, Const::Bool(_)),
            Expr::Var(var) => self.shared.module.function(env.frame.func).var(*var).ty == ValueType::Bool,
            Expr::Get(place) => {
                let function = self.shared.module.function(env.frame.func);
                let ty = self.shared.types().at(function, place).and_then(PlaceType::value);
                ty == Some(&polywire_ir::types::Type::Bool)
            }
            _ => false,
        }
    }
}

/// Returns true if values of a native type are bytes in the IR.
fn is_bytes_type(ty: &polywire_ir::types::Type) -> bool {
    use polywire_ir::types::Type;
    matches!(ty, Type::Text { .. } | Type::Bytes | Type::FixedBytes(..))
}

/// A constant.
pub fn constant_value(value: &Const) -> Value {
    match value {
        Const::Bool(value) => Value::Bool(super::boolean::truth(*value)),
        Const::U64(value) => Value::Num(Num::constant(i128::from(*value))),
        Const::I64(value) => Value::Num(Num::constant(i128::from(*value))),
        Const::Bytes(bytes) => Value::Bytes(Ex::Bytes(bytes.clone())),
    }
}
