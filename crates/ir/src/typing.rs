//! Types of expressions in functions that keep the verifier's rules.

use crate::types::{Type, Types};
use crate::{BinaryOp, Const, Expr, Function, UnaryOp, ValueType};

impl Types {
    /// Returns the type of an expression of a function, or `None` if it breaks a rule.
    pub fn type_of(&self, function: &Function, expr: &Expr) -> Option<ValueType> {
        Some(match expr {
            Expr::Const(value) => value.ty(),
            Expr::Var(var) => function.vars.get(var.0 as usize)?.ty.clone(),
            Expr::Get(place) => self.at(function, place)?.value()?.scalar()?,
            Expr::Unary(op, value) => match (op, self.type_of(function, value)?) {
                (UnaryOp::Not, _) => ValueType::Bool,
                (UnaryOp::Reinterpret, ValueType::U64) => ValueType::I64,
                (UnaryOp::Complement | UnaryOp::Reinterpret, _) => ValueType::U64,
            },
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => ValueType::Bool,
            Expr::Binary(_, left, _) => self.type_of(function, left)?,
            Expr::Select(_, then, other) => {
                let (then, other) = (self.type_of(function, then)?, self.type_of(function, other)?);
                if then == other { then } else { ValueType::Bytes }
            }
            Expr::Wrap { signed: true, .. } => ValueType::I64,
            Expr::Present(_) | Expr::IsMember(..) | Expr::Setting(_) => ValueType::Bool,
            Expr::Leaf(leaf, _) => leaf.results().first()?.clone(),
            Expr::Slice { len, .. } => ValueType::Section(*len),
            Expr::Unknown { .. } | Expr::Since(_) | Expr::Input => ValueType::Bytes,
            Expr::Len(_)
            | Expr::Case(_)
            | Expr::Wrap { signed: false, .. }
            | Expr::OfBool(_)
            | Expr::Load { .. }
            | Expr::BytesLen(_)
            | Expr::Pos
            | Expr::Left
            | Expr::Base
            | Expr::Tail => ValueType::U64,
        })
    }
}

impl Const {
    /// The constant's type.
    pub fn ty(&self) -> ValueType {
        match self {
            Self::Bool(_) => ValueType::Bool,
            Self::U64(_) => ValueType::U64,
            Self::I64(_) => ValueType::I64,
            Self::Bytes(_) => ValueType::Bytes,
        }
    }
}

impl Type {
    /// Returns the IR's type for a scalar, a text or bytes; `None` for other types.
    pub fn scalar(&self) -> Option<ValueType> {
        match self {
            Self::Bool => Some(ValueType::Bool),
            Self::Int { signed: true, .. } | Self::Enum(_) => Some(ValueType::I64),
            Self::Int { signed: false, .. } | Self::Float { .. } => Some(ValueType::U64),
            Self::Text { .. } | Self::Bytes | Self::FixedBytes(..) => Some(ValueType::Bytes),
            Self::Struct(_) | Self::Union(_) | Self::List(_) | Self::Array(..) | Self::Map(_) => None,
        }
    }
}
