use super::{Builder, float};
use crate::fbs::ast::{self, ValueKind, Word};
use crate::fbs::codes;
use crate::fbs::schema::{Attribute, Attributes, BUILT_IN, Head};
use polywire_source::{Diagnostic, closest};

impl Builder<'_> {
    pub(super) fn head(&mut self, head: &ast::Head) -> Head {
        let attributes = self.attributes(&head.attributes);
        Head { name: head.name.text.clone(), doc: head.doc.clone(), attributes, span: head.name.span }
    }

    fn attributes(&mut self, attributes: &[ast::Attribute]) -> Attributes {
        let mut found = Attributes::default();
        for it in attributes {
            self.check_known(&it.name);
            let (value, is_text) = it.value.as_ref().map_or((None, false), |value| self.attribute_value(value));
            if let Some(first) = found.find(&it.name.text) {
                let twice = format!("attribute `{}` is stated twice; the first one counts", it.name.text);
                let twice = Diagnostic::warning(codes::ATTRIBUTE, twice).at(it.name.span, "stated again here");
                self.diagnostics.push(twice.related(first.span, "first stated here").help("remove one of them"));
                continue;
            }
            found.0.push(Attribute { name: it.name.text.clone(), value, is_text, span: it.name.span });
        }
        found
    }

    fn check_known(&mut self, name: &Word) {
        if BUILT_IN.contains(&name.text.as_str()) || self.names.attributes.contains(&name.text) {
            return;
        }
        let declared = self.names.attributes.iter().map(String::as_str);
        let help = match closest(&name.text, BUILT_IN.into_iter().chain(declared)) {
            Some(near) => format!("did you mean `{near}`? Else declare it first: attribute \"{}\";", name.text),
            None => format!("declare it first: attribute \"{}\";", name.text),
        };
        self.error(codes::UNKNOWN_ATTRIBUTE, format!("unknown attribute `{}`", name.text), name.span, &help);
    }

    /// Returns the value of an attribute, and true if it is a string.
    fn attribute_value(&mut self, value: &ast::Value) -> (Option<String>, bool) {
        match &value.kind {
            ValueKind::Text { value, .. } => return (Some(value.clone()), true),
            ValueKind::Int(text) => {
                if let Some(number) = float::integer(text).and_then(|it| i32::try_from(it).ok()) {
                    return (Some(number.to_string()), false);
                }
            }
            ValueKind::Word(_) | ValueKind::Float(_) | ValueKind::Call(..) | ValueKind::EmptyVector => {}
        }
        let message = "the value of an attribute is a string or an integer of 32 bits";
        self.error(codes::ATTRIBUTE, message, value.span, "put the value into quotes");
        (None, false)
    }
}
