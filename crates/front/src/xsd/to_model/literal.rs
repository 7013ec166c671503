//! Defaults as values of the model.

use super::Maker;
use crate::xsd::Primitive;
use crate::xsd::simple::{Decimal, Value};
use polywire_model::{Constant, DeclKind, Field, Literal, Meaning, Presence, Type};

impl Maker<'_> {
    /// Gives a member the value that its absence means.
    pub(super) fn set_default(&self, field: &mut Field, text: &str) {
        field.presence = Presence::Implicit;
        if let Type::List(element) = &field.ty {
            let values = text.split(' ').filter(|it| !it.is_empty()).filter_map(|it| self.literal(element, it));
            field.default_elements = values.map(Constant::Scalar).collect();
            return;
        }
        field.default = self.literal(&field.ty, text).filter(|it| !it.is_zero());
    }

    pub(super) fn literal(&self, ty: &Type, text: &str) -> Option<Literal> {
        match ty {
            Type::Bool => Some(Literal::Bool(matches!(text, "true" | "1"))),
            Type::Int { meaning: Meaning::Decimal { scale }, .. } => {
                Decimal::parse(text)?.scaled(usize::from(*scale)).map(Literal::Int)
            }
            Type::Int { .. } => Decimal::parse(text)?.scaled(0).map(Literal::Int),
            Type::Float { .. } => match Value::parse(text, Primitive::Double)? {
                Value::Float(it) => Some(Literal::Float(it.to_bits())),
                _ => None,
            },
            Type::Text(_) => Some(Literal::Text(text.to_owned())),
            Type::Named(id) => match &self.model.decl(*id).kind {
                DeclKind::Enum(it) => {
                    it.members.iter().find(|it| it.name == text).map(|it| Literal::Int(i128::from(it.number)))
                }
                DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
            },
            Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => None,
        }
    }
}
