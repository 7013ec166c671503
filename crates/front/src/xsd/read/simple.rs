//! Simple types.

use super::Reader;
use super::form::{Form, stage, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::names::divided;
use crate::xsd::schema::{Facet, FacetKind, Head, Reference, Target, TypeDefinition, TypeId, TypeKind, Variety};

const FACETS: [&str; 12] = [
    "length",
    "minLength",
    "maxLength",
    "pattern",
    "enumeration",
    "whiteSpace",
    "maxInclusive",
    "maxExclusive",
    "minExclusive",
    "minInclusive",
    "totalDigits",
    "fractionDigits",
];

impl Reader<'_> {
    pub(super) fn global_simple_type(&mut self, element: &Element) -> Option<TypeId> {
        let form = self.form(element, &["name", "final"]);
        let head = self.global_head(element, &form)?;
        let id = self.simple_type(element, &form, head)?;
        self.name_type(id);
        Some(id)
    }

    /// Makes a type the one that its name means.
    pub(super) fn name_type(&mut self, id: TypeId) {
        let head = self.schema.ty(id).head.clone();
        let first = self.schema.named.types.get(&head.name).map(|it| self.schema.ty(*it).head.clone());
        self.report_duplicate("type", &head, first);
        self.schema.named.types.entry(head.name).or_insert(id);
    }

    /// Reads a type without a name.
    pub(super) fn local_simple_type(&mut self, element: &Element) -> Option<Reference<TypeId>> {
        let form = self.form(element, &[]);
        let head = self.anonymous(element);
        let id = self.simple_type(element, &form, head)?;
        Some(Reference { span: element.span, target: Target::Known(id) })
    }

    fn simple_type(&mut self, element: &Element, form: &Form<'_>, head: Head) -> Option<TypeId> {
        let known = ["restriction", "list", "union"];
        let mut is_final = self.document.is_final;
        if form.word("final").is_some() {
            is_final = self.derivations(form, "final", &known);
        }
        let children = self.children(element, &[stage(&["annotation"]), stage(&known)]);
        let Some(child) = children.first() else {
            self.report(codes::ELEMENT, "a simple type is a restriction, a list or a union", element.span, "");
            return None;
        };
        let variety = match child.name.as_str() {
            "restriction" => self.simple_restriction(child),
            "list" => self.list(child),
            _ => self.union(child),
        };
        let kind = TypeKind::Simple(variety?);
        Some(self.add_type(TypeDefinition { head, is_final, kind }))
    }

    pub(super) fn add_type(&mut self, definition: TypeDefinition) -> TypeId {
        self.schema.types.push(definition);
        TypeId(self.schema.types.len() - 1)
    }

    fn simple_restriction(&mut self, element: &Element) -> Option<Variety> {
        let form = self.form(element, &["base"]);
        let order = [stage(&["annotation"]), stage(&["simpleType"]), stages(&FACETS)];
        let children = self.children(element, &order);
        let base = self.type_or_child(element, &form, "base", &children);
        let facets = children.iter().filter_map(|it| self.facet(it)).collect();
        Some(Variety::Restriction(base?, facets))
    }

    /// Returns the type that an attribute names, or that stands inside.
    fn type_or_child(
        &mut self,
        element: &Element,
        form: &Form<'_>,
        attribute: &'static str,
        children: &[&Element],
    ) -> Option<Reference<TypeId>> {
        let child = children.iter().find(|it| it.name == "simpleType");
        self.no_child(form, attribute, child.map(|it| it.span));
        match child {
            Some(child) => self.local_simple_type(child),
            None => {
                if form.word(attribute).is_none() {
                    let message = format!("`<{}>` needs a type: `{attribute}`, or `<simpleType>` inside", element.name);
                    self.report(codes::ATTRIBUTE, message, element.span, "");
                }
                self.reference(form, attribute)
            }
        }
    }

    fn list(&mut self, element: &Element) -> Option<Variety> {
        let form = self.form(element, &["itemType"]);
        let children = self.children(element, &[stage(&["annotation"]), stage(&["simpleType"])]);
        self.type_or_child(element, &form, "itemType", &children).map(Variety::List)
    }

    fn union(&mut self, element: &Element) -> Option<Variety> {
        let form = self.form(element, &["memberTypes"]);
        let children = self.children(element, &[stage(&["annotation"]), stages(&["simpleType"])]);
        let mut members = Vec::new();
        if let Some(word) = form.word("memberTypes") {
            for name in word.text.split_whitespace() {
                let name = crate::xsd::schema::Word { text: name.to_owned(), span: word.span };
                let name = self.qualified(element, &name)?;
                members.push(Reference { span: word.span, target: Target::Name(name) });
            }
        }
        for child in children {
            members.push(self.local_simple_type(child)?);
        }
        if members.is_empty() {
            let help = "name some in `memberTypes`, or declare them inside";
            self.report(codes::ATTRIBUTE, "a union has at least one type", element.span, help);
            return None;
        }
        Some(Variety::Union(members))
    }

    /// Reads a facet; `None` for another element.
    pub(super) fn facet(&mut self, element: &Element) -> Option<Facet> {
        let kind = FacetKind::named(&element.name)?;
        let can_be_fixed = !matches!(kind, FacetKind::Pattern | FacetKind::Enumeration);
        let form = self.form(element, if can_be_fixed { &["value", "fixed"] } else { &["value"] });
        self.children(element, &[stage(&["annotation"])]);
        let is_fixed = self.boolean(&form, "fixed");
        let Some(value) = form.exact("value") else {
            self.report_missing(element, "value");
            return None;
        };
        let prefix = divided(value.text.trim()).map(|(prefix, _)| prefix);
        let declared = |prefix| element.prefixes.iter().find(|(it, _)| it.as_deref() == prefix);
        let namespace = prefix.and_then(declared).map(|(_, uri)| uri.clone());
        Some(Facet { kind, value, is_fixed, namespace })
    }

    /// The names of the elements that are facets.
    pub(super) const fn facet_names() -> &'static [&'static str] {
        &FACETS
    }
}
