//! Wildcards.

use crate::xsd::schema::{Namespaces, Wildcard};

/// Returns a wildcard for the names of both.
pub(super) fn united(own: Wildcard, of_base: &Wildcard) -> Wildcard {
    let namespaces =
        match (&own.namespaces, &of_base.namespaces) {
            (Namespaces::OneOf(a), Namespaces::OneOf(b)) => {
                let more = b.iter().filter(|it| !a.contains(it));
                Namespaces::OneOf(a.iter().chain(more).cloned().collect())
            }
            (Namespaces::Not(a), Namespaces::Not(b)) if a == b => Namespaces::Not(a.clone()),
            (Namespaces::Not(a), Namespaces::OneOf(b)) | (Namespaces::OneOf(b), Namespaces::Not(a)) => {
                if b.contains(a) { Namespaces::Any } else { Namespaces::Not(a.clone()) }
            }
            (Namespaces::Any, _) | (_, Namespaces::Any) | (Namespaces::Not(_), Namespaces::Not(_)) => Namespaces::Any,
        };
    Wildcard { namespaces, ..own }
}

/// Returns a wildcard for the names that both stand for.
pub(super) fn common(own: Wildcard, other: &Wildcard) -> Wildcard {
    let namespaces = match (&own.namespaces, &other.namespaces) {
        (Namespaces::Any, it) | (it, Namespaces::Any) => it.clone(),
        (Namespaces::OneOf(a), it) | (it, Namespaces::OneOf(a)) => {
            Namespaces::OneOf(a.iter().filter(|name| it.has(name)).cloned().collect())
        }
        (Namespaces::Not(a), Namespaces::Not(_)) => Namespaces::Not(a.clone()),
    };
    Wildcard { namespaces, ..own }
}

impl Namespaces {
    /// Returns true if names of a namespace match. `##other` does not match names without one.
    pub fn has(&self, namespace: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Not(it) => it != namespace && !namespace.is_empty(),
            Self::OneOf(all) => all.iter().any(|it| it == namespace),
        }
    }

    /// Returns true if both match the names of some namespace.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OneOf(all), it) | (it, Self::OneOf(all)) => all.iter().any(|name| it.has(name)),
            (Self::Any | Self::Not(_), Self::Any | Self::Not(_)) => true,
        }
    }

    /// Returns true if another one matches all that this one does.
    pub fn is_within(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Any) => true,
            (Self::OneOf(all), it) => all.iter().all(|name| it.has(name)),
            (Self::Not(a), Self::Not(b)) => a == b,
            (Self::Any, _) | (Self::Not(_), Self::OneOf(_)) => false,
        }
    }
}
