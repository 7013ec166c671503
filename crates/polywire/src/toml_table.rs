//! Reads TOML: values of the expected kinds, and errors with spans.

use crate::problem::suggestion;
use polywire_source::{Code, Diagnostic, FileId, Span};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An unknown or missing name.
pub(crate) const UNKNOWN_NAME: Code = Code("unknown-name");
const SYNTAX: Code = Code("toml-syntax");
const WRONG_KIND: Code = Code("wrong-kind");

/// A value with its span.
pub(crate) type Value<'t> = Spanned<DeValue<'t>>;

/// A table with its span.
pub(crate) struct Table<'t> {
    it: DeTable<'t>,
    pub span: Span,
}

impl<'t> Table<'t> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value<'t>> {
        self.it.iter().find(|(found, _)| found.get_ref() == key).map(|(_, value)| value)
    }
}

/// Reads values of expected kinds, and collects errors.
pub(crate) struct Reader {
    file: FileId,
    /// The page that describes the file.
    guide: &'static str,
    pub problems: Vec<Diagnostic>,
}

impl Reader {
    /// Creates a reader; `guide` is the page that describes the file.
    pub fn new(file: FileId, guide: &'static str) -> Self {
        Self { file, guide, problems: Vec::new() }
    }

    /// Parses the file.
    pub fn parse<'t>(&mut self, text: &'t str) -> Option<Table<'t>> {
        match DeTable::parse(text) {
            Ok(table) => {
                let span = self.at(table.span());
                Some(Table { it: table.into_inner(), span })
            }
            Err(error) => {
                let span = self.at(error.span().unwrap_or(0..0));
                self.problem(Diagnostic::error(SYNTAX, error.message().to_owned()).at(span, ""));
                None
            }
        }
    }

    pub fn problem(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// Returns what was read, or the errors in the order of the file.
    pub fn into_result<T>(mut self, read: T) -> Result<T, Vec<Diagnostic>> {
        self.problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span.start));
        if self.problems.is_empty() { Ok(read) } else { Err(self.problems) }
    }

    fn at(&self, range: Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    /// Returns the span of a value.
    pub fn span(&self, value: &Value<'_>) -> Span {
        self.at(value.span())
    }

    pub fn wrong_kind(&mut self, value: &Value<'_>, expected: &str) {
        let message = format!("{expected} is expected here");
        let problem = Diagnostic::error(WRONG_KIND, message).at(self.span(value), "");
        self.problem(problem.help(format!("{} describes the file", self.guide)));
    }

    /// Returns the value as a table.
    pub fn table<'t>(&mut self, value: &Value<'t>) -> Option<Table<'t>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Table { it: table.clone(), span: self.span(value) }),
            _ => {
                self.wrong_kind(value, "a table");
                None
            }
        }
    }

    /// Returns the keys of a table with their spans and values; empty if there is no value.
    pub fn members<'t>(&mut self, value: Option<&Value<'t>>) -> Vec<(String, Span, Value<'t>)> {
        let Some(table) = value.and_then(|value| self.table(value)) else { return Vec::new() };
        let member = |(key, value): (&Spanned<_>, &Value<'t>)| (text_of(key), self.at(key.span()), value.clone());
        table.it.iter().map(member).collect()
    }

    /// Rejects keys other than these.
    pub fn only(&mut self, table: &Table<'_>, keys: &[&str]) {
        for (key, _) in table.it.iter().filter(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            let name = text_of(key);
            let message = format!("`{name}` is not a known key here");
            let problem = unknown_name(&message, &name, self.at(key.span()), keys);
            self.problem(problem);
        }
    }

    /// Returns the value as a text.
    pub fn text(&mut self, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_kind(value, "a text");
        }
        text.map(str::to_owned)
    }

    /// Returns the value as a list of texts.
    pub fn texts(&mut self, value: &Value<'_>) -> Vec<String> {
        match value.get_ref() {
            DeValue::Array(elements) => elements.iter().filter_map(|element| self.text(element)).collect(),
            _ => {
                self.wrong_kind(value, "a list of texts");
                Vec::new()
            }
        }
    }

    /// Returns the value as a text or a list of texts, with spans.
    pub fn placed_texts(&mut self, value: &Value<'_>) -> Vec<(String, Span)> {
        let elements = match value.get_ref() {
            DeValue::Array(elements) => elements.iter().collect(),
            _ => vec![value],
        };
        elements.into_iter().filter_map(|element| Some((self.text(element)?, self.span(element)))).collect()
    }

    /// Returns the value as a list of tables.
    pub fn tables<'t>(&mut self, value: &Value<'t>) -> Vec<Table<'t>> {
        match value.get_ref() {
            DeValue::Array(elements) => elements.iter().filter_map(|element| self.table(element)).collect(),
            _ => {
                self.wrong_kind(value, "a list of tables, as in [[gen]],");
                Vec::new()
            }
        }
    }

    /// Returns the value as a positive integer.
    pub fn count(&mut self, value: &Value<'_>) -> Option<u32> {
        let number = value.get_ref().as_integer().and_then(|it| u32::from_str_radix(it.as_str(), it.radix()).ok());
        let number = number.filter(|number| *number > 0);
        if number.is_none() {
            self.wrong_kind(value, "a number of at least 1");
        }
        number
    }

    /// Returns the value as a boolean.
    pub fn flag(&mut self, value: &Value<'_>) -> bool {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_kind(value, "true or false");
        }
        flag.unwrap_or_default()
    }
}

fn text_of(key: &Spanned<std::borrow::Cow<'_, str>>) -> String {
    key.get_ref().to_string()
}

/// Returns the error for an unknown name.
pub(crate) fn unknown_name(message: &str, name: &str, span: Span, known: &[impl AsRef<str>]) -> Diagnostic {
    Diagnostic::error(UNKNOWN_NAME, message).at(span, "").help(suggestion(name, known))
}
