//! Contents: sequences as members.

use super::choice::Choice;
use super::{DeclId, DeclKind, GroupId, Maker, Names, Open, Struct};
use crate::xsd::schema::{Compositor, ElementId, Namespaces, Particle, Term, Wildcard};
use polywire_model::attr::{XmlKind, XmlNamespaces, XmlOrder, XmlProcess};
use polywire_model::{Field, Presence, Type, Union};
use polywire_source::Span;

/// A group with more elements is a struct of its own, instead of members of each type that refers to it.
pub(super) const MOST_MEMBERS: usize = 200;

/// The fields of a struct that is being made, and their names.
pub(super) type Fields<'f> = (&'f mut Vec<Field>, &'f mut Names);

pub(super) const ONCE: (u32, Option<u32>) = (1, Some(1));

impl Maker<'_> {
    /// Adds the members of a content.
    pub(super) fn members(&mut self, owner: DeclId, it: &Particle, (fields, names): Fields<'_>) {
        let occurs = (it.min, it.max);
        match &it.term {
            Term::Element(reference) => {
                let Some(id) = reference.find(&self.schema.named.elements) else { return };
                let field = match self.types.concrete_substitutes(&self.members, id)[..] {
                    [only] => self.element_field(owner, only, occurs, names),
                    _ => self.substituted(id, occurs, names),
                };
                fields.push(field);
            }
            Term::Any(any) => fields.push(self.any(any, occurs, names)),
            Term::Group(Compositor::Choice, parts) => match &parts[..] {
                [only] if occurs == ONCE => self.members(owner, only, (fields, names)),
                _ => fields.push(self.choice(owner, parts, occurs, it.span, names)),
            },
            Term::Group(Compositor::All, parts) => {
                let is_optional = it.min == 0;
                for part in parts {
                    let min = if is_optional { 0 } else { part.min };
                    self.members(owner, &Particle { min, ..part.clone() }, (fields, names));
                }
            }
            Term::Group(Compositor::Sequence, parts) => match occurs {
                ONCE => parts.iter().for_each(|it| self.members(owner, it, (fields, names))),
                _ => {
                    let name = names.free("sequence");
                    let id = self.part(owner, &name, parts, it.span);
                    let field = content(Field::new(&name, Type::Named(id)), occurs, it.span);
                    fields.push(field);
                }
            },
            Term::GroupReference(reference) => {
                let Some(id) = reference.find(&self.schema.named.groups) else { return };
                let group = &self.schema.groups[id.0];
                if self.size(id) <= MOST_MEMBERS {
                    let own = group.particle.clone();
                    let is_once = (own.min, own.max) == ONCE;
                    let particle = if is_once { Particle { min: it.min, max: it.max, ..own } } else { own };
                    return self.members(owner, &particle, (fields, names));
                }
                let name = names.free(&group.head.name.local);
                let ty = Type::Named(self.group(id));
                fields.push(content(Field::new(&name, ty), occurs, it.span));
            }
        }
    }

    /// Declares a struct for a sequence that occurs more or less than once.
    pub(super) fn part(&mut self, owner: DeclId, name: &str, parts: &[Particle], span: Span) -> DeclId {
        let name = super::element::type_name(name, name);
        let decl = self.add_nested(owner, &name, span, DeclKind::Struct(Struct::default()));
        let (mut fields, mut names) = (Vec::new(), Names::default());
        parts.iter().for_each(|it| self.members(decl, it, (&mut fields, &mut names)));
        self.set_fields(decl, fields);
        self.set_sequence(decl);
        decl
    }

    /// Returns the struct of a group that is too large to be repeated.
    pub(super) fn group(&mut self, id: GroupId) -> DeclId {
        if let Some(known) = self.groups.get(&id) {
            return *known;
        }
        let head = &self.schema.groups[id.0].head;
        let decl = self.add(head, &head.name.local, DeclKind::Struct(Struct::default()));
        self.groups.insert(id, decl);
        self.open.push(Open::Group(decl, id));
        decl
    }

    pub(super) fn define_group(&mut self, decl: DeclId, id: GroupId) {
        let (mut fields, mut names) = (Vec::new(), Names::default());
        let particle = self.schema.groups[id.0].particle.clone();
        self.members(decl, &particle, (&mut fields, &mut names));
        self.set_fields(decl, fields);
        self.set_sequence(decl);
    }

    /// The elements of a group follow each other in its order.
    fn set_sequence(&mut self, decl: DeclId) {
        if let Some(it) = self.as_struct_mut(decl) {
            it.attrs.xml.order = XmlOrder::Sequence;
        }
    }

    /// Returns the number of elements of a group, also of those that it refers to.
    pub(super) fn size(&mut self, id: GroupId) -> usize {
        if let Some(known) = self.sizes.get(&id) {
            return *known;
        }
        let size = self.size_of(&self.schema.groups[id.0].particle);
        self.sizes.insert(id, size);
        size
    }

    fn size_of(&mut self, it: &Particle) -> usize {
        match &it.term {
            Term::Element(_) | Term::Any(_) => 1,
            Term::Group(_, parts) => parts.iter().fold(0_usize, |sum, it| sum.saturating_add(self.size_of(it))),
            Term::GroupReference(it) => it.find(&self.schema.named.groups).map_or(0, |id| self.size(id)),
        }
    }

    /// The members of a substitution group are a union that all references share.
    fn substituted(&mut self, id: ElementId, occurs: (u32, Option<u32>), names: &mut Names) -> Field {
        let head = &self.schema.element(id).head;
        let name = names.free(&head.name.local);
        let decl = match self.substitutions.get(&id) {
            Some(known) => *known,
            None => {
                let union = DeclKind::Union(Union::default());
                let decl = self.add(head, &format!("{}Group", head.name.local), union);
                self.substitutions.insert(id, decl);
                let mut choice =
                    Choice { decl, repeats: false, is_optional: false, cases: Vec::new(), names: Names::default() };
                self.types
                    .concrete_substitutes(&self.members, id)
                    .into_iter()
                    .for_each(|it| self.element_case(it, &mut choice));
                self.set_cases(decl, choice.cases);
                decl
            }
        };
        let field = content(Field::new(&name, Type::Named(decl)), occurs, head.span);
        Field { doc: head.doc.clone(), ..field }
    }

    fn any(&mut self, any: &Wildcard, occurs: (u32, Option<u32>), names: &mut Names) -> Field {
        let [element, _] = self.tree();
        let mut field = content(Field::new(&names.free("any"), element), occurs, any.span);
        field.attrs.xml.kind = XmlKind::AnyElement;
        field.attrs.xml.namespaces = namespaces(any);
        field.attrs.xml.process = process(any);
        field
    }
}

/// Returns the namespaces of a wildcard, as a fact.
pub(super) fn namespaces(any: &Wildcard) -> XmlNamespaces {
    match &any.namespaces {
        Namespaces::Any => XmlNamespaces::Any,
        Namespaces::Not(it) => XmlNamespaces::Not(it.clone()),
        Namespaces::OneOf(all) => XmlNamespaces::OneOf(all.clone()),
    }
}

/// Returns what is checked in the place of a wildcard, as a fact.
pub(super) fn process(any: &Wildcard) -> XmlProcess {
    match any.process.as_str() {
        "skip" => XmlProcess::Skip,
        "lax" => XmlProcess::Lax,
        _ => XmlProcess::Strict,
    }
}

/// Makes a member one that has no element of its own, and occurs this often.
pub(super) fn content(mut field: Field, (min, max): (u32, Option<u32>), span: Span) -> Field {
    field.span = span;
    field.attrs.xml.kind = XmlKind::Content;
    field.presence = if min == 0 { Presence::Optional } else { Presence::Required };
    if max.is_none_or(|max| max > 1) {
        field.ty = Type::list(field.ty);
        field.presence = Presence::Implicit;
        (field.attrs.xml.min_occurs, field.attrs.xml.max_occurs) = (min, max);
    }
    field
}
