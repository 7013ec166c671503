//! The places of a content, and those that may follow them (Glushkov's construction).

use super::{Check, shown};
use crate::xsd::schema::{Compositor, ElementId, Particle, Term, Wildcard};
use polywire_model::attr::XmlName;
use polywire_source::Span;
use std::collections::HashMap;

/// Contents with more places are not checked for ambiguity: groups of groups can have any number of them.
const MOST_PLACES: usize = 2_000;

/// The places of a content at which an element or a wildcard stands.
pub(super) struct Places<'c, 'a> {
    check: &'c Check<'a>,
    pub places: Vec<Place>,
    /// How many groups may still be looked at.
    budget: usize,
}

/// An element or a wildcard.
pub(super) struct Place {
    pub span: Span,
    names: Vec<XmlName>,
    any: Option<Wildcard>,
    /// The places that may follow it.
    next: Vec<usize>,
    /// The place of the same particle, where it is repeated a number of times.
    origin: usize,
}

/// The places at which a part begins and ends, and whether it can be empty.
#[derive(Clone, Default)]
pub(super) struct Part {
    first: Vec<usize>,
    last: Vec<usize>,
    is_nullable: bool,
}

impl Place {
    pub fn shown(&self) -> String {
        match self.names.first() {
            Some(name) => format!("the element {}", shown(name)),
            None => "an element of any name".to_owned(),
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let matches = |any: &Option<Wildcard>, names: &[XmlName]| {
            any.as_ref().is_some_and(|any| names.iter().any(|it| any.namespaces.has(&it.namespace)))
        };
        let both_any = match (&self.any, &other.any) {
            (Some(a), Some(b)) => a.namespaces.overlaps(&b.namespaces),
            (None, _) | (_, None) => false,
        };
        both_any || matches(&self.any, &other.names)
    }
}

impl<'c, 'a> Places<'c, 'a> {
    /// Has no places yet.
    pub fn new(check: &'c Check<'a>) -> Self {
        Self { check, places: Vec::new(), budget: 10 * MOST_PLACES }
    }
}

impl Places<'_, '_> {
    /// Adds the places of a particle; `None` if there are too many.
    pub fn add(&mut self, it: &Particle) -> Option<Part> {
        self.budget = self.budget.checked_sub(1)?;
        if it.max == Some(0) {
            return Some(Part { is_nullable: true, ..Part::default() });
        }
        let start = self.places.len();
        let mut part = self.term(&it.term, it.span)?;
        let is_counted = it.max == Some(it.min) && it.min > 1;
        if it.max.is_none_or(|max| max > 1) && (!is_counted || part.is_nullable) {
            self.follow(&part.last.clone(), &part.first.clone());
        } else if is_counted {
            // Another one follows, so the end is that of the second.
            let len = self.places.len() - start;
            let again = self.term(&it.term, it.span)?;
            for at in start..start + len {
                self.places[at + len].origin = self.places[at].origin;
            }
            self.follow(&part.last, &again.first);
            part.last = again.last;
        }
        part.is_nullable |= it.min == 0;
        Some(part)
    }

    fn term(&mut self, term: &Term, span: Span) -> Option<Part> {
        match term {
            Term::Element(it) => {
                let id = it.find(&self.check.schema.named.elements)?;
                let name = |id: ElementId| self.check.schema.element(id).head.name.clone();
                let names = self.check.types.substitutes(&self.check.members, id).into_iter().map(name).collect();
                self.place(span, names, None)
            }
            Term::Any(it) => self.place(span, Vec::new(), Some(it.clone())),
            Term::GroupReference(it) => {
                let id = it.find(&self.check.schema.named.groups)?;
                self.add(&self.check.schema.groups[id.0].particle)
            }
            Term::Group(Compositor::Sequence, parts) => {
                let mut all = Part { is_nullable: true, ..Part::default() };
                for part in parts {
                    let next = self.add(part)?;
                    self.follow(&all.last, &next.first);
                    if all.is_nullable {
                        all.first.extend(&next.first);
                    }
                    if next.is_nullable {
                        all.last.extend(&next.last)
                    } else {
                        all.last = next.last
                    }
                    all.is_nullable &= next.is_nullable;
                }
                Some(all)
            }
            Term::Group(Compositor::Choice, parts) => {
                let mut all = Part { is_nullable: parts.is_empty(), ..Part::default() };
                for part in parts {
                    let next = self.add(part)?;
                    all.first.extend(next.first);
                    all.last.extend(next.last);
                    all.is_nullable |= next.is_nullable;
                }
                Some(all)
            }
            Term::Group(Compositor::All, parts) => {
                let mut all = Part { is_nullable: true, ..Part::default() };
                for part in parts {
                    let next = self.add(part)?;
                    all.first.extend(next.first);
                    all.last.extend(next.last);
                    all.is_nullable &= next.is_nullable;
                }
                Some(all)
            }
        }
    }

    fn place(&mut self, span: Span, names: Vec<XmlName>, any: Option<Wildcard>) -> Option<Part> {
        let at = self.places.len();
        self.places.push(Place { span, names, any, next: Vec::new(), origin: at });
        (at < MOST_PLACES).then(|| Part { first: vec![at], last: vec![at], is_nullable: false })
    }

    fn follow(&mut self, from: &[usize], to: &[usize]) {
        for at in from {
            self.places[*at].next.extend(to);
        }
    }

    /// Returns places of different particles that may stand for the same element behind the same elements.
    pub fn conflicts(&self, all: &Part) -> Vec<(usize, usize)> {
        let alike = self.alike();
        let mut found = Vec::new();
        let mut is_next = vec![false; self.places.len()];
        for next in self.places.iter().map(|it| &it.next).chain([&all.first]) {
            next.iter().for_each(|at| is_next[*at] = true);
            for first in next {
                let others = alike[*first].iter().filter(|at| is_next[**at]);
                found.extend(others.map(|second| (*first.min(second), *first.max(second))));
            }
            next.iter().for_each(|at| is_next[*at] = false);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns for each place those of other particles with a name in common.
    fn alike(&self) -> Vec<Vec<usize>> {
        let mut named: HashMap<&XmlName, Vec<usize>> = HashMap::new();
        let mut alike = vec![Vec::new(); self.places.len()];
        let mut wildcards = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            place.names.iter().for_each(|name| named.entry(name).or_default().push(at));
            wildcards.extend(place.any.is_some().then_some(at));
        }
        let same = named.values().flat_map(|all| pairs(all));
        let with_any = wildcards.iter().flat_map(|any| (0..self.places.len()).map(|at| (*any, at)));
        let with_any = with_any.filter(|(any, at)| self.places[*any].overlaps(&self.places[*at]));
        for (a, b) in same.chain(with_any) {
            if self.places[a].origin != self.places[b].origin {
                alike[a].push(b);
                alike[b].push(a);
            }
        }
        alike
    }
}

fn pairs(all: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    all.iter().enumerate().flat_map(|(at, a)| all[at + 1..].iter().map(|b| (*a, *b)))
}
