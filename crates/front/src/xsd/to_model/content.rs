//! Contents: sequences as members, choices as unions.

use super::{DeclId, DeclKind, GroupId, Maker, Names, Open, Struct};
use crate::xsd::schema::{Compositor, ElementId, Particle, Term};
use polywire_model::attr::{CaseAttrs, XmlKind, XmlMember, XmlOrder};
use polywire_model::{Case, Field, Presence, Text, Type, Union};
use polywire_source::Span;

/// A group with more elements is a struct of its own, instead of members of each type that refers to it.
const MOST_MEMBERS: usize = 200;

/// The fields of a struct that is being made, and their names.
pub(super) type Fields<'f> = (&'f mut Vec<Field>, &'f mut Names);

const ONCE: (u32, Option<u32>) = (1, Some(1));

impl Maker<'_> {
    /// Adds the members of a content.
    pub(super) fn members(&mut self, owner: DeclId, it: &Particle, (fields, names): Fields<'_>) {
        let occurs = (it.min, it.max);
        match &it.term {
            Term::Element(reference) => {
                let Some(id) = reference.find(&self.schema.named.elements) else { return };
                let field = match self.substitutes(id)[..] {
                    [only] => self.element_field(owner, only, occurs, names),
                    _ => self.substituted(id, occurs, names),
                };
                fields.push(field);
            }
            Term::Any(_) => fields.push(self.any(occurs, it.span, names)),
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
    fn part(&mut self, owner: DeclId, name: &str, parts: &[Particle], span: Span) -> DeclId {
        let name = super::element::type_name(name, name);
        let decl = self.add_nested(owner, &name, span, DeclKind::Struct(Struct::default()));
        let (mut fields, mut names) = (Vec::new(), Names::default());
        parts.iter().for_each(|it| self.members(decl, it, (&mut fields, &mut names)));
        self.set_fields(decl, fields);
        self.set_sequence(decl);
        decl
    }

    /// Returns the struct of a group that is too large to be repeated.
    fn group(&mut self, id: GroupId) -> DeclId {
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
    fn size(&mut self, id: GroupId) -> usize {
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

    fn choice(
        &mut self,
        owner: DeclId,
        parts: &[Particle],
        (min, max): (u32, Option<u32>),
        span: Span,
        names: &mut Names,
    ) -> Field {
        let name = names.free("choice");
        let type_name = super::element::type_name(&name, &name);
        let id = self.add_nested(owner, &type_name, span, DeclKind::Union(Union::default()));
        let mut choice =
            Choice { decl: id, repeats: max.is_none(), is_optional: false, cases: Vec::new(), names: Names::default() };
        parts.iter().for_each(|it| self.alternatives(it, &mut choice));
        let min = if choice.is_optional { 0 } else { min };
        self.set_cases(id, choice.cases);
        content(Field::new(&name, Type::Named(id)), (min, max), span)
    }

    /// Adds the cases of an alternative.
    fn alternatives(&mut self, it: &Particle, choice: &mut Choice) {
        // In a choice that occurs any number of times, it does not matter how often its alternatives do.
        let is_once = it.max == Some(1) || choice.repeats;
        let is_nested = match &it.term {
            Term::Element(_) | Term::Any(_) => !is_once,
            Term::Group(Compositor::Choice, _) => !is_once,
            Term::Group(Compositor::Sequence, parts) => parts.len() != 1 || (it.min, it.max) != ONCE,
            Term::Group(Compositor::All, _) => true,
            Term::GroupReference(_) => false,
        };
        if is_nested {
            return self.nested_case(it, choice);
        }
        choice.is_optional |= it.min == 0;
        match &it.term {
            Term::Element(reference) => {
                let Some(id) = reference.find(&self.schema.named.elements) else { return };
                for id in self.substitutes(id) {
                    self.element_case(id, choice);
                }
            }
            Term::Any(_) => {
                let name = choice.names.free("any");
                choice.cases.push(any_case(&name, it.span));
            }
            Term::Group(_, parts) => parts.iter().for_each(|it| self.alternatives(it, choice)),
            Term::GroupReference(reference) => {
                let Some(id) = reference.find(&self.schema.named.groups) else { return };
                let group = &self.schema.groups[id.0];
                let is_choice = matches!(group.particle.term, Term::Group(Compositor::Choice, _));
                if is_choice && is_once && self.size(id) <= MOST_MEMBERS {
                    return self.alternatives(&group.particle.clone(), choice);
                }
                let name = choice.names.free(&group.head.name.local);
                let ty = Type::Named(self.group(id));
                choice.cases.push(content_case(&name, ty, it.span));
            }
        }
    }

    /// An alternative of several elements is a struct.
    fn nested_case(&mut self, it: &Particle, choice: &mut Choice) {
        let name = match &it.term {
            Term::Element(reference) => reference.find(&self.schema.named.elements).map(|id| self.schema.element(id)),
            _ => None,
        };
        let name = name.map_or_else(|| "sequence".to_owned(), |it| it.head.name.local.clone());
        let name = choice.names.free(&name);
        let parts = match &it.term {
            Term::Group(Compositor::Sequence, parts) if (it.min, it.max) == ONCE => parts.clone(),
            _ => vec![it.clone()],
        };
        let id = self.part(choice.decl, &name, &parts, it.span);
        choice.cases.push(content_case(&name, Type::Named(id), it.span));
    }

    pub(super) fn element_case(&mut self, id: ElementId, choice: &mut Choice) {
        let name = choice.names.free(&self.schema.element(id).head.name.local);
        let mut field = self.single_element(choice.decl, id, &name);
        if field.attrs.xml.nillable {
            let xml = field.attrs.xml.clone();
            let mut value = field.clone();
            value.name = "value".to_owned();
            value.attrs.xml = XmlMember { text: xml.text.clone(), ..XmlMember::default() };
            let type_name = super::element::type_name(&name, &name);
            let decl = DeclKind::Struct(Struct::nullable(value));
            field.ty = Type::Named(self.add_nested(choice.decl, &format!("{type_name}Value"), field.span, decl));
            field.attrs.xml = XmlMember { name: xml.name, nillable: true, ..XmlMember::default() };
        }
        let attrs = CaseAttrs { xml: field.attrs.xml, ..CaseAttrs::default() };
        choice.cases.push(Case { doc: field.doc, attrs, ..case(&name, field.ty, field.span) });
    }

    /// Gives a union its cases, which are told apart by their numbers.
    pub(super) fn set_cases(&mut self, decl: DeclId, cases: Vec<Case>) {
        let numbered = cases.into_iter().zip(0..).map(|(mut case, number)| {
            case.labels = vec![i128::from(number)];
            case.attrs.order = Some(number);
            case
        });
        if let DeclKind::Union(it) = &mut self.model.decls[decl.0 as usize].kind {
            it.cases = numbered.collect();
            it.discriminator = Some(Type::int(32, true));
        }
    }

    /// Returns the elements that may stand in the place of one, without abstract ones.
    pub(super) fn substitutes(&self, id: ElementId) -> Vec<ElementId> {
        let (mut all, mut at) = (vec![id], 0);
        let is_blocked = self.schema.element(id).block.substitution;
        while let Some(next) = all.get(at).copied().filter(|_| !is_blocked) {
            let members = self.members.get(&next).into_iter().flatten();
            let more: Vec<ElementId> = members.filter(|it| !all.contains(it)).copied().collect();
            all.extend(more);
            at += 1;
        }
        all.retain(|it| !self.schema.element(*it).is_abstract);
        all
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
                self.substitutes(id).into_iter().for_each(|it| self.element_case(it, &mut choice));
                self.set_cases(decl, choice.cases);
                decl
            }
        };
        let field = content(Field::new(&name, Type::Named(decl)), occurs, head.span);
        Field { doc: head.doc.clone(), ..field }
    }

    fn any(&self, occurs: (u32, Option<u32>), span: Span, names: &mut Names) -> Field {
        let field = Field::new(&names.free("any"), Type::Text(Text::default()));
        let mut field = content(field, occurs, span);
        field.attrs.xml.kind = XmlKind::AnyElement;
        field
    }
}

/// A union that is being made.
pub(super) struct Choice {
    pub decl: DeclId,
    /// It occurs any number of times.
    pub repeats: bool,
    /// An alternative may be missing.
    pub is_optional: bool,
    pub cases: Vec<Case>,
    pub names: Names,
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

pub(super) fn case(name: &str, ty: Type, span: Span) -> Case {
    Case {
        name: name.to_owned(),
        ty: Some(ty),
        labels: Vec::new(),
        is_default: false,
        default: None,
        boxed: false,
        doc: String::new(),
        deprecated: false,
        span,
        attrs: CaseAttrs::default(),
    }
}

fn content_case(name: &str, ty: Type, span: Span) -> Case {
    let xml = XmlMember { kind: XmlKind::Content, ..XmlMember::default() };
    Case { attrs: CaseAttrs { xml, ..CaseAttrs::default() }, ..case(name, ty, span) }
}

pub(super) fn any_case(name: &str, span: Span) -> Case {
    let xml = XmlMember { kind: XmlKind::AnyElement, ..XmlMember::default() };
    Case { attrs: CaseAttrs { xml, ..CaseAttrs::default() }, ..case(name, Type::Text(Text::default()), span) }
}
