//! Restrictions of contents (Particle Valid (Restriction), section 3.9.6).

use super::part::{Part, Verdict, What, Wider};
use super::{Check, codes, shown};
use crate::xsd::schema::{Compositor, Derivations, ElementId, Particle};
use std::cell::Cell;

/// Contents with more parts are not compared: groups of groups can have any number of them.
const MOST_PARTS: usize = 5_000;

impl Check<'_> {
    /// Checks that a content allows nothing that the base does not allow.
    pub(super) fn particle(&self, own: &Particle, of_base: &Particle, name: &str) {
        let budget = Cell::new(MOST_PARTS);
        let (Some(own), Some(base)) = (self.part(own, false, &budget), self.part(of_base, true, &budget)) else {
            return;
        };
        if let Err(Wider { span, why }) = self.is_restriction(&own, &base) {
            let message = format!("the content is no restriction of that of {name}");
            self.report_both(codes::DERIVATION, message, span, (base.span, "the content of the base type"), &why);
        }
    }

    fn is_restriction(&self, own: &Part, base: &Part) -> Verdict {
        match (&own.what, &base.what) {
            (What::Element(a), What::Element(b)) => self.is_element(own, *a, base, *b),
            (What::Element(id), What::Any(any)) => {
                let name = &self.schema.element(*id).head.name;
                if !any.namespaces.has(&name.namespace) {
                    return own.wider(format!("the wildcard does not allow the element {}", shown(name)));
                }
                own.occurs_within(base)
            }
            (What::Any(a), What::Any(b)) if a.namespaces.is_within(&b.namespaces) => own.occurs_within(base),
            (What::Any(_), _) => own.wider("the base type allows no such wildcard".to_owned()),
            (What::Group(..), What::Any(_)) => self.is_any(own, base),
            (What::Element(_), What::Group(compositor, parts)) => {
                let group = What::Group(*compositor, vec![own.clone()]);
                let own = Part { min: 1, max: Some(1), what: group, span: own.span };
                let What::Group(_, of_own) = &own.what else { return Ok(()) };
                own.occurs_within(base)?;
                match compositor {
                    Compositor::Choice => self.choice(of_own, parts),
                    Compositor::Sequence | Compositor::All => self.sequence(&own, of_own, parts),
                }
            }
            (What::Group(a, of_own), What::Group(b, of_base)) => match (a, b) {
                (Compositor::Sequence, Compositor::Sequence) | (Compositor::All, Compositor::All) => {
                    own.occurs_within(base)?;
                    self.sequence(own, of_own, of_base)
                }
                (Compositor::Choice, Compositor::Choice) => {
                    own.occurs_within(base)?;
                    self.choice(of_own, of_base)
                }
                (Compositor::Sequence, Compositor::All) => {
                    own.occurs_within(base)?;
                    self.unordered(own, of_own, of_base)
                }
                (Compositor::Sequence, Compositor::Choice) => self.sum(own, of_own, base, of_base),
                (Compositor::Choice, _) => own.wider("a choice is only a restriction of a choice".to_owned()),
                (Compositor::All, _) => own.wider("an `<all>` is only a restriction of an `<all>`".to_owned()),
            },
            (What::Group(..), What::Element(_)) => {
                own.wider("several elements are no restriction of a single one".to_owned())
            }
        }
    }

    fn is_element(&self, own: &Part, a: ElementId, base: &Part, b: ElementId) -> Verdict {
        let (one, other) = (self.schema.element(a), self.schema.element(b));
        let name = shown(&one.head.name);
        if one.head.name != other.head.name {
            return own.wider(format!("there is {name} where the base type has {}", shown(&other.head.name)));
        }
        own.occurs_within(base)?;
        if a == b {
            return Ok(());
        }
        if one.nillable && !other.nillable {
            return own.wider(format!("{name} is not nillable in the base type"));
        }
        let (Some(ty), Some(of_base)) = (self.types.of_element(a), self.types.of_element(b)) else { return Ok(()) };
        if let Some(fixed) = &other.fixed
            && !one.fixed.as_ref().is_some_and(|own| self.are_equal(of_base, own, fixed))
        {
            return own.wider(format!("the base type fixes {name} to `{}`", fixed.text));
        }
        let excluded = Derivations { extension: true, ..Derivations::default() };
        let is_any = of_base == crate::xsd::simple::ANY_TYPE;
        if !is_any && (!self.is_within(ty, of_base) || self.is_excluded(ty, of_base, excluded)) {
            return own.wider(format!("the type of {name} is no restriction of its former one"));
        }
        Ok(())
    }

    /// All elements match a wildcard, and there are not too many.
    fn is_any(&self, own: &Part, base: &Part) -> Verdict {
        let What::Group(_, parts) = &own.what else { return Ok(()) };
        let once = Part { min: 0, max: None, ..base.clone() };
        parts.iter().try_for_each(|it| self.is_restriction(it, &once))?;
        let (min, max) = own.total();
        Part { min, max, ..own.clone() }.occurs_within(base)
    }

    /// Each part has one in the base, in order; those left out may be missing.
    fn sequence(&self, own: &Part, parts: &[Part], base: &[Part]) -> Verdict {
        let mut rest = base.iter();
        for part in parts {
            loop {
                let Some(next) = rest.next() else {
                    return part.wider("the base type has nothing like it at this place".to_owned());
                };
                match self.is_restriction(part, next) {
                    Ok(()) => break,
                    Err(wider) if next.total().0 > 0 => return Err(wider),
                    Err(_) => {}
                }
            }
        }
        match rest.find(|it| it.total().0 > 0) {
            Some(_) => own.wider("the base type requires more elements".to_owned()),
            None => Ok(()),
        }
    }

    /// Each part has one in the base, in order.
    fn choice(&self, parts: &[Part], base: &[Part]) -> Verdict {
        let mut rest = base.iter();
        parts.iter().try_for_each(|part| match rest.any(|next| self.is_restriction(part, next).is_ok()) {
            true => Ok(()),
            false => part.wider("the choice of the base type has nothing like it at this place".to_owned()),
        })
    }

    /// Each part has one of its own in the base, in any order; those left out may be missing.
    fn unordered(&self, own: &Part, parts: &[Part], base: &[Part]) -> Verdict {
        let mut is_used = vec![false; base.len()];
        for part in parts {
            let found = (0..base.len()).find(|at| !is_used[*at] && self.is_restriction(part, &base[*at]).is_ok());
            match found {
                Some(at) => is_used[at] = true,
                None => return part.wider("the base type has nothing like it".to_owned()),
            }
        }
        match base.iter().zip(&is_used).any(|(it, is_used)| !is_used && it.total().0 > 0) {
            true => own.wider("the base type requires more elements".to_owned()),
            false => Ok(()),
        }
    }

    /// Each part has one in the choice of the base, which occurs often enough for all.
    fn sum(&self, own: &Part, parts: &[Part], base: &Part, of_base: &[Part]) -> Verdict {
        for part in parts {
            if !of_base.iter().any(|it| self.is_restriction(part, it).is_ok()) {
                return part.wider("the choice of the base type has nothing like it".to_owned());
            }
        }
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let max = own.max.map(|it| it.saturating_mul(count));
        Part { min: own.min.saturating_mul(count), max, ..own.clone() }.occurs_within(base)
    }
}
