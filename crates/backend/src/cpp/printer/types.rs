//! Types of expressions, and their C++ types.

use super::Printer;
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr as Ir, UnaryOp, ValueType};

impl Printer<'_> {
    pub(super) fn type_of(&self, expr: &Ir) -> ValueType {
        match expr {
            Ir::Const(Const::Bool(_)) | Ir::Present(_) | Ir::IsMember(..) | Ir::Setting(_) => ValueType::Bool,
            Ir::Const(Const::U64(_)) | Ir::Len(_) | Ir::Case(_) | Ir::OfBool(_) | Ir::Load { .. } => ValueType::U64,
            Ir::BytesLen(_) | Ir::Pos | Ir::Left | Ir::Base | Ir::Tail => ValueType::U64,
            Ir::Const(Const::I64(_)) => ValueType::I64,
            Ir::Const(Const::Bytes(_)) | Ir::Unknown { .. } | Ir::Since(_) | Ir::Input => ValueType::Bytes,
            Ir::Slice { len, .. } => ValueType::Section(*len),
            Ir::Var(var) => self.var_type(*var).clone(),
            Ir::Get(place) => self.place_type(place).map_or(ValueType::U64, of_native),
            Ir::Unary(UnaryOp::Not, _) => ValueType::Bool,
            Ir::Unary(UnaryOp::Complement, _) => ValueType::U64,
            Ir::Unary(UnaryOp::Reinterpret, value) => match self.type_of(value) {
                ValueType::U64 => ValueType::I64,
                _ => ValueType::U64,
            },
            Ir::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => ValueType::Bool,
            Ir::Binary(_, left, _) => self.type_of(left),
            Ir::Select(_, then, _) => self.type_of(then),
            Ir::Wrap { signed: true, .. } => ValueType::I64,
            Ir::Wrap { signed: false, .. } => ValueType::U64,
            Ir::Leaf(leaf, _) => leaf.results()[0].clone(),
        }
    }
}

/// C++ type of an IR value.
pub(super) fn value_type(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => "bool",
        ValueType::U64 => "::std::uint64_t",
        ValueType::I64 => "::std::int64_t",
        ValueType::Bytes => "bytes",
        ValueType::Section(_) => "const ::std::uint8_t*",
        ValueType::Ref(_) => "auto&",
    }
}

/// The IR type of a native scalar, text or bytes.
fn of_native(ty: &Type) -> ValueType {
    match ty {
        Type::Bool => ValueType::Bool,
        Type::Int { signed: true, .. } | Type::Enum(_) => ValueType::I64,
        Type::Int { signed: false, .. } | Type::Float { .. } => ValueType::U64,
        Type::Text { .. } | Type::Bytes | Type::FixedBytes(_) => ValueType::Bytes,
        Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => ValueType::Ref(ty.clone()),
    }
}
