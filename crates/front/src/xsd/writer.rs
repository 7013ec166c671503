//! Elements of XML Schema as text.

use std::fmt::Write;

/// An element's attributes.
pub(super) type Attributes = [(String, String)];

/// Indented elements, of the prefix `xs`.
#[derive(Default)]
pub(super) struct Writer {
    pub text: String,
    depth: usize,
}

impl Writer {
    pub fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n("  ", self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub fn open(&mut self, name: &str, attributes: &Attributes) {
        self.line(&format!("<xs:{name}{}>", shown(attributes)));
        self.depth += 1;
    }

    pub fn close(&mut self, name: &str) {
        self.depth -= 1;
        self.line(&format!("</xs:{name}>"));
    }

    pub fn empty(&mut self, name: &str, attributes: &Attributes) {
        self.line(&format!("<xs:{name}{}/>", shown(attributes)));
    }

    /// Writes documentation, if there is any.
    pub fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            let doc = escaped(doc, false);
            self.line(&format!("<xs:annotation><xs:documentation>{doc}</xs:documentation></xs:annotation>"));
        }
    }
}

fn shown(attributes: &Attributes) -> String {
    attributes.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = write!(text, " {name}=\"{}\"", escaped(value, true));
        text
    })
}

fn escaped(text: &str, is_attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' if is_attribute => escaped.push_str("&quot;"),
            '\t' | '\n' if is_attribute => {
                let _ = write!(escaped, "&#{};", it as u32);
            }
            '\r' => escaped.push_str("&#13;"),
            it => escaped.push(it),
        }
    }
    escaped
}

/// Returns an attribute.
pub(super) fn attribute(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}
