use super::{Envelopes, Parts};
use crate::erlang::names::TypeNames;
use polywire_ir::types::{FieldType, StructId, Type, Types};
use std::collections::BTreeMap;

/// The shapes of values in another convention: a struct that only contains a union is the union, a part with one field
/// is that field, a case without a value is `{Case, undefined}`, and new values may be `undefined`.
#[derive(Clone, Debug)]
pub struct Convention {
    parts: Parts,
    names: BTreeMap<StructId, String>,
}

impl Convention {
    /// A part is named after the enclosing struct and the field or case.
    pub fn of(types: &Types, Envelopes { prefix, parts, .. }: &Envelopes, names: &TypeNames) -> Self {
        let mut it = Self { parts: parts.clone(), names: BTreeMap::new() };
        for id in (0..types.structs.len() as u32).map(StructId).filter(|id| !parts.contains(id)) {
            it.name_parts(types, id, format!("{prefix}{}", names.record(id)));
        }
        it
    }

    /// Returns the structs with a name, in order.
    pub fn structs(&self) -> impl Iterator<Item = StructId> + '_ {
        self.names.keys().copied()
    }

    /// The record of a struct.
    pub fn record(&self, id: StructId) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    /// Returns the one field that represents a struct: a union, or the field of a part.
    pub fn only_field<'t>(&self, types: &'t Types, id: StructId) -> Option<&'t FieldType> {
        match types.record(id).fields.as_slice() {
            [field] if self.parts.contains(&id) || is_union(field) => Some(field),
            _ => None,
        }
    }

    fn name_parts(&mut self, types: &Types, id: StructId, name: String) {
        let mut held: Vec<(&str, &Type)> = Vec::new();
        for field in &types.record(id).fields {
            match &field.ty {
                Type::Union(union) => {
                    let cases = types.union(*union).cases.iter();
                    held.extend(cases.filter_map(|case| Some((case.name.as_str(), case.ty.as_ref()?))));
                }
                ty => held.push((&field.name, ty)),
            }
        }
        for (member, ty) in held {
            match ty {
                Type::Struct(part) if self.parts.contains(part) => {
                    self.name_parts(types, *part, format!("{name}_{member}"));
                }
                _ => {}
            }
        }
        self.names.insert(id, name);
    }
}

/// Returns true if a field is a union, which has no name of its own there.
pub fn is_union(field: &FieldType) -> bool {
    matches!(field.ty, Type::Union(_))
}
