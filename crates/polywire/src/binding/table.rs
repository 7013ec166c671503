use polywire_source::{Code, Diagnostic, FileId, Span, closest};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const SYNTAX: Code = Code("toml-syntax");
const WRONG_KIND: Code = Code("wrong-kind");

/// A value with its place.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// A table with its place.
pub(super) struct Table<'t> {
    it: DeTable<'t>,
    pub span: Span,
}

impl<'t> Table<'t> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value<'t>> {
        self.it.iter().find(|(found, _)| found.get_ref() == key).map(|(_, value)| value)
    }
}

/// Takes values of the kinds that are expected, and collects what is wrong.
pub(super) struct Reader {
    file: FileId,
    pub problems: Vec<Diagnostic>,
}

impl Reader {
    pub fn new(file: FileId) -> Self {
        Self { file, problems: Vec::new() }
    }

    /// The file's table.
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

    fn at(&self, range: Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    /// The place of a value.
    pub fn span(&self, value: &Value<'_>) -> Span {
        self.at(value.span())
    }

    fn wrong_kind(&mut self, value: &Value<'_>, expected: &str) {
        let message = format!("{expected} is expected here");
        let problem = Diagnostic::error(WRONG_KIND, message).at(self.span(value), "");
        self.problem(problem.help("docs/cpp.md describes the file"));
    }

    /// The value as a table.
    pub fn table<'t>(&mut self, value: &Value<'t>) -> Option<Table<'t>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Table { it: table.clone(), span: self.span(value) }),
            _ => {
                self.wrong_kind(value, "a table");
                None
            }
        }
    }

    /// The keys of a table with their places, and the values; none where there is no value.
    pub fn members<'t>(&mut self, value: Option<&Value<'t>>) -> Vec<(String, Span, Value<'t>)> {
        let Some(table) = value.and_then(|value| self.table(value)) else { return Vec::new() };
        let member = |(key, value): (&Spanned<_>, &Value<'t>)| (text_of(key), self.at(key.span()), value.clone());
        table.it.iter().map(member).collect()
    }

    /// Refuses other keys than these.
    pub fn only(&mut self, table: &Table<'_>, keys: &[&str]) {
        for (key, _) in table.it.iter().filter(|(key, _)| !keys.contains(&key.get_ref().as_ref())) {
            let name = text_of(key);
            let help = match closest(&name, keys.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", keys.join(", ")),
            };
            let message = format!("`{name}` means nothing here");
            let problem = Diagnostic::error(super::UNKNOWN_NAME, message).at(self.at(key.span()), "");
            self.problem(problem.help(help));
        }
    }

    /// The name that a key must have.
    pub fn required(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let Some(value) = table.get(key) else {
            let message = format!("`{key}` is missing");
            self.problem(Diagnostic::error(super::UNKNOWN_NAME, message).at(table.span, "").help("name it"));
            return None;
        };
        self.name(value)
    }

    /// A C++ name, qualified or not.
    pub fn name(&mut self, value: &Value<'_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) if is_name(text) => Some(text.trim_start_matches("::").to_owned()),
            _ => {
                self.wrong_kind(value, "a name of C++, as in \"trade::Order\",");
                None
            }
        }
    }

    /// A list of texts.
    pub fn texts(&mut self, value: &Value<'_>) -> Vec<String> {
        let texts = value.get_ref().as_array().map(|array| array.iter().map(|it| it.get_ref().as_str()).collect());
        match texts.unwrap_or(None::<Vec<&str>>) {
            Some(texts) => texts.into_iter().map(str::to_owned).collect(),
            None => {
                self.wrong_kind(value, "a list of texts");
                Vec::new()
            }
        }
    }

    /// A number from 1 on.
    pub fn count(&mut self, value: &Value<'_>) -> Option<u32> {
        let number = value.get_ref().as_integer().and_then(|it| u32::from_str_radix(it.as_str(), it.radix()).ok());
        let number = number.filter(|number| *number > 0);
        if number.is_none() {
            self.wrong_kind(value, "a number from 1 on");
        }
        number
    }

    /// True or false.
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

fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_')
            && part.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
    };
    text.trim_start_matches("::").split("::").all(is_part)
}
