//! What types have together with their bases.

mod attributes;
mod substitution;
mod wildcard;

pub(super) use attributes::{AllAttributes, Used};
pub(super) use substitution::{Members, members};

use super::schema::{ComplexType, Compositor, Content, ElementId, Method, Particle, Term, TypeId, TypeKind};
use super::simple::{ANY_TYPE, SimpleType, Types};
use std::rc::Rc;

/// How many bases a type may have behind each other.
pub(super) const MAX_BASES: usize = 100;

/// The content of a type.
#[derive(Clone, Debug)]
pub(super) enum AllContent {
    /// No elements.
    Empty,
    /// A text.
    Simple(Rc<SimpleType>),
    /// Elements.
    Elements(Particle),
}

impl<'s> Types<'s> {
    /// Returns a complex type.
    pub fn complex(&self, id: TypeId) -> Option<&'s ComplexType> {
        match &self.schema.ty(id).kind {
            TypeKind::Complex(it) => Some(it),
            TypeKind::Simple(_) => None,
        }
    }

    /// Returns the types from a type to its root, as far as they are known, nearest first.
    pub fn bases(&self, id: TypeId) -> Vec<TypeId> {
        let mut all = vec![id];
        let mut at = id;
        while let Some(base) = self.base(at).filter(|it| *it != at && all.len() <= MAX_BASES) {
            all.push(base);
            at = base;
        }
        all
    }

    /// Returns the type of an element; `None` if it names one that does not exist.
    pub fn of_element(&self, id: ElementId) -> Option<TypeId> {
        let mut at = id;
        for _ in 0..MAX_BASES {
            let it = self.schema.element(at);
            match (&it.ty, &it.substitution) {
                (Some(ty), _) => return self.schema.find_type(ty),
                (None, Some(head)) => at = head.find(&self.schema.named.elements)?,
                (None, None) => return Some(ANY_TYPE),
            }
        }
        None
    }

    /// Returns the content of a type, together with that of its bases.
    pub fn content(&self, id: TypeId) -> AllContent {
        let Some(it) = self.complex(id) else {
            return self.simple(id).map_or(AllContent::Empty, AllContent::Simple);
        };
        let own = match &it.content {
            Content::Simple(..) => return self.simple(id).map_or(AllContent::Empty, AllContent::Simple),
            Content::Elements(own) => own.clone().filter(|own| !self.is_empty(own)),
        };
        let base = self.schema.find_type(&it.base).filter(|base| *base != id);
        let of_base = match (it.method, base) {
            (Method::Extension, Some(base)) if self.bases(base).len() <= MAX_BASES => self.content(base),
            (Method::Extension | Method::Restriction, _) => AllContent::Empty,
        };
        match (of_base, own) {
            (AllContent::Empty, None) => AllContent::Empty,
            (AllContent::Empty, Some(own)) => AllContent::Elements(own),
            (it, None) => it,
            (AllContent::Simple(it), Some(_)) => AllContent::Simple(it),
            (AllContent::Elements(first), Some(own)) => {
                let span = own.span;
                let term = Term::Group(Compositor::Sequence, vec![first, own]);
                AllContent::Elements(Particle { term, min: 1, max: Some(1), span })
            }
        }
    }

    /// Returns true if the text of a type may stand between elements.
    pub fn is_mixed(&self, id: TypeId) -> bool {
        self.bases(id).into_iter().find_map(|ty| {
            let it = self.complex(ty)?;
            // An extension without content of its own is as mixed as its base.
            let inherits = it.method == Method::Extension && matches!(it.content, Content::Elements(None));
            (it.mixed || !inherits).then_some(it.mixed)
        }) == Some(true)
    }

    /// Returns true for a particle without any element.
    fn is_empty(&self, it: &Particle) -> bool {
        match &it.term {
            _ if it.max == Some(0) => true,
            Term::Group(Compositor::Choice, parts) => parts.is_empty() && it.min == 0,
            Term::Group(Compositor::Sequence | Compositor::All, parts) => parts.is_empty(),
            Term::GroupReference(_) | Term::Element(_) | Term::Any(_) => false,
        }
    }

    /// Returns true for an `<all>`, or a group that is one.
    pub fn is_all(&self, particle: &Particle) -> bool {
        match &particle.term {
            Term::Group(compositor, _) => *compositor == Compositor::All,
            Term::GroupReference(it) => it
                .find(&self.schema.named.groups)
                .is_some_and(|id| matches!(self.schema.groups[id.0].particle.term, Term::Group(Compositor::All, _))),
            Term::Element(_) | Term::Any(_) => false,
        }
    }
}
