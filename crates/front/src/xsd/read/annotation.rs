//! Annotations.

use super::Reader;
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::XSD;

impl Reader<'_> {
    pub(super) fn annotation(&mut self, element: &Element) {
        self.form(element, &[]);
        for child in &element.children {
            match child.name.as_str() {
                "documentation" if child.namespace == XSD => drop(self.form(child, &["source"])),
                "appinfo" if child.namespace == XSD => drop(self.form(child, &["source"])),
                name => {
                    let message = format!("`<{name}>` cannot stand in `<annotation>`");
                    self.report(codes::ELEMENT, message, child.span, "put it into `<appinfo>`");
                }
            }
        }
    }
}

/// Returns the documentation of an element: that of all its annotations.
pub(super) fn documentation(element: &Element) -> String {
    let of_xsd = |it: &&Element, name: &str| it.namespace == XSD && it.name == name;
    let annotations = element.children.iter().filter(|it| of_xsd(it, "annotation"));
    let texts = annotations.flat_map(|it| it.children.iter().filter(|it| of_xsd(it, "documentation")));
    let texts: Vec<String> = texts.map(paragraphs).filter(|it| !it.is_empty()).collect();
    texts.join("\n\n")
}

/// Returns the text of an element and those inside, with white space at the ends of lines removed.
fn paragraphs(element: &Element) -> String {
    let mut text = String::new();
    add_text(element, &mut text);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

fn add_text(element: &Element, text: &mut String) {
    text.push_str(&element.text);
    for child in &element.children {
        text.push(' ');
        add_text(child, text);
    }
}
