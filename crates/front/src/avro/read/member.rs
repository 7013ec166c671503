//! Members of objects that schemas of several kinds have.

use super::{Reader, check_name, check_namespace, split};
use crate::avro::codes;
use crate::avro::json::{Json, Member};
use crate::avro::tree::{FullName, Word, qualified};
use polywire_source::Diagnostic;

impl Reader<'_> {
    /// Reads a text that must be there.
    pub(super) fn required(&mut self, json: &Json, name: &str, what: &str) -> Option<Word> {
        match json.get(name).map(|it| (it, it.as_text())) {
            Some((it, Some(text))) => Some(Word { text: text.to_owned(), span: it.span }),
            Some((it, None)) => {
                self.error(it.span, format!("`{name}` of {what} is {}, and must be a text", it.what()), "");
                None
            }
            None => {
                self.error(json.span, format!("{what} needs `{name}`"), "");
                None
            }
        }
    }

    /// Reads a text that may be missing. Other values have no effect, as in Avro for Java.
    pub(super) fn optional(&mut self, json: &Json, name: &str) -> Option<Word> {
        let it = json.get(name)?;
        match it.as_text() {
            Some(text) => Some(Word { text: text.to_owned(), span: it.span }),
            None => {
                let message = format!("`{name}` is {}, which has no effect", it.what());
                self.diagnostics.push(Diagnostic::warning(codes::SCHEMA, message).at(it.span, "").help("write a text"));
                None
            }
        }
    }

    pub(super) fn doc(&mut self, json: &Json) -> Option<String> {
        self.optional(json, "doc").map(|it| it.text)
    }

    /// Reads `name` and `namespace`.
    pub(super) fn name(&mut self, json: &Json, key: &str, what: &str, namespace: &str) -> Option<FullName> {
        let name = self.required(json, key, what)?;
        let own = self.optional(json, "namespace");
        let found = split(&name.text, own.as_ref().map_or(namespace, |it| &it.text), name.span);
        check_name(what, &found.name, name.span, self.diagnostics);
        let stated = own.filter(|_| !name.text.contains('.'));
        check_namespace(&found.namespace, stated.map_or(name.span, |it| it.span), self.diagnostics);
        Some(found)
    }

    /// Reads `aliases`.
    pub(super) fn aliases(&mut self, json: &Json) -> Vec<Word> {
        let Some(it) = json.get("aliases") else { return Vec::new() };
        let Some(aliases) = it.as_array() else {
            self.error(it.span, format!("`aliases` is {}, and must be an array of names", it.what()), "");
            return Vec::new();
        };
        let mut names = Vec::new();
        for alias in aliases {
            match alias.as_text() {
                Some(name) => names.push(Word { text: name.to_owned(), span: alias.span }),
                None => self.error(alias.span, format!("an alias is {}, and must be a name", alias.what()), ""),
            }
        }
        names
    }

    /// Returns full names of aliases, which are relative to the namespace of the type.
    pub(in crate::avro) fn full_aliases(&mut self, aliases: Vec<Word>, namespace: &str) -> Vec<String> {
        let full = |it: Word| {
            let name = split(&it.text, namespace, it.span);
            check_name("a type", &name.name, it.span, self.diagnostics);
            check_namespace(&name.namespace, it.span, self.diagnostics);
            qualified(&name.name, &name.namespace)
        };
        aliases.into_iter().map(full).collect()
    }

    /// Reads an array that must be there.
    pub(super) fn elements<'j>(&mut self, json: &'j Json, name: &str, what: &str) -> Option<&'j [Json]> {
        match json.get(name).map(|it| (it, it.as_array())) {
            Some((_, Some(elements))) => Some(elements),
            Some((it, None)) => {
                self.error(it.span, format!("`{name}` of {what} is {}, and must be an array", it.what()), "");
                None
            }
            None => {
                self.error(json.span, format!("{what} needs `{name}`, an array"), "");
                None
            }
        }
    }

    /// Reads an object that may be missing.
    pub(super) fn entries<'j>(&mut self, json: &'j Json, name: &str, what: &str) -> &'j [Member] {
        let Some(it) = json.get(name) else { return &[] };
        it.as_object().unwrap_or_else(|| {
            self.error(it.span, format!("`{name}` of {what} is {}, and must be an object", it.what()), "");
            &[]
        })
    }
}
