//! Complex types.

use super::Reader;
use super::form::{Form, Stage, stage, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::{
    ComplexType, Content, Derivations, Head, Method, Reference, Target, TypeDefinition, TypeId, TypeKind, XSD,
};
use polywire_model::attr::XmlName;

/// The elements that are the content of a type.
const GROUPS: &[&str] = &["group", "all", "choice", "sequence"];

impl Reader<'_> {
    pub(super) fn global_complex_type(&mut self, element: &Element) -> Option<TypeId> {
        let form = self.form(element, &["name", "mixed", "abstract", "block", "final"]);
        let head = self.global_head(element, &form)?;
        let id = self.complex_type(element, &form, head)?;
        self.name_type(id);
        Some(id)
    }

    /// Reads a type without a name.
    pub(super) fn local_complex_type(&mut self, element: &Element) -> Option<Reference<TypeId>> {
        let form = self.form(element, &["mixed"]);
        let head = self.anonymous(element);
        let id = self.complex_type(element, &form, head)?;
        Some(Reference { span: element.span, target: Target::Known(id) })
    }

    fn complex_type(&mut self, element: &Element, form: &Form<'_>, head: Head) -> Option<TypeId> {
        let is_content = |it: &Element| it.namespace == XSD && matches!(&*it.name, "simpleContent" | "complexContent");
        let has_content = element.children.iter().any(is_content);
        let mixed = self.boolean(form, "mixed");
        let mut it = match has_content {
            true => self.stated_content(element, mixed)?,
            false => self.own_content(element, mixed),
        };
        it.is_abstract = self.boolean(form, "abstract");
        it.block = self.stated_or(form, "block", self.document.block);
        let is_final = self.stated_or(form, "final", self.document.is_final);
        Some(self.add_type(TypeDefinition { head, is_final, kind: TypeKind::Complex(it) }))
    }

    fn stated_or(&mut self, form: &Form<'_>, name: &'static str, usual: Derivations) -> Derivations {
        match form.word(name) {
            Some(_) => self.derivations(form, name, &["extension", "restriction"]),
            None => usual,
        }
    }

    /// A type that is not derived from one with a name.
    fn own_content(&mut self, element: &Element, mixed: bool) -> ComplexType {
        let name = XmlName { namespace: XSD.to_owned(), local: "anyType".to_owned() };
        let base = Reference { span: element.span, target: Target::Name(name) };
        let children = self.children(element, &members_after(&[]));
        self.with_members(&children, ComplexType::of(base, Method::Restriction, mixed))
    }

    fn with_members(&mut self, children: &[&Element], mut it: ComplexType) -> ComplexType {
        let group = children.iter().find(|it| GROUPS.contains(&it.name.as_str()));
        it.content = Content::Elements(group.and_then(|group| self.particle(group)).filter(|it| it.max != Some(0)));
        it.attributes = self.attributes(children);
        it
    }

    fn stated_content(&mut self, element: &Element, mixed: bool) -> Option<ComplexType> {
        let children = self.children(element, &[stage(&["annotation"]), stage(&["simpleContent", "complexContent"])]);
        let content = children.first()?;
        let is_simple = content.name == "simpleContent";
        let form = self.form(content, if is_simple { &[] } else { &["mixed"] });
        let mixed = if form.word("mixed").is_some() { self.boolean(&form, "mixed") } else { mixed };
        let methods = ["restriction", "extension"];
        let children = self.children(content, &[stage(&["annotation"]), stage(&methods)]);
        let Some(derivation) = children.first() else {
            let message = format!("`<{}>` is a restriction or an extension", content.name);
            self.report(codes::ELEMENT, message, content.span, "");
            return None;
        };
        let method = if derivation.name == "extension" { Method::Extension } else { Method::Restriction };
        let form = self.form(derivation, &["base"]);
        if form.word("base").is_none() {
            self.report_missing(derivation, "base");
        }
        let base = self.reference(&form, "base");
        let order = match (is_simple, method) {
            (true, Method::Restriction) => members_after(&[stage(&["simpleType"]), stages(Self::facet_names())]),
            _ => members_after(&[]),
        };
        let children = self.children(derivation, &order);
        let mut it = ComplexType::of(base?, method, mixed && !is_simple);
        if !is_simple {
            return Some(self.with_members(&children, it));
        }
        if let Some(group) = children.iter().find(|it| GROUPS.contains(&it.name.as_str())) {
            let help = "use `<complexContent>`";
            self.report(codes::ELEMENT, "simple content has no elements", group.span, help);
        }
        let ty = children.iter().find(|it| it.name == "simpleType").map(|it| self.local_simple_type(it));
        let facets = children.iter().filter_map(|it| self.facet(it)).collect();
        it.content = Content::Simple(ty.flatten(), facets);
        it.attributes = self.attributes(&children);
        Some(it)
    }
}

impl ComplexType {
    fn of(base: Reference<TypeId>, method: Method, mixed: bool) -> Self {
        let (block, content) = (Derivations::default(), Content::Elements(None));
        Self { is_abstract: false, mixed, block, base, method, content, attributes: Default::default() }
    }
}

/// The children of a derivation: what is special, a group, then attributes.
fn members_after<'n>(special: &[Stage<'n>]) -> Vec<Stage<'n>> {
    let first = std::iter::once(stage(&["annotation"]));
    let last = [stage(GROUPS), stages(&["attribute", "attributeGroup"]), stage(&["anyAttribute"])];
    first.chain(special.iter().copied()).chain(last).collect()
}
