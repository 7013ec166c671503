//! Models that Cap'n Proto does not support.

use super::enumeration::Ordinals;
use crate::unsupported::{UnsupportedFeature, unsupported_features};
use polywire_ir::types::{EnumId, Type, Types};
use polywire_model::{Field, Presence};

unsupported_features! {
    TOO_WIDE: "a struct in Cap'n Proto has at most 65,535 words of data and as many pointers", "move some fields to a struct of their own";
    ABSENT_DATA: "without an ordinal for absence, a scalar in Cap'n Proto cannot be optional, nor can a view be of an optional union", "put it into a struct, or into a union with a case for absence";
    ENUMERATOR: "an enumerator is not between 0 and 65535, as Cap'n Proto requires", "give it another number";
    BARE_UNION: "views of Cap'n Proto have no unions that need a struct of their own", "generate no views of this format";
}

/// Returns the unsupported feature of a field, if any.
pub(super) fn unsupported_feature(types: &Types, ordinals: &Ordinals, field: &Field) -> Option<UnsupportedFeature> {
    let optional = field.presence == Presence::Optional && field.attrs.capnp_absence.is_none();
    match types.of(&field.ty) {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_) if optional => {
            Some(ABSENT_DATA)
        }
        Type::Union(id) => {
            types.union(id).cases.iter().find_map(|case| unsupported_value(types, ordinals, case.ty.as_ref()?))
        }
        ty => unsupported_value(types, ordinals, &ty),
    }
}

/// Returns the unsupported feature of an element's or a case's value, if any.
fn unsupported_value(types: &Types, ordinals: &Ordinals, ty: &Type) -> Option<UnsupportedFeature> {
    match ty {
        Type::Union(_) => Some(BARE_UNION),
        Type::Enum(id) if ordinals[id.0 as usize].is_empty() && !numbers_fit(types, *id) => Some(ENUMERATOR),
        Type::List(element) | Type::Array(element, _) => unsupported_value(types, ordinals, element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Enum(_)
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Struct(_)
        | Type::Map(_) => None,
    }
}

fn numbers_fit(types: &Types, id: EnumId) -> bool {
    types.enumeration(id).members.iter().all(|member| u16::try_from(member.number).is_ok())
}
