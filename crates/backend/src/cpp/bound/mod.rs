//! Codecs for existing classes: a class with its members, or an enum, replaces the generated type.
//!
//! A codec is the same IR, printed with other places. Limits of such a class become checks in the IR ([`checks`]), so
//! that all analyses see them.
//!
//! Design: docs/decisions/0038-bound-classes.md

mod checks;
mod header;

pub(super) use checks::with_checks;
pub(super) use header::declarations;

use polywire_ir::types::{EnumId, Named, StructId};
use std::collections::BTreeMap;

/// Existing classes and enums.
#[derive(Clone, Debug, Default)]
pub struct Binding {
    /// Headers that declare them, as in `trade/order.h`.
    pub headers: Vec<String>,
    /// The classes.
    pub structs: BTreeMap<StructId, BoundStruct>,
    /// The enums.
    pub enums: BTreeMap<EnumId, BoundEnum>,
}

/// A class that replaces a generated struct.
#[derive(Clone, Debug)]
pub struct BoundStruct {
    /// Its qualified name, as in `trade::Order`.
    pub class: String,
    /// The place of each field of the schema.
    pub fields: Vec<BoundField>,
}

/// The place of a field's value.
#[derive(Clone, Debug)]
pub struct BoundField {
    /// How it is accessed.
    pub access: Access,
    /// For a text in an array of this many characters, which it fills unless it ends with a NUL.
    pub array: Option<u32>,
    /// True for a list in a container other than `std::vector`: it has `push_back`, `back`, `clear`, `size` and
    /// iterators.
    pub is_sequence: bool,
    /// The storage of presence; only for optional fields.
    pub presence: BoundPresence,
}

/// How a value is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// A data member.
    Member(String),
    /// A member function that returns a reference.
    Reference(String),
    /// A member function that returns the value, and one that sets it.
    Property {
        /// The getter.
        get: String,
        /// The setter.
        set: String,
    },
}

/// The storage of presence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BoundPresence {
    /// It is a `std::optional`.
    #[default]
    Optional,
    /// None: the value is always present.
    Always,
    /// A data member of type `bool`.
    Flag(String),
}

/// An enum that replaces a generated one.
#[derive(Clone, Debug)]
pub struct BoundEnum {
    /// Its qualified name, as in `trade::Side`.
    pub name: String,
    /// The enumerator of each member in the schema; `None` if the numbers are the same.
    pub enumerators: Option<Vec<String>>,
}

impl Binding {
    /// Returns the field of a bound class.
    pub(super) fn field(&self, owner: StructId, index: u32) -> Option<&BoundField> {
        self.structs.get(&owner)?.fields.get(index as usize)
    }

    /// Returns true if a type is bound to an existing one.
    pub(super) fn has(&self, named: Named) -> bool {
        match named {
            Named::Struct(id) => self.structs.contains_key(&id),
            Named::Enum(id) => self.enums.contains_key(&id),
            Named::Union(_) | Named::Constant(_) => false,
        }
    }

    /// Returns true if nothing is bound.
    pub(super) fn is_empty(&self) -> bool {
        self.structs.is_empty() && self.enums.is_empty()
    }
}
