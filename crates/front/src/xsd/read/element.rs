//! Element declarations.

use super::Reader;
use super::form::{Form, stage, stages};
use crate::xml::Element;
use crate::xsd::schema::{ElementDeclaration, ElementId, Particle, Reference, Target, TypeId};
use polywire_model::attr::XmlName;

impl Reader<'_> {
    pub(super) fn global_element(&mut self, element: &Element) {
        let known = ["name", "type", "default", "fixed", "nillable", "abstract", "substitutionGroup", "block", "final"];
        let form = self.form(element, &known);
        let head = self.global_head(element, &form);
        let mut it = self.element_declaration(element, &form);
        it.substitution = self.reference(&form, "substitutionGroup");
        it.is_abstract = self.boolean(&form, "abstract");
        it.is_final = match form.word("final") {
            Some(_) => self.derivations(&form, "final", &["extension", "restriction"]),
            None => self.document.is_final,
        };
        let Some(head) = head else { return };
        let first = self.schema.named.elements.get(&head.name).map(|it| self.schema.element(*it).head.clone());
        self.report_duplicate("element", &head, first);
        let id = ElementId(self.schema.elements.len());
        self.schema.named.elements.entry(head.name.clone()).or_insert(id);
        self.schema.elements.push(ElementDeclaration { head, is_global: true, ..it });
    }

    /// Reads an element of a group.
    pub(super) fn local_element(&mut self, element: &Element) -> Option<Particle> {
        let known = ["name", "ref", "type", "default", "fixed", "nillable", "block", "form", "minOccurs", "maxOccurs"];
        let form = self.form(element, &known);
        let occurrence = self.occurrence(&form);
        if form.word("ref").is_some() {
            self.exclude(&form, "ref", &["name", "type", "default", "fixed", "nillable", "block", "form"]);
            self.children(element, &[stage(&["annotation"])]);
            let mut particle = {
                let reference: Reference<ElementId> = self.reference(&form, "ref")?;
                self.element_particle(element, occurrence, reference.target)
            };
            particle.span = element.span;
            return Some(particle);
        }
        let is_qualified = self.is_qualified(&form, "form", self.document.qualified_elements);
        let declaration = self.element_declaration(element, &form);
        if form.word("name").is_none() {
            self.report_missing(element, "name");
        }
        let name = self.ncname(&form, "name")?;
        let namespace = if is_qualified { self.document.namespace.clone() } else { String::new() };
        let head = self.head_of(element, XmlName { namespace, local: name.text }, name.span);
        let id = ElementId(self.schema.elements.len());
        self.schema.elements.push(ElementDeclaration { head, ..declaration });
        Some(self.element_particle(element, occurrence, Target::Known(id)))
    }

    /// Reads what global and local declarations have in common.
    fn element_declaration(&mut self, element: &Element, form: &Form<'_>) -> ElementDeclaration {
        let types = ["simpleType", "complexType"];
        let keys = ["unique", "key", "keyref"];
        let children = self.children(element, &[stage(&["annotation"]), stage(&types), stages(&keys)]);
        let ty = children.iter().find(|it| types.contains(&it.name.as_str()));
        self.no_child(form, "type", ty.map(|it| it.span));
        self.exclude(form, "default", &["fixed"]);
        let block = match form.word("block") {
            Some(_) => self.derivations(form, "block", &["extension", "restriction", "substitution"]),
            None => self.document.block,
        };
        let constraints = children.iter().filter(|it| keys.contains(&it.name.as_str()));
        ElementDeclaration {
            head: self.anonymous(element),
            is_global: false,
            ty: self.type_of(form, ty.copied()),
            default: form.exact("default"),
            fixed: form.exact("fixed"),
            nillable: self.boolean(form, "nillable"),
            is_abstract: false,
            substitution: None,
            block,
            is_final: Default::default(),
            constraints: constraints.filter_map(|it| self.constraint(it)).collect(),
        }
    }

    fn type_of(&mut self, form: &Form<'_>, child: Option<&Element>) -> Option<Reference<TypeId>> {
        match child {
            Some(child) if child.name == "simpleType" => self.local_simple_type(child),
            Some(child) => self.local_complex_type(child),
            None => self.reference(form, "type"),
        }
    }
}
