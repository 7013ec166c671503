use crate::capnp::ast::Word;
use crate::capnp::codes;
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::HashMap;

/// The names of one scope, each of which can be declared once.
#[derive(Default)]
pub(in crate::capnp) struct Names<'a> {
    first: HashMap<&'a str, Span>,
    union: Option<Span>,
}

impl<'a> Names<'a> {
    pub fn declare(&mut self, name: &'a Word, diagnostics: &mut Diagnostics) {
        let Some(first) = self.first.get(name.text.as_str()) else {
            self.first.insert(&name.text, name.span);
            return;
        };
        let twice = Diagnostic::error(codes::DUPLICATE_NAME, format!("`{}` is declared twice", name.text))
            .at(name.span, "declared again here")
            .related(*first, "first declared here");
        diagnostics.push(twice.help("rename one of them"));
    }

    pub fn declare_union(&mut self, span: Span, diagnostics: &mut Diagnostics) {
        let Some(first) = self.union.replace(span) else { return };
        let twice = Diagnostic::error(codes::UNION, "a struct or group has at most one union without a name")
            .at(span, "a second one")
            .related(first, "the first one");
        diagnostics.push(twice.help("give one of them a name: `name :union { … }`"));
    }
}
