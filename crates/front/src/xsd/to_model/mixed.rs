//! Mixed content: texts and elements in their order.

use super::choice::{Choice, case};
use super::content::content;
use super::{DeclId, DeclKind, ElementId, GroupId, Maker, Names};
use crate::xsd::schema::{Particle, Term, Wildcard};
use polywire_model::attr::{CaseAttrs, XmlKind, XmlMember};
use polywire_model::{Case, Field, Text, Type, Union};
use std::collections::HashSet;

/// What was found in a content.
#[derive(Default)]
struct Found {
    elements: Vec<ElementId>,
    any: Vec<Wildcard>,
    groups: HashSet<GroupId>,
}

impl Maker<'_> {
    /// Returns the member of mixed content: a list of texts and elements.
    pub(super) fn mixed(&mut self, owner: DeclId, particle: Option<&Particle>, names: &mut Names) -> Field {
        let name = names.free("content");
        let span = self.model.decl(owner).span;
        let type_name = super::element::type_name(&name, &name);
        let decl = self.add_nested(owner, &type_name, span, DeclKind::Union(Union::default()));
        let mut choice = Choice { decl, repeats: true, is_optional: false, cases: Vec::new(), names: Names::default() };
        let xml = XmlMember { kind: XmlKind::Text, ..XmlMember::default() };
        let text = case(&choice.names.free("text"), Type::Text(Text::default()), span);
        choice.cases.push(Case { attrs: CaseAttrs { xml, ..CaseAttrs::default() }, ..text });
        let mut found = Found::default();
        particle.iter().for_each(|it| self.elements_in(it, &mut found));
        for id in found.elements {
            self.element_case(id, &mut choice);
        }
        for any in found.any {
            let case = self.any_case(&choice.names.free("any"), &any);
            choice.cases.push(case);
        }
        self.set_cases(decl, choice.cases);
        content(Field::new(&name, Type::Named(decl)), (0, None), span)
    }

    /// Finds all elements of a content, one for each name.
    fn elements_in(&self, it: &Particle, found: &mut Found) {
        match &it.term {
            Term::Element(reference) => {
                let Some(id) = reference.find(&self.schema.named.elements) else { return };
                for id in self.types.concrete_substitutes(&self.members, id) {
                    let name = &self.schema.element(id).head.name;
                    if !found.elements.iter().any(|it| self.schema.element(*it).head.name == *name) {
                        found.elements.push(id);
                    }
                }
            }
            Term::Any(any) => {
                if !found.any.iter().any(|it| it.namespaces == any.namespaces) {
                    found.any.push(any.clone());
                }
            }
            Term::Group(_, parts) => parts.iter().for_each(|it| self.elements_in(it, found)),
            Term::GroupReference(reference) => {
                let id = reference.find(&self.schema.named.groups).filter(|id| found.groups.insert(*id));
                if let Some(id) = id {
                    self.elements_in(&self.schema.groups[id.0].particle, found);
                }
            }
        }
    }
}
