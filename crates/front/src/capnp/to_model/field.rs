use super::Maker;
use crate::capnp::nodes::{Brand, Field, FieldKind, Type, Value};
use crate::capnp::wire::write_message;
use polywire_model::attr::CapnpOpaque;
use polywire_model::capnp_layout::Slot;
use polywire_model::{self as model, Constant, Literal, Presence};

/// A member as it appears in the model.
pub(super) enum ModelMember {
    /// A member without a value (Void).
    Nothing,
    Value {
        ty: model::Type,
        presence: Presence,
        default: Option<Literal>,
        /// The elements of the default of a list.
        elements: Vec<Constant>,
        /// The default of a field stored by pointer, as a message.
        message: Option<Vec<u8>>,
        slot: Slot,
        opaque: Option<CapnpOpaque>,
    },
}

impl Maker<'_, '_> {
    pub(super) fn member(&mut self, field: &Field, brand: &Brand) -> ModelMember {
        match &field.kind {
            FieldKind::Slot { offset, ty, default, .. } => self.slot((ty, *offset, default), brand),
            FieldKind::Group(id) => match self.declaration(*id, brand.clone()) {
                Some(id) => ModelMember::Value {
                    ty: model::Type::Named(id),
                    presence: Presence::Implicit,
                    default: None,
                    elements: Vec::new(),
                    message: None,
                    slot: Slot::Nothing,
                    opaque: None,
                },
                None => ModelMember::Nothing,
            },
        }
    }

    fn slot(&mut self, (ty, offset, default): (&Type, u32, &Value), brand: &Brand) -> ModelMember {
        let slot = match ty.data_size() {
            Some(size) => Slot::Data(offset << size),
            None => Slot::Pointer(offset),
        };
        match self.ty(ty, brand) {
            None => ModelMember::Nothing,
            Some(value) => ModelMember::Value {
                presence: if self.is_struct(&value.ty) { Presence::Optional } else { Presence::Implicit },
                ty: value.ty,
                default: self.literal(ty, default),
                elements: self.default_elements(ty, default),
                message: message(default),
                slot,
                opaque: value.opaque,
            },
        }
    }

    fn is_struct(&self, ty: &model::Type) -> bool {
        matches!(ty, model::Type::Named(id) if self.model.as_struct(*id).is_some())
    }
}

fn message(default: &Value) -> Option<Vec<u8>> {
    match default {
        Value::List(object) | Value::Struct(object) | Value::AnyPointer(object) => Some(object),
        _ => None,
    }
    .filter(|object| **object != crate::capnp::nodes::Object::Null)
    .map(write_message)
}
