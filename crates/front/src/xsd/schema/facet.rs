//! Facets of simple types.

use super::Word;

/// A constraining facet.
#[derive(Clone, Debug, PartialEq)]
pub struct Facet {
    /// Its kind.
    pub kind: FacetKind,
    /// Its value.
    pub value: Word,
    /// Derived types may not change it.
    pub is_fixed: bool,
    /// What the prefix of the value stands for, where it is a qualified name.
    pub namespace: Option<String>,
}

/// The kinds of facets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FacetKind {
    /// Exact length.
    Length,
    /// Least length.
    MinLength,
    /// Greatest length.
    MaxLength,
    /// A regular expression.
    Pattern,
    /// An allowed value.
    Enumeration,
    /// The treatment of white space.
    WhiteSpace,
    /// The greatest value.
    MaxInclusive,
    /// The least value that is too great.
    MaxExclusive,
    /// The greatest value that is too small.
    MinExclusive,
    /// The least value.
    MinInclusive,
    /// The greatest number of digits.
    TotalDigits,
    /// The greatest number of digits behind the point.
    FractionDigits,
}

impl FacetKind {
    /// All facets with their names.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Length, "length"),
        (Self::MinLength, "minLength"),
        (Self::MaxLength, "maxLength"),
        (Self::Pattern, "pattern"),
        (Self::Enumeration, "enumeration"),
        (Self::WhiteSpace, "whiteSpace"),
        (Self::MaxInclusive, "maxInclusive"),
        (Self::MaxExclusive, "maxExclusive"),
        (Self::MinExclusive, "minExclusive"),
        (Self::MinInclusive, "minInclusive"),
        (Self::TotalDigits, "totalDigits"),
        (Self::FractionDigits, "fractionDigits"),
    ];

    /// Returns the facet of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, it)| *it == name).map(|(kind, _)| *kind)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}
