//! Defaults and fixed values, which are values of their types.

use super::{Check, codes};
use crate::xsd::effective::AllContent;
use crate::xsd::schema::{ElementId, Reference, TypeId, TypeKind, Usage, Word};
use crate::xsd::simple::{ANY_TYPE, SimpleType};

impl Check<'_> {
    pub(super) fn values(&self) {
        for id in (0..self.schema.elements.len()).map(ElementId) {
            self.element_value(id);
        }
        for it in &self.schema.attributes {
            let ty = it.ty.as_ref().map_or(Some(crate::xsd::simple::ANY_SIMPLE_TYPE), |it| self.schema.find_type(it));
            if let Some(ty) = ty {
                let value = it.default.as_ref().or(it.fixed.as_ref());
                self.attribute_value(ty, value);
                self.notation(ty, it.ty.as_ref());
            }
        }
        let types = self.schema.types.iter().filter_map(|it| match &it.kind {
            TypeKind::Complex(it) => Some(&it.attributes),
            TypeKind::Simple(_) => None,
        });
        for attributes in types.chain(self.schema.attribute_groups.iter().map(|it| &it.attributes)) {
            for used in attributes.uses.iter().filter(|it| it.usage != Usage::Prohibited) {
                self.use_value(used);
            }
        }
    }

    fn use_value(&self, used: &crate::xsd::schema::AttributeUse) {
        let Some(id) = used.attribute.find(&self.schema.named.attributes) else { return };
        let Some(ty) = self.types.of_attribute(id) else { return };
        self.attribute_value(ty, used.default.as_ref().or(used.fixed.as_ref()));
        let declaration = self.schema.attribute(id);
        let Some(fixed) = &declaration.fixed else { return };
        let differs = match (&used.default, &used.fixed) {
            (Some(default), _) => Some(default),
            (None, Some(own)) => Some(own).filter(|own| !self.are_equal(ty, own, fixed)),
            (None, None) => None,
        };
        if let Some(word) = differs {
            let message = format!("the attribute is fixed to `{}`", fixed.text);
            self.report_both(codes::VALUE, message, word.span, (fixed.span, "fixed here"), "remove the value");
        }
    }

    /// Returns true if two texts are the same value.
    pub(super) fn are_equal(&self, ty: TypeId, one: &Word, other: &Word) -> bool {
        let Some(ty) = self.types.simple(ty) else { return one.text == other.text };
        match (self.types.value(&ty, &one.text), self.types.value(&ty, &other.text)) {
            (Ok(one), Ok(other)) => one.equals(&other),
            (_, Err(_)) | (Err(_), _) => true,
        }
    }

    fn attribute_value(&self, ty: TypeId, value: Option<&Word>) {
        let (Some(value), Some(simple)) = (value, self.types.simple(ty)) else { return };
        if self.is_id(ty) {
            let message = "an ID cannot have a default or a fixed value";
            return self.report(codes::VALUE, message, value.span, "IDs differ from each other: remove it");
        }
        self.value(&simple, value);
    }

    fn value(&self, ty: &SimpleType, word: &Word) {
        if let Err(why) = self.types.value(ty, &word.text) {
            let message = format!("`{}` is no value of the type", word.text);
            self.report(codes::VALUE, message, word.span, &why);
        }
    }

    fn notation(&self, ty: TypeId, reference: Option<&Reference<TypeId>>) {
        if let Some(reference) = reference.filter(|_| self.is_plain_notation(ty)) {
            let message = "only types that enumerate notations can be used";
            self.report(codes::DERIVATION, message, reference.span, "restrict `NOTATION` with `<xs:enumeration>`");
        }
    }

    fn element_value(&self, id: ElementId) {
        let it = self.schema.element(id);
        let Some(ty) = self.types.of_element(id) else { return };
        self.notation(ty, it.ty.as_ref());
        let Some(value) = it.default.as_ref().or(it.fixed.as_ref()) else { return };
        if self.is_id(ty) {
            let message = "an ID cannot have a default or a fixed value";
            return self.report(codes::VALUE, message, value.span, "IDs differ from each other: remove it");
        }
        match self.types.content(ty) {
            AllContent::Simple(simple) => self.value(&simple, value),
            _ if ty == ANY_TYPE => {}
            AllContent::Elements(particle) if self.types.is_mixed(ty) && self.can_be_empty(&particle) => {}
            AllContent::Empty if self.types.is_mixed(ty) => {}
            AllContent::Empty | AllContent::Elements(_) => {
                let message = "an element with a default is a text, or mixed content whose elements may be missing";
                self.report(codes::VALUE, message, value.span, "remove the default");
            }
        }
    }
}
