//! Existing types in place of generated ones: the same codecs with other names of types and members.
//!
//! Design: docs/decisions/0079-existing-go-structs.md

use super::images::Image;
use super::native::{Held, held};
use super::packages::Package;
use polywire_ir::types::{EnumId, EnumType, FieldType, StructId, Types};
use std::collections::BTreeMap;

/// Existing types in place of generated ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// Structs.
    pub structs: BTreeMap<StructId, BoundStruct>,
    /// Named integers. Their numbers are those of the schema.
    pub enums: BTreeMap<EnumId, BoundType>,
    /// Existing structs with other members than codecs can use, which have images.
    pub images: BTreeMap<StructId, Image>,
    /// The schema file is the source of the existing types.
    pub is_source: bool,
}

/// An existing type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundType {
    /// The import path of its package, which may be followed by `;` and the package's name; empty for the package of its codec.
    pub package: String,
    /// Its name there.
    pub name: String,
}

/// An existing struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundStruct {
    /// The struct.
    pub ty: BoundType,
    /// The member for each field of the schema.
    pub fields: Vec<BoundField>,
}

/// A member of an existing struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundField {
    /// Its name.
    pub name: String,
    /// How it holds an optional value.
    pub presence: BoundPresence,
}

/// How a member of an existing struct holds an optional value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundPresence {
    /// As that of a generated struct would.
    #[default]
    Generated,
    /// By a pointer, which is nil if the value is absent; for numbers and texts.
    Pointer,
    /// The value is always present; a decoder sets it to a new one if it is absent.
    Always,
}

impl BoundType {
    /// Returns its package, given that of its codec.
    pub(super) fn home(&self, codec: &Package) -> Package {
        if self.package.is_empty() {
            return codec.clone();
        }
        let (path, name) = self.package.split_once(';').map_or((&*self.package, None), |(it, name)| (it, Some(name)));
        Package::at(path, name)
    }
}

/// Returns the fields of a struct with defaults that Go's zero value of an existing type would not have.
pub fn fields_with_defaults(types: &Types, id: StructId) -> Vec<&FieldType> {
    let all = super::defaults::Defaults::of(types);
    types.record(id).fields.iter().filter(|field| all.field(field, types)).collect()
}

/// Returns true if an optional member may be a pointer instead of what a generated struct would have.
pub fn can_be_pointer(field: &FieldType) -> bool {
    use polywire_ir::types::Type;
    let is_single =
        matches!(field.ty, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Text { .. });
    is_single && held(field) == Held::Optional
}

/// Returns true if the value of an optional member may be always present.
pub fn can_be_always(field: &FieldType) -> bool {
    !field.boxed && field.optional && held(field) != Held::Plain
}

/// Returns constants that compile only if an integer type holds every number of an enum.
pub(super) fn bounds(it: &EnumType, name: &str) -> [String; 2] {
    let (least, most) = match (it.signed, it.bits) {
        (true, bits) => (format!("-1 << {}", bits - 1), format!("1<<{} - 1", bits - 1)),
        (false, bits) => ("0".to_owned(), format!("1<<{bits} - 1")),
    };
    [least, most].map(|number| format!("{name}({number})"))
}
