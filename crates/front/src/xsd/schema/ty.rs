//! Types.

use super::{Attributes, Facet, Head, Particle, Reference, TypeId};
use crate::xsd::simple::Primitive;

/// A type definition.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDefinition {
    /// Name and place.
    pub head: Head,
    /// How no type may be derived from it.
    pub is_final: Derivations,
    /// What it is.
    pub kind: TypeKind,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A simple type.
    Simple(Variety),
    /// A complex type.
    Complex(ComplexType),
}

/// How a simple type is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Variety {
    /// It is built in: primitive, or the root of all.
    Builtin(Primitive),
    /// A type with fewer values.
    Restriction(Reference<TypeId>, Vec<Facet>),
    /// Values of a type, with spaces between them.
    List(Reference<TypeId>),
    /// A value of one of several types.
    Union(Vec<Reference<TypeId>>),
}

/// A complex type.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplexType {
    /// No element has this type itself.
    pub is_abstract: bool,
    /// Text may stand between the elements.
    pub mixed: bool,
    /// What may not stand in its place (`xsi:type`).
    pub block: Derivations,
    /// The base and how it is derived from it.
    pub base: Reference<TypeId>,
    /// How it is derived.
    pub method: Method,
    /// The content that is written in the type itself.
    pub content: Content,
    /// The attributes that are written in the type itself.
    pub attributes: Attributes,
}

/// The two ways to derive a complex type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Fewer values.
    Restriction,
    /// More members.
    Extension,
}

/// The content of a complex type.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Elements; `None` if there are none.
    Elements(Option<Particle>),
    /// A text. A restriction may state a type and facets.
    Simple(Option<Reference<TypeId>>, Vec<Facet>),
}

/// A set of ways to derive or to stand in the place of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derivations {
    /// By restriction.
    pub restriction: bool,
    /// By extension.
    pub extension: bool,
    /// By a substitution group.
    pub substitution: bool,
    /// As the item of a list.
    pub list: bool,
    /// As a member of a union.
    pub union: bool,
}
