//! A simple type with all that it has from its bases.

use super::length::Lengths;
use super::{Primitive, Value};
use crate::xsd::pattern::Pattern;
use crate::xsd::schema::{FacetKind, TypeId};
use polywire_model::attr::XmlSpace;
use polywire_source::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A simple type, or the text of a complex type with simple content.
#[derive(Clone, Debug)]
pub(in crate::xsd) struct SimpleType {
    pub variety: VarietyKind,
    pub space: XmlSpace,
    /// Groups of patterns with their texts: one of each group matches.
    pub patterns: Vec<Vec<(String, Rc<Pattern>)>>,
    /// The allowed values with their texts.
    pub values: Option<Vec<(String, Value, Span)>>,
    pub min: Option<Bound>,
    pub max: Option<Bound>,
    pub lengths: Lengths,
    pub total_digits: Option<u32>,
    pub fraction_digits: Option<u32>,
    /// The values of facets that derived types may not change.
    pub fixed: BTreeMap<FacetKind, String>,
    /// The built-in type that it is, or is derived from most closely.
    pub builtin: String,
    /// The number of groups of patterns that are those of the built-in type.
    pub builtin_patterns: usize,
}

/// What the values are.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::xsd) enum VarietyKind {
    Atomic(Primitive),
    List(TypeId),
    Union(Vec<TypeId>),
}

/// A least or greatest value.
#[derive(Clone, Debug)]
pub(in crate::xsd) struct Bound {
    pub value: Value,
    pub text: String,
    pub is_inclusive: bool,
}

impl SimpleType {
    pub(super) fn of(variety: VarietyKind, primitive: Primitive) -> Self {
        let space = match primitive {
            Primitive::AnySimpleType | Primitive::String => XmlSpace::Preserve,
            _ => XmlSpace::Collapse,
        };
        Self {
            variety,
            space,
            patterns: Vec::new(),
            values: None,
            min: None,
            max: None,
            lengths: Lengths::default(),
            total_digits: None,
            fraction_digits: None,
            fixed: BTreeMap::new(),
            builtin: primitive.name().to_owned(),
            builtin_patterns: 0,
        }
    }

    /// Returns the primitive type; `None` for lists and unions.
    pub fn primitive(&self) -> Option<Primitive> {
        match &self.variety {
            VarietyKind::Atomic(primitive) => Some(*primitive),
            VarietyKind::List(_) | VarietyKind::Union(_) => None,
        }
    }

    /// Returns a text after the treatment of its white space.
    pub fn treated(&self, text: &str) -> String {
        let is_space = |it: char| matches!(it, ' ' | '\t' | '\n' | '\r');
        match self.space {
            XmlSpace::Preserve | XmlSpace::OfType => text.to_owned(),
            XmlSpace::Replace => text.replace(is_space, " "),
            XmlSpace::Collapse => text.split(is_space).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" "),
        }
    }
}
