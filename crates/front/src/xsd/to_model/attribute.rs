//! Attributes as fields.

use super::content::{namespaces, process};
use super::{DeclId, Maker, Names, TypeId};
use crate::xsd::effective::Used;
use crate::xsd::schema::{AttributeId, Usage, Wildcard};
use polywire_model::attr::{XmlKind, XmlName};
use polywire_model::{Field, Presence, Text, Type};

impl Maker<'_> {
    pub(super) fn attributes(&mut self, decl: DeclId, id: TypeId, names: &mut Names) -> Vec<Field> {
        let all = self.types.attributes(id);
        let mut fields: Vec<Field> = all.uses.iter().map(|it| self.attribute(decl, it, names)).collect();
        if let Some(any) = &all.any {
            fields.push(self.any_attributes(any, names));
        }
        fields
    }

    fn attribute(&mut self, decl: DeclId, used: &Used, names: &mut Names) -> Field {
        let head = &self.schema.attribute(used.attribute).head;
        let name = names.free(&used.name.local);
        let Some(ty) = self.types.simple(used.ty) else { return Field::new(&name, Type::Text(Text::default())) };
        let mut field = self.simple_field((decl, &name), Some(used.ty), &ty);
        field.span = head.span;
        field.doc.clone_from(&head.doc);
        field.attrs.xml.kind = XmlKind::Attribute;
        field.attrs.xml.name = own_name(&used.name, &name);
        if let Some(fixed) = &used.fixed {
            self.set_fixed(&mut field, &ty, &fixed.text);
        }
        field.presence = match used.usage {
            Usage::Required => Presence::Required,
            Usage::Optional | Usage::Prohibited => Presence::Optional,
        };
        let default = used.default.as_ref().or(used.fixed.as_ref()).filter(|_| used.usage == Usage::Optional);
        if let Some(word) = default {
            self.set_default(&mut field, &ty.treated(&word.text));
        }
        field
    }

    /// Declares the attributes that may stand in the place of wildcards, if there are some.
    pub(super) fn declare_attributes(&mut self) {
        if self.tree.is_none() {
            return;
        }
        for id in (0..self.schema.attributes.len()).map(AttributeId) {
            let it = self.schema.attribute(id);
            if it.is_global && self.schema.named.attributes.get(&it.head.name) == Some(&id) {
                let field = self.global_attribute(id);
                self.model.xml_attributes.extend(field);
            }
        }
    }

    /// Returns an attribute as a member whose type needs no declaration: one of enumerated texts is a text.
    fn global_attribute(&mut self, id: AttributeId) -> Option<Field> {
        let ty = self.types.simple(self.types.of_attribute(id)?)?;
        let it = self.schema.attribute(id);
        let mut field = self.undeclared_field(&it.head.name.local, &ty);
        field.span = it.head.span;
        field.attrs.xml.kind = XmlKind::Attribute;
        field.attrs.xml.name = Some(it.head.name.clone());
        field.presence = Presence::Optional;
        if let Some(fixed) = &it.fixed {
            self.set_fixed(&mut field, &ty, &fixed.text);
        }
        Some(field)
    }

    /// All other attributes.
    fn any_attributes(&mut self, any: &Wildcard, names: &mut Names) -> Field {
        let [_, attribute] = self.tree();
        let mut field = Field::new(&names.free("other_attributes"), Type::list(attribute));
        field.span = any.span;
        field.attrs.xml.kind = XmlKind::AnyAttributes;
        field.attrs.xml.namespaces = namespaces(any);
        field.attrs.xml.process = process(any);
        field
    }
}

/// Returns the name in documents, if it differs from that of the member.
pub(super) fn own_name(name: &XmlName, member: &str) -> Option<XmlName> {
    (!name.namespace.is_empty() || name.local != member).then(|| name.clone())
}
