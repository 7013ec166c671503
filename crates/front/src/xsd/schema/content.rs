//! Contents of complex types.

use super::{ElementId, GroupId, Reference};
use polywire_source::Span;

/// A part of a content, and how often it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Particle {
    /// The part.
    pub term: Term,
    /// How often it occurs at least.
    pub min: u32,
    /// How often it occurs at most; `None` if there is no limit.
    pub max: Option<u32>,
    /// Its place.
    pub span: Span,
}

/// What occurs.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// An element.
    Element(Reference<ElementId>),
    /// Several particles.
    Group(Compositor, Vec<Particle>),
    /// Those of a model group definition.
    GroupReference(Reference<GroupId>),
    /// An element of any name.
    Any(Wildcard),
}

/// How the particles of a group follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compositor {
    /// One after the other.
    Sequence,
    /// One of them.
    Choice,
    /// In any order.
    All,
}

/// Elements or attributes of any name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wildcard {
    /// The namespaces of the names.
    pub namespaces: Namespaces,
    /// How they are checked: `strict`, `lax` or `skip`.
    pub process: String,
    /// Its place.
    pub span: Span,
}

/// Namespaces of a wildcard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Namespaces {
    /// Any.
    Any,
    /// A namespace, but not this one.
    Not(String),
    /// One of these; the empty text is none.
    OneOf(Vec<String>),
}
