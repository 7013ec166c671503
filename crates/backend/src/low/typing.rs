//! Types of expressions.

use super::{Function, VarType};
use polywire_ir::types::{Type, Types};
use polywire_ir::{BinaryOp, Const, Expr, Function as IrFunction, UnaryOp, ValueType, VarId};

impl Function {
    /// Returns the type of a variable's values; that of numbers for variables that are not values of the IR.
    pub fn value_type(&self, var: VarId) -> &ValueType {
        match &self.vars[var.0 as usize].ty {
            VarType::Value(ty) => ty,
            VarType::Size | VarType::OldEntries => &ValueType::U64,
        }
    }

    /// Returns the type of an expression, given the function of the module.
    pub fn type_of(&self, types: &Types, function: &IrFunction, expr: &Expr) -> ValueType {
        let of = |expr: &Expr| self.type_of(types, function, expr);
        match expr {
            Expr::Const(Const::Bool(_)) | Expr::Present(_) | Expr::IsMember(..) | Expr::Setting(_) => ValueType::Bool,
            Expr::Const(Const::U64(_)) | Expr::Len(_) | Expr::Case(_) | Expr::OfBool(_) | Expr::Load { .. } => {
                ValueType::U64
            }
            Expr::BytesLen(_) | Expr::Pos | Expr::Left | Expr::Base | Expr::Tail => ValueType::U64,
            Expr::Const(Const::I64(_)) => ValueType::I64,
            Expr::Const(Const::Bytes(_)) | Expr::Unknown { .. } | Expr::Since(_) | Expr::Input => ValueType::Bytes,
            Expr::Slice { len, .. } => ValueType::Section(*len),
            Expr::Var(var) => self.value_type(*var).clone(),
            Expr::Get(place) => {
                let ty = types.at(function, place).and_then(|it| it.value());
                ty.map_or(ValueType::U64, of_native)
            }
            Expr::Unary(UnaryOp::Not, _) => ValueType::Bool,
            Expr::Unary(UnaryOp::Complement, _) => ValueType::U64,
            Expr::Unary(UnaryOp::Reinterpret, value) => match of(value) {
                ValueType::U64 => ValueType::I64,
                _ => ValueType::U64,
            },
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => ValueType::Bool,
            Expr::Binary(_, left, _) => of(left),
            Expr::Select(_, then, _) => of(then),
            Expr::Wrap { signed: true, .. } => ValueType::I64,
            Expr::Wrap { signed: false, .. } => ValueType::U64,
            Expr::Leaf(leaf, _) => leaf.results()[0].clone(),
        }
    }
}

/// The IR type of a native scalar, text or bytes.
fn of_native(ty: &Type) -> ValueType {
    match ty {
        Type::Bool => ValueType::Bool,
        Type::Int { signed: true, .. } | Type::Enum(_) => ValueType::I64,
        Type::Int { signed: false, .. } | Type::Float { .. } => ValueType::U64,
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => ValueType::Bytes,
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => ValueType::Ref(ty.clone()),
    }
}
