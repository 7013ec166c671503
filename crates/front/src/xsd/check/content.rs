//! Contents: each element belongs to one particle (Unique Particle Attribution, section 3.8.6), and elements of the same name
//! have the same type (Element Declarations Consistent).

use super::places::Places;
use super::{Check, codes, shown};
use crate::xsd::schema::{GroupId, Particle, Term, TypeId};
use polywire_model::attr::XmlName;
use polywire_source::Span;
use std::collections::{HashMap, HashSet};

/// The types of elements by name, each with its place, and the groups that were looked at.
type Seen<'p> = (HashMap<&'p XmlName, (Option<TypeId>, Span)>, HashSet<GroupId>);

impl Check<'_> {
    pub(super) fn content(&self, particle: &Particle) {
        let mut seen = (HashMap::new(), HashSet::new());
        self.consistent(particle, &mut seen);
        let mut places = Places::new(self);
        let Some(all) = places.add(particle) else { return };
        for (first, second) in places.conflicts(&all) {
            let (first, second) = (&places.places[first], &places.places[second]);
            let message = format!("{} may belong to either of two particles", second.shown());
            let help = "every element must belong to one particle without a look at what follows: merge them";
            self.report_both(codes::AMBIGUOUS, message, second.span, (first.span, "the other one"), help);
        }
    }

    /// Elements of the same name have the same type.
    fn consistent<'p>(&'p self, particle: &'p Particle, seen: &mut Seen<'p>) {
        match &particle.term {
            Term::Element(it) => {
                let Some(id) = it.find(&self.schema.named.elements) else { return };
                let name = &self.schema.element(id).head.name;
                let ty = self.types.of_element(id);
                let first = *seen.0.entry(name).or_insert((ty, particle.span));
                if first.0 != ty {
                    let message = format!("the elements {} of one content have different types", shown(name));
                    let help = "give them the same named type";
                    self.report_both(codes::CONSISTENT, message, particle.span, (first.1, "the other one"), help);
                }
            }
            Term::Group(_, parts) => parts.iter().for_each(|it| self.consistent(it, seen)),
            Term::GroupReference(it) => {
                if let Some(id) = it.find(&self.schema.named.groups).filter(|id| seen.1.insert(*id)) {
                    self.consistent(&self.schema.groups[id.0].particle, seen);
                }
            }
            Term::Any(_) => {}
        }
    }
}
