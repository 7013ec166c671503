//! Samples that are only a key, such as those that dispose of an instance (DDS-XTypes 1.3, clause 7.6.8.3).
//!
//! They have the members of the key. A member that is a struct is there with the members of its own key, or if it has none, with all.

use super::Xcdr;
use super::min_size::min_size;
use polywire_ir::types::{StructId, Type};

impl Xcdr<'_> {
    /// Returns the indices of fields in the order of messages.
    pub(super) fn fields(&self, id: StructId) -> impl Iterator<Item = usize> {
        let fields = self.structs[id.0 as usize].fields;
        let is_reduced = self.keys_only && self.has_key(id);
        let is_written = move |index: &usize| !is_reduced || fields[*index].attrs.xcdr.is_key;
        self.orders.fields(id).map(|index| index as usize).filter(is_written)
    }

    /// Returns the minimum size of a value of a type; 0 if it depends on the members of a key.
    pub(super) fn min_size(&self, ty: &Type) -> u64 {
        if self.keys_only && has_struct(ty) { 0 } else { min_size(self.types, ty) }
    }

    /// Returns true if a type has messages: without a key, it has no samples that are one.
    pub(super) fn has_messages(&self, id: StructId) -> bool {
        !self.keys_only || self.has_key(id)
    }

    fn has_key(&self, id: StructId) -> bool {
        self.structs[id.0 as usize].fields.iter().any(|it| it.attrs.xcdr.is_key)
    }
}

fn has_struct(ty: &Type) -> bool {
    match ty {
        Type::Struct(_) => true,
        Type::Array(element, _) => has_struct(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::Union(_)
        | Type::List(_)
        | Type::Map(_) => false,
    }
}
