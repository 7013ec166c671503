//! Attributes and their groups.

use super::Reader;
use super::form::{Form, stage, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::{
    AttributeDeclaration, AttributeGroup, AttributeGroupId, AttributeId, AttributeUse, Attributes, Reference, Target,
    Usage, XSI,
};
use polywire_model::attr::XmlName;

impl Reader<'_> {
    pub(super) fn global_attribute(&mut self, element: &Element) {
        let form = self.form(element, &["name", "type", "default", "fixed"]);
        let head = self.global_head(element, &form);
        let declaration = self.attribute_declaration(element, &form);
        let Some(head) = head else { return };
        let name = head.name.clone();
        if self.schema.named.attributes.get(&name).is_some_and(|it| self.schema.attribute(*it).head.file == 0) {
            // The file of the namespace of `xml` takes the place of what is built in.
            self.schema.named.attributes.remove(&name);
        }
        let first = self.schema.named.attributes.get(&name).map(|it| self.schema.attribute(*it).head.clone());
        self.report_duplicate("attribute", &head, first);
        let id = self.add_attribute(AttributeDeclaration { head, is_global: true, ..declaration });
        self.schema.named.attributes.entry(name).or_insert(id);
    }

    fn add_attribute(&mut self, it: AttributeDeclaration) -> AttributeId {
        if it.head.name.local == "xmlns" {
            self.report(codes::VALUE, "`xmlns` declares namespaces, it is no attribute", it.head.span, "rename it");
        }
        if it.head.name.namespace == XSI {
            let message = format!("attributes of `{XSI}` cannot be declared");
            self.report(codes::VALUE, message, it.head.span, "");
        }
        self.schema.attributes.push(it);
        AttributeId(self.schema.attributes.len() - 1)
    }

    /// Reads what global and local declarations have in common.
    fn attribute_declaration(&mut self, element: &Element, form: &Form<'_>) -> AttributeDeclaration {
        let children = self.children(element, &[stage(&["annotation"]), stage(&["simpleType"])]);
        self.no_child(form, "type", children.first().map(|it| it.span));
        self.exclude(form, "default", &["fixed"]);
        let ty = match children.first() {
            Some(child) => self.local_simple_type(child),
            None => self.reference(form, "type"),
        };
        let (default, fixed) = (form.exact("default"), form.exact("fixed"));
        AttributeDeclaration { head: self.anonymous(element), is_global: false, ty, default, fixed }
    }

    pub(super) fn global_attribute_group(&mut self, element: &Element) -> Option<AttributeGroupId> {
        let form = self.form(element, &["name"]);
        let head = self.global_head(element, &form);
        let order = [stage(&["annotation"]), stages(&["attribute", "attributeGroup"]), stage(&["anyAttribute"])];
        let children = self.children(element, &order);
        let attributes = self.attributes(&children);
        let head = head?;
        let id = AttributeGroupId(self.schema.attribute_groups.len());
        let known = &self.schema.named.attribute_groups;
        let first = known.get(&head.name).map(|it| self.schema.attribute_groups[it.0].head.clone());
        self.report_duplicate("attribute group", &head, first);
        self.schema.named.attribute_groups.entry(head.name.clone()).or_insert(id);
        self.schema.attribute_groups.push(AttributeGroup { head, attributes });
        Some(id)
    }

    /// Reads the attributes, groups and wildcard among the children of a type or group.
    pub(super) fn attributes(&mut self, children: &[&Element]) -> Attributes {
        let mut all = Attributes::default();
        for child in children {
            match child.name.as_str() {
                "attribute" => all.uses.extend(self.attribute_use(child)),
                "attributeGroup" => {
                    let form = self.form(child, &["ref"]);
                    self.children(child, &[stage(&["annotation"])]);
                    if form.word("ref").is_none() {
                        self.report_missing(child, "ref");
                    }
                    all.groups.extend(self.reference(&form, "ref"));
                }
                "anyAttribute" => {
                    let form = self.form(child, &["namespace", "processContents"]);
                    self.children(child, &[stage(&["annotation"])]);
                    all.any = Some(self.wildcard(child, &form));
                }
                _ => {}
            }
        }
        all
    }

    fn attribute_use(&mut self, element: &Element) -> Option<AttributeUse> {
        let form = self.form(element, &["name", "ref", "type", "use", "default", "fixed", "form"]);
        let usage = self.usage(&form);
        self.exclude(&form, "default", &["fixed"]);
        if let (Some(word), true) = (form.word("default"), usage != Usage::Optional) {
            let message = "an attribute with a default is optional";
            self.report(codes::ATTRIBUTE, message, word.span, "remove `use`, or the default");
        }
        if form.word("ref").is_some() {
            self.exclude(&form, "ref", &["name", "type", "form"]);
            let children = self.children(element, &[stage(&["annotation"]), stage(&["simpleType"])]);
            self.no_child(&form, "ref", children.first().map(|it| it.span));
            let (default, fixed) = (form.exact("default"), form.exact("fixed"));
            return Some(AttributeUse { attribute: self.reference(&form, "ref")?, usage, default, fixed });
        }
        let is_qualified = self.is_qualified(&form, "form", self.document.qualified_attributes);
        let declaration = self.attribute_declaration(element, &form);
        if form.word("name").is_none() {
            self.report_missing(element, "name");
        }
        let name = self.ncname(&form, "name")?;
        let namespace = if is_qualified { self.document.namespace.clone() } else { String::new() };
        let head = self.head_of(element, XmlName { namespace, local: name.text }, name.span);
        let id = self.add_attribute(AttributeDeclaration { head, ..declaration });
        let attribute = Reference { span: name.span, target: Target::Known(id) };
        Some(AttributeUse { attribute, usage, default: None, fixed: None })
    }

    fn usage(&mut self, form: &Form<'_>) -> Usage {
        let Some(word) = form.word("use") else { return Usage::Optional };
        match word.text.as_str() {
            "optional" => Usage::Optional,
            "required" => Usage::Required,
            "prohibited" => Usage::Prohibited,
            _ => {
                self.not_a_value("use", &word, "`optional`, `required` or `prohibited`");
                Usage::Optional
            }
        }
    }
}
