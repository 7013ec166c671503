use super::Cdr;
use polywire_ir::types::Type;
use polywire_model::{Field, Presence};

impl Cdr<'_> {
    /// Returns true if values of a type have octets, and false if they have none.
    pub(super) fn takes_octets(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(id) => self.fields[id.0 as usize].iter().any(|it| self.field_takes_octets(it)),
            Type::Array(element, len) => *len > 0 && self.takes_octets(element),
            Type::FixedBytes(len, _) => *len > 0,
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Enum(_)
            | Type::Text { .. }
            | Type::Bytes
            | Type::Union(_)
            | Type::List(_)
            | Type::Map(_) => true,
        }
    }

    /// The same for the values of a field; an optional one has a count.
    pub(super) fn field_takes_octets(&self, field: &Field) -> bool {
        field.presence == Presence::Optional || self.takes_octets(&self.types.of(&field.ty))
    }
}
