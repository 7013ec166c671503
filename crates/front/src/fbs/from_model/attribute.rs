use crate::fbs::schema::{Attribute, Attributes};
use polywire_source::Span;

/// Collects attributes.
#[derive(Default)]
pub(super) struct Writer {
    pub attributes: Attributes,
}

impl Writer {
    pub fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.add(name, None, false);
        }
    }

    pub fn value(&mut self, name: &str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.add(name, Some(value.to_string()), false);
        }
    }

    pub fn text(&mut self, name: &str, value: Option<String>) {
        if value.is_some() {
            self.add(name, value, true);
        }
    }

    fn add(&mut self, name: &str, value: Option<String>, is_text: bool) {
        self.attributes.0.push(Attribute { name: name.to_owned(), value, is_text, span: Span::default() });
    }
}
