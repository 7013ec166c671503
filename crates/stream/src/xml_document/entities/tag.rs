//! The start of an element, with the attributes that have defaults.

use super::declarations::Rules;
use super::declare::Reader;
use super::map::Expanded;
use super::value;
use crate::xml_document::attribute::{self, Attribute};
use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::DocumentError;
use std::collections::HashSet;

const IN_VALUE: [(char, &str); 6] =
    [('&', "&amp;"), ('<', "&lt;"), ('"', "&quot;"), ('\t', "&#9;"), ('\n', "&#10;"), ('\r', "&#13;")];

/// The start of an element.
pub struct Tag<'a> {
    pub name: &'a str,
    pub attributes: &'a [Attribute<'a>],
    pub is_empty: bool,
}

impl Tag<'_> {
    /// Writes the tag, between whose start and end it is read.
    pub fn write(
        &self,
        (reader, expanded): (&mut Reader, &mut Expanded),
        (start, end): (&Cursor<'_>, &Cursor<'_>),
    ) -> Result<(), DocumentError> {
        let none = Rules::new();
        let rules = reader.declarations.attributes.get(self.name).unwrap_or(&none);
        expanded.document.push('<');
        expanded.document.push_str(self.name);
        for attribute in self.attributes {
            let is_tokens = rules.get(attribute.name).is_some_and(|rule| rule.is_tokens);
            expanded.document.push(' ');
            if is_tokens || attribute.raw.contains('&') || start.is_in_entity() {
                expanded.begin(attribute.place, false);
                let (mut text, mut value) = (String::new(), attribute.value.clone());
                value::of_attribute(&mut value, (&reader.declarations, &mut reader.limits), &mut text)?;
                let text = if is_tokens { value::of_tokens(&text) } else { text };
                pair(attribute.name, &text, expanded);
            } else {
                expanded.begin(attribute.place, true);
                expanded.document.push_str(attribute.raw);
            }
        }
        reader.limits.charge(rules.len(), start)?;
        let own: HashSet<&str> = self.attributes.iter().map(|it| it.name).filter(|_| !rules.is_empty()).collect();
        for (name, rule) in rules {
            let Some(default) = rule.default.as_deref().filter(|_| !own.contains(name.as_str())) else { continue };
            reader.limits.charge(name.len() + default.len(), start)?;
            expanded.begin(start.place(), false);
            expanded.document.push(' ');
            pair(name, default, expanded);
        }
        let close = if self.is_empty { "/>" } else { ">" };
        match start.is_in_entity() {
            true => expanded.begin(start.place(), false),
            false => expanded.begin(end.at().saturating_sub(close.len()), true),
        }
        expanded.document.push_str(close);
        Ok(())
    }
}

fn pair(name: &str, value: &str, expanded: &mut Expanded) {
    expanded.document.push_str(name);
    expanded.document.push_str("=\"");
    attribute::write(value, &IN_VALUE, &mut expanded.document);
    expanded.document.push('"');
}
