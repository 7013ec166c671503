//! Fields that are maps in Protocol Buffers, too.

use super::enumeration::first_member;
use super::message::Scope;
use super::{Maker, flag};
use crate::proto::descriptor::{Message, map_entry_name, numbers};
use polywire_model::{DeclId, DeclKind, Model, Struct, Type};

impl Maker<'_> {
    /// Declares the entry of a field that is a map, and returns its absolute name; `None` if Protocol Buffers have no such maps.
    pub(super) fn map_entry(&self, scope: &mut Scope, field: &str, entry: DeclId) -> Option<String> {
        let it = self.model.as_struct(entry).filter(|it| is_map(self.model, it))?;
        let wanted = map_entry_name(field);
        let name = scope.names.claim(&wanted);
        let part = |(part, number): (&polywire_model::Field, u32)| self.single(&part.name, number, &part.ty);
        // An entry by another name is a message like any other.
        let options = (name == wanted).then(|| flag(numbers::MAP_ENTRY));
        let type_name = format!(".{}.{name}", scope.name);
        scope.wrappers.push(Message {
            name,
            fields: it.fields.iter().zip(1..).map(part).collect(),
            options,
            ..Message::default()
        });
        Some(type_name)
    }
}

/// Returns true for the entry of a map whose keys and values are allowed in `map<…>`.
pub(super) fn is_map(model: &Model, it: &Struct) -> bool {
    let [key, value] = it.fields.as_slice() else { return false };
    let numbered =
        it.fields.iter().zip(1..).all(|(part, place)| part.attrs.protobuf.is_none_or(|it| it.number == place));
    let is_key = matches!(key.ty, Type::Bool | Type::Int { .. } | Type::Text(_));
    let is_value = match &value.ty {
        Type::List(_) | Type::Map(_) | Type::Array(..) => false,
        // The value of an entry has no presence, which closed enums need, and no default.
        Type::Named(id) => match &model.decl(*id).kind {
            DeclKind::Enum(it) => it.open && first_member(it).is_none(),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => true,
        },
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => true,
    };
    it.is_entry && numbered && is_key && is_value
}
