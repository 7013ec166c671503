//! Types and values.

use super::Maker;
use super::enumeration::ordinal_of;
use crate::capnp::nodes::{Brand, Type, Value};
use polywire_model::capnp_layout::Need;
use polywire_model::{self as model, DeclKind, Literal};

impl Maker<'_> {
    pub(super) fn ty(&self, ty: &model::Type) -> Type {
        match ty {
            model::Type::Bool => Type::Bool,
            model::Type::Int { bits, signed, .. } => Type::Int { bits: *bits, signed: *signed },
            model::Type::Float { bits: 32 } => Type::Float32,
            model::Type::Float { .. } => Type::Float64,
            model::Type::Text(_) => Type::Text,
            model::Type::Bytes | model::Type::FixedBytes(..) => Type::Data,
            model::Type::List(element) | model::Type::Array(element, _) => Type::List(Box::new(self.ty(element))),
            model::Type::Map(entry) => Type::List(Box::new(self.named(*entry))),
            model::Type::Named(id) => self.named(*id),
        }
    }

    fn named(&self, id: model::DeclId) -> Type {
        let node = self.ids.get(&id).copied().unwrap_or_default();
        match self.model.decl(id).kind {
            DeclKind::Enum(_) | DeclKind::Constant(_) => Type::Enum(node, Brand::default()),
            DeclKind::Struct(_) | DeclKind::Union(_) => Type::Struct(node, Brand::default()),
        }
    }

    /// Returns a default if the type has a literal for it.
    pub(super) fn value(&self, ty: &model::Type, literal: &Literal) -> Option<Value> {
        Some(match (ty, literal) {
            (model::Type::Bool, Literal::Bool(it)) => Value::Bool(*it),
            (model::Type::Int { .. }, Literal::Int(it)) => Value::Int(*it),
            (model::Type::Float { bits: 32 }, Literal::Float(bits)) => {
                Value::Float32((f64::from_bits(*bits) as f32).to_bits())
            }
            (model::Type::Float { .. }, Literal::Float(bits)) => Value::Float64(*bits),
            (model::Type::Text(_), Literal::Text(it)) => Value::Text(it.clone().into_bytes()),
            (model::Type::Bytes | model::Type::FixedBytes(..), Literal::Bytes(it)) => Value::Data(it.clone()),
            (model::Type::Named(id), Literal::Int(number)) => {
                Value::Enum(ordinal_of(self.model.as_enum(*id)?, *number)?)
            }
            _ => return None,
        })
    }
}

/// Returns a type whose values take the same space.
pub(super) fn type_of_need(need: Need) -> Type {
    match need {
        Need::Nothing => Type::Void,
        Need::Data(0) => Type::Bool,
        Need::Data(size) => Type::Int { bits: 1 << size, signed: false },
        Need::Pointer => Type::AnyPointer,
    }
}
