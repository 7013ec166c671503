//! Values of attributes in schema files.

use super::Reader;
use super::form::Form;
use crate::xsd::codes;
use crate::xsd::schema::{Derivations, Word};
use polywire_source::{Diagnostic, Span};

impl Reader<'_> {
    /// Returns a boolean attribute.
    pub(super) fn boolean(&mut self, form: &Form<'_>, name: &'static str) -> bool {
        let Some(word) = form.word(name) else { return false };
        match word.text.as_str() {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => {
                self.not_a_value(name, &word, "`true` or `false`");
                false
            }
        }
    }

    /// Returns whether a name is in the target namespace.
    pub(super) fn is_qualified(&mut self, form: &Form<'_>, name: &'static str, usual: bool) -> bool {
        let Some(word) = form.word(name) else { return usual };
        match word.text.as_str() {
            "qualified" => true,
            "unqualified" => false,
            _ => {
                self.not_a_value(name, &word, "`qualified` or `unqualified`");
                usual
            }
        }
    }

    /// Returns a set of derivations: `#all`, or some of the given words.
    pub(super) fn derivations(&mut self, form: &Form<'_>, name: &'static str, known: &[&str]) -> Derivations {
        let mut set = Derivations::default();
        let Some(word) = form.word(name) else { return set };
        let words = if word.text == "#all" { known.to_vec() } else { word.text.split_whitespace().collect() };
        for it in words {
            let place = match it {
                "restriction" => &mut set.restriction,
                "extension" => &mut set.extension,
                "substitution" => &mut set.substitution,
                "list" => &mut set.list,
                _ => &mut set.union,
            };
            if known.contains(&it) {
                *place = true;
            } else {
                self.not_a_value(name, &word, &format!("`#all`, or some of: {}", known.join(" ")));
            }
        }
        set
    }

    pub(super) fn not_a_value(&mut self, name: &str, word: &Word, expected: &str) {
        let message = format!("`{}` is no value of `{name}`", word.text);
        self.report(codes::VALUE, message, word.span, &format!("write {expected}"));
    }

    /// Reports attributes that exclude each other.
    pub(super) fn exclude(&mut self, form: &Form<'_>, one: &'static str, others: &[&str]) {
        if form.word(one).is_none() {
            return;
        }
        for other in others {
            if let Some(word) = form.word(other) {
                let message = format!("`{one}` and `{other}` exclude each other");
                self.report(codes::ATTRIBUTE, message, word.span, "remove one of them");
            }
        }
    }

    /// Reports children beside an attribute that stands for them.
    pub(super) fn no_child(&mut self, form: &Form<'_>, attribute: &'static str, child: Option<Span>) {
        if let (Some(word), Some(span)) = (form.word(attribute), child) {
            let message = format!("`{attribute}` and an element inside exclude each other");
            let problem = Diagnostic::error(codes::ATTRIBUTE, message).at(span, "").related(word.span, "the attribute");
            self.diagnostics.push_once(problem.help("remove one of them"));
        }
    }
}
