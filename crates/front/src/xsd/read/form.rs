//! The form of elements in schema files: their attributes, and the order of their children.

use super::Reader;
use crate::xml::{Attribute, Element};
use crate::xsd::codes;
use crate::xsd::names::is_ncname;
use crate::xsd::schema::{Word, XSD};
use polywire_source::{Diagnostic, closest};

/// The elements that only XML Schema 1.1 has.
const NEW_ELEMENTS: [&str; 7] =
    ["alternative", "assert", "assertion", "defaultOpenContent", "explicitTimezone", "openContent", "override"];

/// The attributes that only XML Schema 1.1 has, except `targetNamespace` of local declarations.
const NEW_ATTRIBUTES: [&str; 6] =
    ["defaultAttributes", "defaultAttributesApply", "inheritable", "notNamespace", "notQName", "xpathDefaultNamespace"];

/// The attributes of an element.
pub(super) struct Form<'e> {
    pub element: &'e Element,
}

impl Form<'_> {
    fn find(&self, name: &str) -> Option<&Attribute> {
        self.element.attributes.iter().find(|it| it.name == name && it.namespace.is_empty())
    }

    /// Returns an attribute without white space around it.
    pub fn word(&self, name: &str) -> Option<Word> {
        self.find(name).map(|it| Word { text: it.value.trim().to_owned(), span: it.value_span })
    }

    /// Returns an attribute as it is written.
    pub fn exact(&self, name: &str) -> Option<Word> {
        self.find(name).map(|it| Word { text: it.value.clone(), span: it.value_span })
    }
}

/// A place in the order of children.
#[derive(Clone, Copy)]
pub(super) struct Stage<'n> {
    names: &'n [&'n str],
    is_repeated: bool,
}

/// At most one of these.
pub(super) const fn stage<'n>(names: &'n [&'n str]) -> Stage<'n> {
    Stage { names, is_repeated: false }
}

/// Any number of these.
pub(super) const fn stages<'n>(names: &'n [&'n str]) -> Stage<'n> {
    Stage { names, is_repeated: true }
}

impl Reader<'_> {
    /// Returns the attributes of an element; reports those that it cannot have.
    pub(super) fn form<'e>(&mut self, element: &'e Element, known: &[&str]) -> Form<'e> {
        for attribute in &element.attributes {
            let is_own = attribute.namespace.is_empty();
            if is_own && attribute.name == "id" {
                self.id(attribute);
            } else if attribute.namespace == XSD || is_own && !known.contains(&attribute.name.as_str()) {
                self.unknown_attribute(element, attribute, known);
            }
        }
        Form { element }
    }

    fn id(&mut self, attribute: &Attribute) {
        let value = attribute.value.trim();
        if !is_ncname(value) {
            self.report(codes::VALUE, format!("`{value}` is not a name"), attribute.value_span, "");
        }
        if let Some(first) = self.ids.insert(value.to_owned(), attribute.value_span) {
            let problem = format!("two elements of the file have the id `{value}`");
            let problem = Diagnostic::error(codes::DUPLICATE_NAME, problem).at(attribute.value_span, "");
            self.diagnostics.push_once(problem.related(first, "first used here"));
        }
    }

    fn unknown_attribute(&mut self, element: &Element, attribute: &Attribute, known: &[&str]) {
        let (name, tag) = (&attribute.name, &element.name);
        let is_local = name == "targetNamespace" && matches!(tag.as_str(), "element" | "attribute");
        if NEW_ATTRIBUTES.contains(&name.as_str()) || is_local {
            let message = format!("`{name}` of `<{tag}>` is an attribute of XML Schema 1.1");
            return self.report(codes::VERSION, message, attribute.span, "only XML Schema 1.0 is supported");
        }
        let message = format!("`<{tag}>` cannot have the attribute `{name}` here");
        let near = closest(name, known.iter().copied()).map(|near| format!("do you mean `{near}`?"));
        self.report(codes::ATTRIBUTE, message, attribute.span, &near.unwrap_or_default());
    }

    /// Returns the children of an element but annotations, which may stand at the beginning; reports those out of order.
    pub(super) fn children<'e>(&mut self, element: &'e Element, order: &[Stage<'_>]) -> Vec<&'e Element> {
        if !element.text.trim().is_empty() {
            let message = format!("`<{}>` cannot contain text", element.name);
            self.report(codes::ELEMENT, message, element.text_span, "put it into `<documentation>`");
        }
        let (mut at, mut is_used, mut kept) = (0, false, Vec::new());
        for child in &element.children {
            let stage = order
                .iter()
                .enumerate()
                .skip(at)
                .find(|(_, it)| child.namespace == XSD && it.names.contains(&child.name.as_str()));
            match stage {
                Some((found, stage)) if found > at || stage.is_repeated || !is_used => {
                    (at, is_used) = (found, true);
                    if child.name == "annotation" {
                        self.annotation(child);
                    } else {
                        kept.push(child);
                    }
                }
                Some(_) | None => self.misplaced(element, child, order),
            }
        }
        kept
    }

    fn misplaced(&mut self, element: &Element, child: &Element, order: &[Stage<'_>]) {
        let name = child.name.as_str();
        let known = order.iter().flat_map(|it| it.names.iter().copied());
        if child.namespace == XSD && NEW_ELEMENTS.contains(&name) {
            let message = format!("`<{name}>` is an element of XML Schema 1.1");
            return self.report(codes::VERSION, message, child.span, "only XML Schema 1.0 is supported");
        }
        let is_known = child.namespace == XSD && known.clone().any(|it| it == name);
        let (message, help) = match is_known {
            true => {
                let message = format!("`<{name}>` is misplaced, or one too many, in `<{}>`", element.name);
                let order: Vec<String> = order.iter().map(|it| it.names.join("|")).collect();
                (message, format!("the order is: {}", order.join(", ")))
            }
            false => {
                let near = closest(name, known).map(|near| format!("do you mean `<{near}>`?"));
                (format!("`<{name}>` cannot stand in `<{}>`", element.name), near.unwrap_or_default())
            }
        };
        self.report(codes::ELEMENT, message, child.span, &help);
    }
}
