//! Attributes.

use super::wildcard::{common, united};
use crate::xsd::schema::{AttributeGroupId, AttributeId, Attributes, Method, TypeId, Usage, Wildcard, Word};
use crate::xsd::simple::{ANY_SIMPLE_TYPE, Types};
use polywire_model::attr::XmlName;
use polywire_source::Span;
use std::collections::HashSet;

/// The most attributes of a type that are looked at.
const MOST_ATTRIBUTES: usize = 10_000;

/// An attribute of a type.
#[derive(Clone, Debug)]
pub(in crate::xsd) struct Used {
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
pub(in crate::xsd) struct AllAttributes {
    pub uses: Vec<Used>,
    pub any: Option<Wildcard>,
}

impl Types<'_> {
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
}
