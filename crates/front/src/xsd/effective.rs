//! What types have together with their bases.

use super::schema::{
    AttributeGroupId, AttributeId, Attributes, ComplexType, Compositor, Content, ElementId, Method, Namespaces,
    Particle, Term, TypeId, TypeKind, Usage, Wildcard, Word,
};
use super::simple::{ANY_SIMPLE_TYPE, ANY_TYPE, SimpleType, Types};
use polywire_model::attr::XmlName;
use polywire_source::Span;
use std::collections::HashSet;
use std::rc::Rc;

/// How many bases a type may have behind each other.
pub(super) const MAX_BASES: usize = 100;

/// The most attributes of a type that are looked at.
const MOST_ATTRIBUTES: usize = 10_000;

/// An attribute of a type.
#[derive(Clone, Debug)]
pub(super) struct Used {
    pub attribute: AttributeId,
    pub name: XmlName,
    pub ty: TypeId,
    pub usage: Usage,
    pub default: Option<Word>,
    pub fixed: Option<Word>,
    pub span: Span,
}

/// All attributes of a type.
#[derive(Clone, Debug, Default)]
pub(super) struct AllAttributes {
    pub uses: Vec<Used>,
    pub any: Option<Wildcard>,
}

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

    /// Returns the type of an attribute.
    pub fn of_attribute(&self, id: AttributeId) -> Option<TypeId> {
        self.schema.attribute(id).ty.as_ref().map_or(Some(ANY_SIMPLE_TYPE), |it| self.schema.find_type(it))
    }

    /// Returns all attributes of a type, also those of its bases.
    pub fn attributes(&self, id: TypeId) -> AllAttributes {
        let mut all = AllAttributes::default();
        // A simple type has none, although its root is a complex one.
        let complex: Vec<_> = self.bases(id).into_iter().map_while(|ty| self.complex(ty)).collect();
        for it in complex.into_iter().rev() {
            let own = self.own_attributes(&it.attributes);
            for used in own.uses {
                all.uses.retain(|it| it.name != used.name || it.usage == Usage::Prohibited);
                all.uses.push(used);
            }
            all.any = match (it.method, own.any, all.any.take()) {
                (Method::Restriction, own, _) => own,
                (Method::Extension, Some(own), Some(of_base)) => Some(united(own, &of_base)),
                (Method::Extension, own, of_base) => own.or(of_base),
            };
        }
        all.uses.retain(|it| it.usage != Usage::Prohibited);
        all
    }

    /// Returns the attributes that are written in a type or group, also those of groups.
    pub fn own_attributes(&self, it: &Attributes) -> AllAttributes {
        let mut all = AllAttributes::default();
        self.add_attributes(it, &mut all, &mut HashSet::new());
        all
    }

    fn add_attributes(&self, it: &Attributes, all: &mut AllAttributes, open: &mut HashSet<AttributeGroupId>) {
        for used in &it.uses {
            let Some(attribute) = used.attribute.find(&self.schema.named.attributes) else { continue };
            let declaration = self.schema.attribute(attribute);
            let Some(ty) = self.of_attribute(attribute).filter(|_| all.uses.len() < MOST_ATTRIBUTES) else { continue };
            let own = used.default.is_some() || used.fixed.is_some();
            all.uses.push(Used {
                attribute,
                name: declaration.head.name.clone(),
                ty,
                usage: used.usage,
                default: if own { used.default.clone() } else { declaration.default.clone() },
                fixed: used.fixed.clone().or_else(|| declaration.fixed.clone()),
                span: used.attribute.span,
            });
        }
        let mut any = it.any.clone();
        for group in &it.groups {
            let Some(id) = group.find(&self.schema.named.attribute_groups) else { continue };
            if !open.insert(id) {
                continue;
            }
            let mut of_group = AllAttributes::default();
            self.add_attributes(&self.schema.attribute_groups[id.0].attributes, &mut of_group, open);
            all.uses.extend(of_group.uses);
            any = match (any, of_group.any) {
                (Some(own), Some(other)) => Some(common(own, &other)),
                (own, other) => own.or(other),
            };
        }
        all.any = any;
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
}

/// Returns a wildcard for the names of both.
fn united(own: Wildcard, of_base: &Wildcard) -> Wildcard {
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
fn common(own: Wildcard, other: &Wildcard) -> Wildcard {
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
