//! Codecs for existing classes: a class, its members and its enumerators stand in for generated ones.
//!
//! A codec is the same IR, printed with other places. Limits of such a class become checks in the IR ([`checks`]), so
//! that all analyses know of them.

mod checks;
mod header;

pub(super) use checks::with_checks;
pub(super) use header::declarations;

use polywire_ir::types::{EnumId, Named, StructId};
use std::collections::BTreeMap;

/// Classes and enums that are there already.
#[derive(Clone, Debug, Default)]
pub struct Binding {
    /// Headers that declare them, as in `trade/order.h`.
    pub headers: Vec<String>,
    /// The classes.
    pub structs: BTreeMap<StructId, BoundStruct>,
    /// The enums.
    pub enums: BTreeMap<EnumId, BoundEnum>,
}

/// A class that takes the place of a generated struct.
#[derive(Clone, Debug)]
pub struct BoundStruct {
    /// Its qualified name, as in `trade::Order`.
    pub class: String,
    /// For each field of the schema where its value is.
    pub fields: Vec<BoundField>,
}

/// The place of a field's value.
#[derive(Clone, Debug)]
pub struct BoundField {
    /// How it is accessed.
    pub access: Access,
    /// A text is in an array of this many characters, which it fills or which ends it with a NUL.
    pub array: Option<u32>,
    /// A list is in a container that is no `std::vector`: it has `push_back`, `back`, `clear`, `size` and iterators.
    pub is_sequence: bool,
    /// How presence is stored; only for a field that can be absent.
    pub presence: BoundPresence,
}

/// How a value is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// A data member.
    Member(String),
    /// A member function that returns a reference.
    Reference(String),
    /// A member function that returns the value, and one that takes it.
    Property {
        /// Returns it.
        get: String,
        /// Takes it.
        set: String,
    },
}

/// How presence is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BoundPresence {
    /// It is a `std::optional`.
    #[default]
    Optional,
    /// Nothing: there always is one.
    Always,
    /// A data member of type `bool`.
    Flag(String),
}

/// An enum that takes the place of a generated one.
#[derive(Clone, Debug)]
pub struct BoundEnum {
    /// Its qualified name, as in `trade::Side`.
    pub name: String,
    /// For each member in the schema the enumerator; `None` if the numbers are the same.
    pub enumerators: Option<Vec<String>>,
}

impl Binding {
    /// The field of a class that is bound.
    pub(super) fn field(&self, owner: StructId, index: u32) -> Option<&BoundField> {
        self.structs.get(&owner)?.fields.get(index as usize)
    }

    /// Returns true if a type is there already.
    pub(super) fn has(&self, named: Named) -> bool {
        match named {
            Named::Struct(id) => self.structs.contains_key(&id),
            Named::Enum(id) => self.enums.contains_key(&id),
            Named::Union(_) => false,
        }
    }

    /// Returns true if nothing is bound.
    pub(super) fn is_empty(&self) -> bool {
        self.structs.is_empty() && self.enums.is_empty()
    }
}
