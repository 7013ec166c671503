//! Attributes of types and groups.

use super::{Check, codes, shown};
use crate::xsd::effective::{AllAttributes, Used};
use crate::xsd::schema::{ComplexType, Method, TypeId, Usage};
use crate::xsd::simple::ANY_TYPE;
use polywire_model::attr::XmlName;
use std::collections::HashMap;

impl Check<'_> {
    pub(super) fn attribute_groups(&self) {
        for group in &self.schema.attribute_groups {
            self.are_distinct(&self.types.own_attributes(&group.attributes).uses);
        }
    }

    /// Checks the attributes of a type that is derived from another one.
    pub(super) fn attributes(&self, id: TypeId, it: &ComplexType, base: TypeId) {
        let own = self.types.own_attributes(&it.attributes);
        self.are_distinct(&own.uses);
        let all = self.types.attributes(id);
        let of_base = match self.types.complex(base) {
            Some(_) => self.types.attributes(base),
            None => AllAttributes::default(),
        };
        match it.method {
            Method::Extension => {
                let kept: Vec<Used> = own.uses.iter().filter(|it| it.usage != Usage::Prohibited).cloned().collect();
                self.are_distinct(&of_base.uses.iter().cloned().chain(kept).collect::<Vec<_>>());
            }
            Method::Restriction if base != ANY_TYPE => self.restricted_attributes(&own, &of_base),
            Method::Restriction => {}
        }
        self.one_id(&all.uses);
    }

    fn are_distinct(&self, uses: &[Used]) {
        let mut known: HashMap<&XmlName, &Used> = HashMap::new();
        for used in uses.iter().filter(|it| it.usage != Usage::Prohibited) {
            if let Some(first) = known.insert(&used.name, used) {
                let message = format!("there are two attributes {}", shown(&used.name));
                let other = (first.span, "first declared here");
                self.report_both(codes::DUPLICATE_NAME, message, used.span, other, "rename or remove one of them");
            }
        }
        self.one_id(uses);
    }

    fn one_id(&self, uses: &[Used]) {
        let mut ids = uses.iter().filter(|it| it.usage != Usage::Prohibited && self.is_id(it.ty));
        if let (Some(first), Some(second)) = (ids.next(), ids.next()) {
            let message = "a type has at most one attribute that is an ID".to_owned();
            self.report_both(codes::DERIVATION, message, second.span, (first.span, "the other one"), "remove one");
        }
    }

    /// What a restriction may say of attributes (section 3.4.6, Derivation Valid (Restriction, Complex), 2 to 4).
    fn restricted_attributes(&self, own: &AllAttributes, of_base: &AllAttributes) {
        for used in &own.uses {
            let same = of_base.uses.iter().find(|it| it.name == used.name);
            match (same, used.usage) {
                (Some(base), usage) => self.restricted_attribute(used, usage, base),
                (None, Usage::Prohibited) => {}
                (None, _) => {
                    let any = of_base.any.as_ref();
                    if !any.is_some_and(|any| any.namespaces.has(&used.name.namespace)) {
                        let message = format!("the base type has no attribute {}", shown(&used.name));
                        let help = "use an extension to add attributes";
                        self.report(codes::DERIVATION, message, used.span, help);
                    }
                }
            }
        }
        if let Some(own) = &own.any {
            let is_within = of_base.any.as_ref().is_some_and(|base| {
                let strength = |process: &str| ["skip", "lax", "strict"].iter().position(|it| *it == process);
                own.namespaces.is_within(&base.namespaces) && strength(&own.process) >= strength(&base.process)
            });
            if !is_within {
                let message = "the wildcard allows attributes that the base type does not";
                self.report(codes::DERIVATION, message, own.span, "limit its namespaces, or remove it");
            }
        }
    }

    fn restricted_attribute(&self, own: &Used, usage: Usage, base: &Used) {
        let other = (base.span, "that of the base type");
        if base.usage == Usage::Required && usage != Usage::Required {
            let message = format!("the base type requires the attribute {}", shown(&own.name));
            return self.report_both(codes::DERIVATION, message, own.span, other, "write `use=\"required\"`");
        }
        if usage == Usage::Prohibited {
            return;
        }
        if !self.is_simple_within(own.ty, base.ty) {
            let message = format!("the type of the attribute {} is not derived from its former one", shown(&own.name));
            self.report_both(codes::DERIVATION, message, own.span, other, "restrict the former type");
        }
        if let Some(fixed) = &base.fixed
            && !own.fixed.as_ref().is_some_and(|own_fixed| self.are_equal(base.ty, own_fixed, fixed))
        {
            let message = format!("the base type fixes the attribute {} to `{}`", shown(&own.name), fixed.text);
            self.report_both(codes::DERIVATION, message, own.span, other, "state the same fixed value");
        }
    }

    /// Returns true if a simple type is another one, is derived from it, or is a member of its union.
    pub(super) fn is_simple_within(&self, own: TypeId, base: TypeId) -> bool {
        self.types.is_derived(own, base) || self.is_member(own, base, 0)
    }

    fn is_member(&self, own: TypeId, base: TypeId, depth: u32) -> bool {
        let Some(ty) = self.types.simple(base).filter(|it| depth < 20 && it.values.is_none()) else { return false };
        match &ty.variety {
            crate::xsd::simple::VarietyKind::Union(members) => {
                members.iter().any(|it| self.types.is_derived(own, *it) || self.is_member(own, *it, depth + 1))
            }
            _ => false,
        }
    }
}
