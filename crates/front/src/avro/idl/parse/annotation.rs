//! Documentation and annotations in front of declarations.

use super::super::lex::TokenKind;
use super::cursor::Parser;
use crate::avro::codes;
use crate::avro::json::{Json, Member};
use crate::avro::tree::Word;
use polywire_source::Diagnostic;

impl Parser<'_, '_> {
    /// Reads documentation and annotations: the last comment counts, and the last of several annotations with the same
    /// name.
    pub(super) fn head(&mut self) -> Option<(Option<String>, Vec<Member>)> {
        let (mut doc, mut annotations) = (None, Vec::new());
        loop {
            if let TokenKind::Doc(text) = self.kind() {
                doc = Some(text.clone());
                self.next();
            } else if self.is_symbol('@') {
                let it = self.annotation()?;
                self.add_annotation(&mut annotations, it);
            } else {
                return Some((doc, annotations));
            }
        }
    }

    fn add_annotation(&mut self, annotations: &mut Vec<Member>, it: Member) {
        let Some(first) = annotations.iter_mut().find(|other| other.name == it.name) else {
            return annotations.push(it);
        };
        let message = format!("there are two annotations `{}`; the last one counts", it.name);
        let problem = Diagnostic::warning(codes::DUPLICATE_NAME, message).at(it.name_span, "");
        let problem = problem.related(first.name_span, "first stated here").help("remove one of them");
        self.reader.diagnostics.push(problem);
        *first = it;
    }

    /// `@name(value)`.
    fn annotation(&mut self) -> Option<Member> {
        self.next();
        let name = self.name("an annotation")?;
        self.expect('(')?;
        let value = self.value()?;
        self.expect(')')?;
        Some(Member { name: name.text, name_span: name.span, value })
    }

    /// Takes an annotation with a meaning.
    pub(super) fn take(&mut self, annotations: &mut Vec<Member>, name: &str) -> Option<Json> {
        let at = annotations.iter().position(|it| it.name == name)?;
        Some(annotations.remove(at).value)
    }

    /// Takes an annotation whose value is a text.
    pub(super) fn take_text(&mut self, annotations: &mut Vec<Member>, name: &str) -> Option<Word> {
        let value = self.take(annotations, name)?;
        match value.as_text() {
            Some(text) => Some(Word { text: text.to_owned(), span: value.span }),
            None => {
                let message = format!("`@{name}` has {}, and needs a text", value.what());
                self.error_at(value.span, &message, &format!("write `@{name}(\"…\")`"));
                None
            }
        }
    }

    /// Takes the names that `@aliases([…])` states.
    pub(super) fn take_aliases(&mut self, annotations: &mut Vec<Member>) -> Vec<Word> {
        let Some(value) = self.take(annotations, "aliases") else { return Vec::new() };
        let elements = value.as_array().map(<[Json]>::iter);
        let names: Option<Vec<Word>> = elements.and_then(|elements| {
            elements.map(|it| Some(Word { text: it.as_text()?.to_owned(), span: it.span })).collect()
        });
        names.unwrap_or_else(|| {
            self.error_at(value.span, "aliases are an array of texts", "write `@aliases([\"…\"])`");
            Vec::new()
        })
    }
}
