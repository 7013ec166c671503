//! Choices as unions.

use super::content::{MOST_MEMBERS, ONCE, content, namespaces, process};
use super::identity::Place;
use super::{DeclId, DeclKind, Maker, Names, Struct};
use crate::xsd::schema::{Compositor, ElementId, Particle, Term, Wildcard};
use polywire_model::attr::{CaseAttrs, XmlKind, XmlMember};
use polywire_model::{Case, Field, Type, Union};
use polywire_source::Span;

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

impl Maker<'_> {
    pub(super) fn choice(
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
                for id in self.types.concrete_substitutes(&self.members, id) {
                    self.element_case(id, choice);
                }
            }
            Term::Any(any) => {
                let case = self.any_case(&choice.names.free("any"), any);
                choice.cases.push(case);
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
        self.place(id, || Place::Member(choice.decl, name.clone()));
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
}

impl Maker<'_> {
    pub(super) fn any_case(&mut self, name: &str, any: &Wildcard) -> Case {
        let [element, _] = self.tree();
        let (namespaces, process) = (namespaces(any), process(any));
        let xml = XmlMember { kind: XmlKind::AnyElement, namespaces, process, ..XmlMember::default() };
        Case { attrs: CaseAttrs { xml, ..CaseAttrs::default() }, ..case(name, element, any.span) }
    }
}

pub(super) fn case(name: &str, ty: Type, span: Span) -> Case {
    Case { span, ..Case::new(name, ty) }
}

fn content_case(name: &str, ty: Type, span: Span) -> Case {
    let xml = XmlMember { kind: XmlKind::Content, ..XmlMember::default() };
    Case { attrs: CaseAttrs { xml, ..CaseAttrs::default() }, ..case(name, ty, span) }
}
