//! Attributes and their groups.

use super::content::wildcard;
use super::{Printer, attribute, former};
use crate::xsd::schema::{AttributeDeclaration, AttributeGroupId, AttributeUse, Attributes, Target, Usage, Word};
use polywire_model::attr::XmlName;

impl Printer<'_> {
    pub(super) fn attribute_group(&mut self, at: usize) {
        let it = &self.schema.attribute_groups[at];
        self.out.open("attributeGroup", &[attribute("name", self.attribute_group_name(AttributeGroupId(at)))]);
        self.out.doc(&it.head.doc);
        self.attributes(&it.attributes);
        self.out.close("attributeGroup");
    }

    fn attribute_group_name(&self, id: AttributeGroupId) -> String {
        let name = &self.schema.attribute_groups[id.0].head.name;
        former(&name.local, self.schema.named.attribute_groups.get(name) == Some(&id))
    }

    pub(super) fn attributes(&mut self, it: &Attributes) {
        it.uses.iter().for_each(|it| self.attribute_use(it));
        for group in &it.groups {
            let name = match &group.target {
                Target::Name(name) => self.name(name),
                Target::Known(id) => {
                    let name = &self.schema.attribute_groups[id.0].head.name;
                    self.name(&XmlName { local: self.attribute_group_name(*id), ..name.clone() })
                }
            };
            self.out.empty("attributeGroup", &[attribute("ref", name)]);
        }
        if let Some(any) = &it.any {
            self.out.empty("anyAttribute", &wildcard(any, self.namespace));
        }
    }

    fn attribute_use(&mut self, it: &AttributeUse) {
        let usage = match it.usage {
            Usage::Optional => None,
            Usage::Required => Some(attribute("use", "required")),
            Usage::Prohibited => Some(attribute("use", "prohibited")),
        };
        match &it.attribute.target {
            Target::Name(name) => {
                let named = [attribute("ref", self.name(name))];
                let values = values(it.default.as_ref(), it.fixed.as_ref());
                let usage: Vec<_> = usage.into_iter().collect();
                self.out.empty("attribute", &[&named[..], &usage, &values].concat());
            }
            Target::Known(id) => self.attribute(self.schema.attribute(*id), &usage.into_iter().collect::<Vec<_>>()),
        }
    }

    pub(super) fn attribute(&mut self, it: &AttributeDeclaration, more: &[(String, String)]) {
        let mut attributes = vec![attribute("name", &it.head.name.local)];
        if !it.is_global && !it.head.name.namespace.is_empty() {
            attributes.push(attribute("form", "qualified"));
        }
        attributes.extend(it.ty.as_ref().and_then(|it| self.type_reference(it)).map(|it| attribute("type", it)));
        attributes.extend(more.iter().cloned());
        attributes.extend(values(it.default.as_ref(), it.fixed.as_ref()));
        self.out.open("attribute", &attributes);
        self.out.doc(&it.head.doc);
        it.ty.iter().for_each(|it| self.inside(it));
        self.out.close("attribute");
    }
}

/// Returns the attributes for the values of a declaration.
pub(super) fn values(default: Option<&Word>, fixed: Option<&Word>) -> Vec<(String, String)> {
    let default = default.map(|it| attribute("default", &it.text));
    default.into_iter().chain(fixed.map(|it| attribute("fixed", &it.text))).collect()
}
