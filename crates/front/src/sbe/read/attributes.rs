//! The attributes of an element.

use crate::sbe::codes;
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Head, Limits, Presence, Stated, Time, Word};
use crate::xml::{Attribute, Element};
use polywire_source::{Diagnostic, Diagnostics, Span, closest};
use std::cell::RefCell;
use std::str::FromStr;

/// Reads attributes, and reports those that cannot be read. Those that nobody asks for are reported at the end.
pub(super) struct Attributes<'a, 'd> {
    element: &'a Element,
    known: RefCell<Vec<&'static str>>,
    diagnostics: &'d RefCell<&'d mut Diagnostics>,
}

impl<'a, 'd> Attributes<'a, 'd> {
    pub fn of(element: &'a Element, diagnostics: &'d RefCell<&'d mut Diagnostics>) -> Self {
        Self { element, known: RefCell::default(), diagnostics }
    }

    pub fn report(&self, problem: Diagnostic) {
        self.diagnostics.borrow_mut().push(problem);
    }

    fn find(&self, name: &'static str) -> Option<&'a Attribute> {
        self.known.borrow_mut().push(name);
        self.element.attributes.iter().find(|it| it.name == name && it.namespace.is_empty())
    }

    /// Returns an attribute as a word.
    pub fn word(&self, name: &'static str) -> Option<Word> {
        self.find(name).map(|it| Word { text: it.value.trim().to_owned(), span: it.value_span })
    }

    /// Returns an attribute's text.
    pub fn text(&self, name: &'static str) -> Option<String> {
        self.find(name).map(|it| it.value.clone())
    }

    /// Returns an attribute that has to be there; reports if it is not.
    pub fn required(&self, name: &'static str) -> Word {
        self.word(name).unwrap_or_else(|| {
            let message = format!("`<{}>` needs the attribute `{name}`", self.element.name);
            self.report(Diagnostic::error(codes::ATTRIBUTE, message).at(self.element.span, ""));
            Word { text: String::new(), span: self.element.span }
        })
    }

    /// Returns a number.
    pub fn number<T: FromStr>(&self, name: &'static str, range: &str) -> Option<Stated<T>> {
        let word = self.word(name)?;
        let value = word.text.parse().ok();
        if value.is_none() {
            self.not_a_value(name, &word, &format!("a number {range}"));
        }
        value.map(|value| Stated { value, span: word.span })
    }

    /// Returns an id or a version.
    pub fn id(&self, name: &'static str) -> Option<Stated<u16>> {
        self.number(name, "from 0 to 65535")
    }

    /// Returns an id that has to be there.
    pub fn required_id(&self, name: &'static str) -> Stated<u16> {
        let missing = Stated { value: 0, span: self.element.span };
        match self.element.attributes.iter().any(|it| it.name == name) {
            true => self.id(name).unwrap_or(missing),
            false => {
                self.required(name);
                missing
            }
        }
    }

    /// Returns a size or an offset in bytes.
    pub fn bytes(&self, name: &'static str) -> Option<Stated<u32>> {
        self.number(name, "from 0 to 4294967295")
    }

    pub fn presence(&self) -> Option<Presence> {
        let word = self.word("presence")?;
        let presence = Presence::named(&word.text);
        if presence.is_none() {
            self.not_a_value("presence", &word, "`required`, `optional` or `constant`");
        }
        presence
    }

    pub fn primitive(&self, name: &'static str) -> Primitive {
        let word = self.required(name);
        Primitive::named(&word.text).unwrap_or_else(|| {
            if !word.text.is_empty() {
                let message = format!("`{}` is not a primitive type", word.text);
                let near = closest(&word.text, Primitive::names()).map(|name| format!("do you mean `{name}`?"));
                let names = || format!("primitive types are {}", Primitive::names().collect::<Vec<_>>().join(", "));
                let problem = Diagnostic::error(codes::UNKNOWN_NAME, message).at(word.span, "");
                self.report(problem.help(near.unwrap_or_else(names)));
            }
            Primitive::Int { bits: 8, signed: false }
        })
    }

    pub fn limits(&self) -> Limits {
        Limits { min: self.word("minValue"), max: self.word("maxValue"), null: self.word("nullValue") }
    }

    pub fn time(&self) -> Time {
        Time { epoch: self.text("epoch"), unit: self.text("timeUnit") }
    }

    /// Returns what all declarations have.
    pub fn head(&self) -> Head {
        let since = self.id("sinceVersion");
        let head = Head {
            name: self.required("name"),
            description: self.text("description").unwrap_or_default(),
            semantic_type: self.word("semanticType"),
            since: since.map_or(0, |it| it.value),
            since_span: since.map(|it| it.span),
            deprecated: self.id("deprecated").map(|it| it.value),
            offset: self.bytes("offset"),
        };
        if !head.name.text.is_empty() && !is_name(&head.name.text) {
            self.not_a_value("name", &head.name, "a name of letters, digits and `_` that does not begin with a digit");
        }
        head
    }

    /// Returns the text inside of the element.
    pub fn content(&self) -> Option<Word> {
        let text = self.element.text.trim();
        (!text.is_empty()).then(|| Word { text: text.to_owned(), span: self.element.text_span })
    }

    pub fn span(&self) -> Span {
        self.element.span
    }

    fn not_a_value(&self, name: &str, word: &Word, expected: &str) {
        let message = format!("`{name}` has to be {expected}");
        self.report(Diagnostic::error(codes::VALUE, message).at(word.span, ""));
    }

    /// Warns of attributes that mean nothing.
    pub fn end(self) {
        let known = self.known.borrow();
        let unknown = self.element.attributes.iter();
        for it in unknown.filter(|it| it.namespace.is_empty() && !known.contains(&it.name.as_str())) {
            let message = format!("`<{}>` has no attribute `{}`", self.element.name, it.name);
            let problem = Diagnostic::warning(codes::ATTRIBUTE, message).at(it.span, "it has no effect");
            self.report(match closest(&it.name, known.iter().copied()) {
                Some(name) => problem.help(format!("do you mean `{name}`?")),
                None => problem,
            });
        }
    }
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
        && characters.all(|it| it.is_ascii_alphanumeric() || it == '_')
}
