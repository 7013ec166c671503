//! Whether fields can be absent.

use super::{EXPLICIT, Maker, REQUIRED, UNVERIFIED, set_feature};
use crate::proto::descriptor::{Field, FieldType, Tree, Value, numbers};
use polywire_model::{Enum, Presence, Type};

impl<'m> Maker<'m> {
    /// Returns the enum that values are of.
    pub(super) fn enumeration(&self, ty: &Type) -> Option<&'m Enum> {
        match ty {
            Type::Named(id) => self.model.as_enum(*id),
            _ => None,
        }
    }

    /// Returns the options of a field that is not a case of a union.
    pub(super) fn options(&self, made: &Field, field: &polywire_model::Field) -> Option<Tree> {
        let mut options = made.options.clone().unwrap_or_default();
        if field.deprecated {
            options.set(numbers::FIELD_DEPRECATED, Value::Varint(1));
        }
        if field.presence == Presence::Required && !made.is_repeated() {
            set_feature(&mut options, numbers::FIELD_FEATURES, REQUIRED);
        } else if self.needs_presence(made, field) {
            set_feature(&mut options, numbers::FIELD_FEATURES, EXPLICIT);
        }
        Some(options).filter(|it| !it.is_empty())
    }

    /// Returns the options of a field with texts that may be invalid UTF-8.
    pub(super) fn unverified(&self, ty: &Type) -> Option<Tree> {
        let is_unverified = match ty {
            Type::Map(entry) => self.model.as_struct(*entry)?.fields.iter().any(|it| is_unverified(&it.ty)),
            other => is_unverified(other),
        };
        is_unverified.then(|| {
            let mut options = Tree::default();
            set_feature(&mut options, numbers::FIELD_FEATURES, UNVERIFIED);
            options
        })
    }

    /// A value equal to zero would be left out without presence, though a default means something else. Fields of closed
    /// enums must have it; those of messages always have it.
    fn needs_presence(&self, made: &Field, field: &polywire_model::Field) -> bool {
        let can_have = !made.is_repeated() && made.ty != Some(FieldType::Message);
        let is_closed = self.enumeration(&field.ty).is_some_and(|it| !it.open);
        can_have && (field.presence == Presence::Optional || made.default.is_some() || is_closed)
    }
}

fn is_unverified(ty: &Type) -> bool {
    matches!(ty, Type::Text(it) if it.unverified)
}
