//! Particles in their simplest form.

use super::Check;
use crate::xsd::schema::{Compositor, ElementId, Particle, Term, Wildcard};
use polywire_source::Span;
use std::cell::Cell;

/// A particle without groups that say nothing.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub min: u32,
    pub max: Option<u32>,
    pub what: What,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Element(ElementId),
    Any(Wildcard),
    Group(Compositor, Vec<Part>),
}

/// Why a particle is no restriction, and where.
pub(super) struct Wider {
    pub span: Span,
    pub why: String,
}

pub(super) type Verdict = Result<(), Wider>;

impl Check<'_> {
    /// Returns a particle in its simplest form. In a base, the head of a substitution group is a choice of its members.
    pub(super) fn part(&self, it: &Particle, is_base: bool, budget: &Cell<usize>) -> Option<Part> {
        budget.set(budget.get().checked_sub(1)?);
        let part = |what| Some(Part { min: it.min, max: it.max, what, span: it.span });
        match &it.term {
            Term::Any(any) => part(What::Any(any.clone())),
            Term::Element(reference) => {
                let id = reference.find(&self.schema.named.elements)?;
                if !is_base {
                    return part(What::Element(id));
                }
                let members = self.types.concrete_substitutes(&self.members, id);
                let once = |id| Part { min: 1, max: Some(1), what: What::Element(id), span: it.span };
                match members[..] {
                    [only] => part(What::Element(only)),
                    [] => part(What::Element(id)),
                    _ => part(What::Group(Compositor::Choice, members.into_iter().map(once).collect())),
                }
            }
            Term::GroupReference(reference) => {
                let id = reference.find(&self.schema.named.groups)?;
                let group = &self.schema.groups[id.0].particle;
                self.part(&Particle { min: it.min, max: it.max, ..group.clone() }, is_base, budget)
            }
            Term::Group(compositor, parts) => {
                let mut flat = Vec::new();
                for inner in parts {
                    let inner = self.part(inner, is_base, budget)?;
                    match inner.what {
                        What::Group(same, parts) if same == *compositor && inner.min == 1 && inner.max == Some(1) => {
                            flat.extend(parts);
                        }
                        what => flat.push(Part { what, ..inner }),
                    }
                }
                let is_alone = flat.len() == 1 && it.min == 1 && it.max == Some(1);
                if is_alone { flat.pop() } else { part(What::Group(*compositor, flat)) }
            }
        }
    }
}

impl Part {
    pub fn wider(&self, why: String) -> Verdict {
        Err(Wider { span: self.span, why })
    }

    pub fn occurs_within(&self, base: &Self) -> Verdict {
        let is_most = base.max.is_none_or(|most| self.max.is_some_and(|max| max <= most));
        if self.min >= base.min && is_most {
            return Ok(());
        }
        let range = |it: &Self| match it.max {
            Some(max) => format!("{} to {max}", it.min),
            None => format!("{} or more", it.min),
        };
        self.wider(format!("it occurs {} times, in the base type {}", range(self), range(base)))
    }

    /// Returns how many elements there are at least and at most.
    pub fn total(&self) -> (u32, Option<u32>) {
        let What::Group(compositor, parts) = &self.what else { return (self.min, self.max) };
        let totals: Vec<(u32, Option<u32>)> = parts.iter().map(Self::total).collect();
        let mins = totals.iter().map(|it| it.0);
        let maxes = totals.iter().map(|it| it.1);
        let (min, max) = match compositor {
            Compositor::Choice => (mins.min().unwrap_or(0), maxes.reduce(|a, b| Some(a?.max(b?))).unwrap_or(Some(0))),
            Compositor::Sequence | Compositor::All => {
                (mins.fold(0, u32::saturating_add), maxes.reduce(|a, b| Some(a?.saturating_add(b?))).unwrap_or(Some(0)))
            }
        };
        let most = match (self.max, max) {
            (_, Some(0)) => Some(0),
            (Some(a), Some(b)) => Some(a.saturating_mul(b)),
            (_, _) => None,
        };
        (self.min.saturating_mul(min), most)
    }
}
