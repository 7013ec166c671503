//! Declarations of elements and attributes, and groups of them.

use super::{AttributeGroupId, AttributeId, Derivations, ElementId, Head, Particle, Reference, TypeId, Wildcard, Word};
use polywire_model::attr::XmlName;
use polywire_source::Span;

/// An element declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementDeclaration {
    /// Name and place.
    pub head: Head,
    /// It is declared directly in the schema.
    pub is_global: bool,
    /// Its type; `None` for that of the head of its substitution group, or any type.
    pub ty: Option<Reference<TypeId>>,
    /// The value of an empty element.
    pub default: Option<Word>,
    /// The only value.
    pub fixed: Option<Word>,
    /// It may say that its value is null.
    pub nillable: bool,
    /// Only elements of its substitution group stand in documents.
    pub is_abstract: bool,
    /// The head of its substitution group.
    pub substitution: Option<Reference<ElementId>>,
    /// What may not stand in its place.
    pub block: Derivations,
    /// What may not be in its substitution group.
    pub is_final: Derivations,
    /// Keys.
    pub constraints: Vec<Constraint>,
}

/// An attribute declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeDeclaration {
    /// Name and place.
    pub head: Head,
    /// It is declared directly in the schema.
    pub is_global: bool,
    /// Its type; `None` for any simple type.
    pub ty: Option<Reference<TypeId>>,
    /// The value of a missing attribute.
    pub default: Option<Word>,
    /// The only value.
    pub fixed: Option<Word>,
}

/// The attributes of a type or a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    /// Attributes.
    pub uses: Vec<AttributeUse>,
    /// Groups of them.
    pub groups: Vec<Reference<AttributeGroupId>>,
    /// All others.
    pub any: Option<Wildcard>,
}

/// An attribute of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeUse {
    /// Which.
    pub attribute: Reference<AttributeId>,
    /// Whether it has to be there.
    pub usage: Usage,
    /// The value of a missing attribute, stated at a reference.
    pub default: Option<Word>,
    /// The only value, stated at a reference.
    pub fixed: Option<Word>,
}

/// Whether an attribute has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// It may be missing.
    Optional,
    /// It has to be there.
    Required,
    /// A restriction leaves it out.
    Prohibited,
}

/// A named model group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupDefinition {
    /// Name and place.
    pub head: Head,
    /// Its content, which occurs once.
    pub particle: Particle,
}

/// A named group of attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeGroup {
    /// Name and place.
    pub head: Head,
    /// The attributes.
    pub attributes: Attributes,
}

/// An identity constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Name and place.
    pub head: Head,
    /// What it is.
    pub kind: ConstraintKind,
    /// The elements that it is about, as a path.
    pub selector: Word,
    /// The values, as paths.
    pub fields: Vec<Word>,
    /// The prefixes that the paths use, with their namespaces.
    pub prefixes: Vec<(Option<String>, String)>,
}

/// The kinds of identity constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// All values are there and differ.
    Key,
    /// The values differ.
    Unique,
    /// The values are those of this key.
    KeyReference(XmlName, Span),
}
