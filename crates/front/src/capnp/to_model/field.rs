use super::Maker;
use crate::capnp::capability::left_out;
use crate::capnp::nodes::{Brand, Field, FieldKind, Node, Type, Value};
use crate::capnp::wire::write_message;
use polywire_model::capnp_layout::Slot;
use polywire_model::{self as model, Literal, Presence};

/// What becomes of a member.
pub(super) enum Member {
    /// It says nothing.
    Nothing,
    /// The model does not hold what is behind this pointer.
    Opaque(u16),
    Value {
        ty: model::Type,
        presence: Presence,
        default: Option<Literal>,
        /// The default of what is behind a pointer, as a message.
        message: Option<Vec<u8>>,
        slot: Slot,
    },
}

impl<'n> Maker<'n, '_> {
    pub(super) fn member(&mut self, node: &'n Node, field: &Field, brand: &Brand) -> Member {
        match &field.kind {
            FieldKind::Slot { offset, ty, default, .. } => self.slot(node, field, (ty, *offset, default), brand),
            FieldKind::Group(id) => match self.declaration(*id, brand.clone()) {
                Some(id) => Member::Value {
                    ty: model::Type::Named(id),
                    presence: Presence::Implicit,
                    default: None,
                    message: None,
                    slot: Slot::Nothing,
                },
                None => Member::Nothing,
            },
        }
    }

    fn slot(
        &mut self,
        node: &Node,
        field: &Field,
        (ty, offset, default): (&Type, u32, &Value),
        brand: &Brand,
    ) -> Member {
        let slot = match ty.data_size() {
            Some(size) => Slot::Data(offset << size),
            None => Slot::Pointer(offset),
        };
        match self.ty(ty, brand) {
            Ok(None) => Member::Nothing,
            Ok(Some(value)) => Member::Value {
                presence: if self.is_struct(&value) { Presence::Optional } else { Presence::Implicit },
                ty: value,
                default: self.literal(ty, default),
                message: message(default),
                slot,
            },
            Err(feature) => {
                let name = &node.display_name[node.display_name.find(':').map_or(0, |colon| colon + 1)..];
                self.report(left_out(feature, &format!("{name}.{}", field.name), field.span));
                Member::Opaque(offset as u16)
            }
        }
    }

    fn is_struct(&self, ty: &model::Type) -> bool {
        matches!(ty, model::Type::Named(id) if self.model.as_struct(*id).is_some())
    }
}

fn message(default: &Value) -> Option<Vec<u8>> {
    match default {
        Value::List(object) | Value::Struct(object) => Some(object),
        _ => None,
    }
    .filter(|object| **object != crate::capnp::nodes::Object::Null)
    .map(write_message)
}
