//! Identity constraints.

use super::Reader;
use super::form::{stage, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::{Constraint, ConstraintKind, Word};
use polywire_model::attr::XmlName;

impl Reader<'_> {
    pub(super) fn constraint(&mut self, element: &Element) -> Option<Constraint> {
        let is_reference = element.name == "keyref";
        let form = self.form(element, if is_reference { &["name", "refer"] } else { &["name"] });
        let children = self.children(element, &[stage(&["annotation"]), stage(&["selector"]), stages(&["field"])]);
        let mut prefixes = element.prefixes.to_vec();
        let mut paths = Vec::new();
        for child in children {
            let own = child.prefixes.iter().filter(|it| !element.prefixes.contains(it));
            prefixes.splice(0..0, own.cloned());
            paths.push((child.name == "selector", self.path(child)?));
        }
        let (selectors, fields): (Vec<_>, Vec<_>) = paths.into_iter().partition(|(is_selector, _)| *is_selector);
        let fields: Vec<Word> = fields.into_iter().map(|(_, path)| path).collect();
        let Some((_, selector)) = selectors.into_iter().next().filter(|_| !fields.is_empty()) else {
            let message = format!("`<{}>` has a selector and at least one field", element.name);
            self.report(codes::ELEMENT, message, element.span, "");
            return None;
        };
        if form.word("name").is_none() {
            self.report_missing(element, "name");
        }
        let name = self.ncname(&form, "name")?;
        let kind = match element.name.as_str() {
            "key" => ConstraintKind::Key,
            "unique" => ConstraintKind::Unique,
            _ => {
                let Some(word) = form.word("refer") else {
                    self.report_missing(element, "refer");
                    return None;
                };
                ConstraintKind::KeyReference(self.qualified(element, &word)?, word.span)
            }
        };
        let namespace = self.document.namespace.clone();
        let head = self.head_of(element, XmlName { namespace, local: name.text }, name.span);
        Some(Constraint { head, kind, selector, fields, prefixes })
    }

    fn path(&mut self, element: &Element) -> Option<Word> {
        let form = self.form(element, &["xpath"]);
        self.children(element, &[stage(&["annotation"])]);
        let path = form.word("xpath");
        if path.is_none() {
            self.report_missing(element, "xpath");
        }
        path
    }
}
