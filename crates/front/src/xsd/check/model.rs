//! Model groups: which may stand where.

use super::{Check, codes};
use crate::xsd::schema::{Compositor, Content, Particle, Term, TypeKind};

impl Check<'_> {
    /// `<all>` is the whole content of a type or of a group, and nothing else (section 3.8.6).
    pub(super) fn all_groups(&self) {
        for it in &self.schema.types {
            if let TypeKind::Complex(it) = &it.kind
                && let Content::Elements(Some(particle)) = &it.content
            {
                self.all_at_top(particle);
            }
        }
        for group in &self.schema.groups {
            let Term::Group(_, parts) = &group.particle.term else { continue };
            parts.iter().for_each(|it| self.no_all_inside(it));
        }
    }

    fn all_at_top(&self, particle: &Particle) {
        match &particle.term {
            Term::Group(_, parts) => parts.iter().for_each(|it| self.no_all_inside(it)),
            Term::GroupReference(_) if self.types.is_all(particle) && particle.max.is_none_or(|it| it > 1) => {
                let help = "`maxOccurs` can only be 1";
                self.report(codes::OCCURRENCE, "an `<all>` occurs at most once", particle.span, help);
            }
            Term::GroupReference(_) | Term::Element(_) | Term::Any(_) => {}
        }
    }

    fn no_all_inside(&self, particle: &Particle) {
        if self.types.is_all(particle) {
            let message = "an `<all>` is the whole content of a type, and not a part of another group";
            return self.report(codes::ELEMENT, message, particle.span, "use a sequence or a choice");
        }
        if let Term::Group(_, parts) = &particle.term {
            parts.iter().for_each(|it| self.no_all_inside(it));
        }
    }

    /// Returns true if a content can be without elements.
    pub(super) fn can_be_empty(&self, it: &Particle) -> bool {
        if it.min == 0 || it.max == Some(0) {
            return true;
        }
        match &it.term {
            Term::Element(_) | Term::Any(_) => false,
            Term::GroupReference(it) => {
                let Some(id) = it.find(&self.schema.named.groups) else { return false };
                if let Some(known) = self.empty.borrow().get(&id) {
                    return *known;
                }
                let empty = self.can_be_empty(&self.schema.groups[id.0].particle);
                self.empty.borrow_mut().insert(id, empty);
                empty
            }
            Term::Group(Compositor::Choice, parts) => parts.is_empty() || parts.iter().any(|it| self.can_be_empty(it)),
            Term::Group(_, parts) => parts.iter().all(|it| self.can_be_empty(it)),
        }
    }
}
