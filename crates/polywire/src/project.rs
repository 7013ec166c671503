//! Project files, usually `polywire.toml`: the files to generate, stated once instead of on each command line.
//!
//! ```toml
//! import = ["schemas"]
//! schema = ["schemas/trade.proto"]
//!
//! [[gen]]
//! lang = "cpp"
//! wire = ["protobuf", "json"]
//! output = "generated/cpp"
//!
//! [[gen]]
//! lang = "erlang"
//! wire = "protobuf"
//! output = "generated/erlang"
//! ```
//!
//! The keys are the names of the options of `polywire gen`. Keys at the top hold in each `[[gen]]` that does not
//! override them; without any `[[gen]]`, the file is one set.

use crate::calls::Protocol;
use crate::generate::{
    Additions, Interfaces, Job, LANGUAGES, Language, Misfit, Placement, Selected, Written, go_packages, language,
    namespaces, rust_attributes,
};
use crate::schema::Extensions;
use crate::toml_table::{Reader, Table, UNKNOWN_NAME, Value, unknown_name};
use polywire_lower::framing::{FRAMINGS, FrameFormat, framing};
use polywire_lower::{FORMATS, Format, format};
use polywire_model::attr::choices;
use polywire_source::{Code, Diagnostic, FileId, Span};
use std::str::FromStr;

const CANNOT_GENERATE: Code = Code("cannot-generate");

/// A path in the file, with its span.
pub type PlacedPath = (String, Span);

/// Schemas with the same outputs.
pub struct Set {
    /// The schemas.
    pub schemas: Vec<PlacedPath>,
    /// Import folders.
    pub imports: Vec<PlacedPath>,
    /// The treatment of extensions.
    pub extensions: Extensions,
    /// Texts may hold bytes that are not UTF-8.
    pub allow_non_utf8: bool,
    /// Macros for IDL and C headers.
    pub macros: Vec<String>,
    /// Options of formats, each a choice of [`FormatOptions`].
    pub options: Vec<String>,
    /// The folder of generated files.
    pub output: String,
    /// The binding to existing classes.
    pub bind: Option<PlacedPath>,
    /// Everything else.
    pub job: Job,
}

impl Set {
    /// Returns errors for paths of a set that do not exist; `is_there` tests a path.
    pub fn missing(&self, is_there: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
        let paths = self.schemas.iter().chain(&self.imports).chain(&self.bind);
        let missing = paths.filter(|(path, _)| !is_there(path));
        let problem = |(path, span): &PlacedPath| {
            let message = format!("there is no \"{path}\"");
            let problem = Diagnostic::error(Code("unreadable-file"), message).at(*span, "");
            problem.help("paths are relative to the folder of this file")
        };
        missing.map(problem).collect()
    }
}

/// Parses a project file. `file` is the file that errors refer to.
pub fn read(text: &str, file: FileId) -> Result<Vec<Set>, Vec<Diagnostic>> {
    let mut reader = Reader::new(file, "docs/command.md");
    let sets = reader.parse(text).map(|table| sets(&mut reader, &table)).unwrap_or_default();
    reader.problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span.start));
    reader.problems.dedup();
    if reader.problems.is_empty() { Ok(sets) } else { Err(reader.problems) }
}

const KEYS: [&str; 26] = [
    "schema",
    "import",
    "define",
    "extensions",
    "allow-non-utf8",
    "option",
    "lang",
    "wire",
    "frames",
    "select",
    "writer",
    "bind",
    "borrowed",
    "views",
    "describe",
    "split",
    "namespace",
    "go-package",
    "rust-attribute",
    "serde",
    "go-binary",
    "go-json",
    "envelopes",
    "explain",
    "rpc",
    "output",
];

fn sets(reader: &mut Reader, top: &Table<'_>) -> Vec<Set> {
    reader.only(top, &[&KEYS[..], &["gen", "lint"]].concat());
    let is_task = |key: &&str| !["schema", "import", "define"].contains(key) && top.get(key).is_some();
    if top.get("lint").is_some() && top.get("gen").is_none() && !KEYS.iter().any(is_task) {
        // The file is for lint rules only.
        return Vec::new();
    }
    let Some(value) = top.get("gen") else {
        return SetReader { reader, own: None, top }.set().into_iter().collect();
    };
    let mut sets = Vec::new();
    for table in reader.tables(value) {
        reader.only(&table, &KEYS);
        sets.extend(SetReader { reader, own: Some(&table), top }.set());
    }
    sets
}

/// Reads the keys of a set from its own table, or else from the top level of the file.
struct SetReader<'r, 't> {
    reader: &'r mut Reader,
    own: Option<&'r Table<'t>>,
    top: &'r Table<'t>,
}

impl<'r, 't> SetReader<'r, 't> {
    fn set(mut self) -> Option<Set> {
        let schemas = self.needed("schema").map(|value| self.reader.placed_texts(value)).unwrap_or_default();
        let output = self.needed("output").and_then(|value| self.reader.text(value));
        let language = self.needed("lang").and_then(|value| self.language(value));
        let formats = self.needed("wire").map(|value| self.formats(value)).unwrap_or_default();
        let framings = self.get("frames").map(|value| self.framings(value)).unwrap_or_default();
        let selected: Vec<Selected> =
            self.get("select").map(|value| self.decoders(value, "this selects nothing")).unwrap_or_default();
        let written: Vec<Written> =
            self.get("writer").map(|value| self.decoders(value, "this names no schema")).unwrap_or_default();
        let borrowed = self.get("borrowed").is_some_and(|value| self.reader.flag(value));
        let views = self.get("views").is_some_and(|value| self.reader.flag(value));
        let describe = self.get("describe").is_some_and(|value| self.reader.flag(value));
        let split = self.get("split").is_some_and(|value| self.reader.flag(value));
        let placement = Placement {
            namespaces: self.get("namespace").map(|value| self.places(value, namespaces)).unwrap_or_default(),
            packages: self.get("go-package").map(|value| self.places(value, go_packages)).unwrap_or_default(),
            additions: Additions {
                attributes: self
                    .get("rust-attribute")
                    .map(|value| self.places(value, rust_attributes))
                    .unwrap_or_default(),
                serde: self.get("serde").is_some_and(|value| self.reader.flag(value)),
            },
            interfaces: Interfaces {
                binary: self.get("go-binary").and_then(|value| self.reader.text(value)),
                json: self.get("go-json").and_then(|value| self.reader.text(value)),
            },
            ..Placement::default()
        };
        let envelopes = self.get("envelopes").and_then(|value| self.prefix(value));
        let explain = self.get("explain").is_some_and(|value| self.reader.flag(value));
        let protocols = self.get("rpc").map(|value| self.protocols(value)).unwrap_or_default();
        let imports = self.get("import").map(|value| self.reader.placed_texts(value)).unwrap_or_default();
        let extensions = self.get("extensions").map(|value| self.extensions(value)).unwrap_or_default();
        let allow_non_utf8 = self.get("allow-non-utf8").is_some_and(|value| self.reader.flag(value));
        let macros = self.get("define").map(|value| self.reader.texts(value)).unwrap_or_default();
        let options = self.get("option").map(|value| self.options(value)).unwrap_or_default();
        let bind = self.get("bind").and_then(|value| Some((self.reader.text(value)?, self.reader.span(value))));
        let job = Job {
            language: language?,
            formats,
            framings,
            selected,
            written,
            bindings: Vec::new(),
            borrowed,
            views,
            describe,
            split,
            placement,
            envelopes,
            explain,
            protocols,
            without: Vec::new(),
        };
        self.report_misfit(job.misfit(bind.is_some()));
        Some(Set { schemas, imports, macros, extensions, allow_non_utf8, options, output: output?, bind, job })
    }

    /// Returns the prefix of names; `true` is an empty prefix.
    fn prefix(&mut self, value: &Value<'_>) -> Option<String> {
        match value.get_ref().as_str() {
            Some(prefix) => Some(prefix.to_owned()),
            None => self.reader.flag(value).then(String::new),
        }
    }

    fn get(&self, key: &str) -> Option<&'r Value<'t>> {
        self.own.and_then(|own| own.get(key)).or_else(|| self.top.get(key))
    }

    fn needed(&mut self, key: &str) -> Option<&'r Value<'t>> {
        let found = self.get(key);
        match found {
            None => self.report_missing(key),
            Some(value) if value.get_ref().as_array().is_some_and(|list| list.is_empty()) => {
                let problem = Diagnostic::error(CANNOT_GENERATE, format!("`{key}` names nothing"));
                self.reader.problem(problem.at(self.reader.span(value), "").help("name one or more"));
            }
            Some(_) => {}
        }
        found
    }

    fn report_missing(&mut self, key: &str) {
        let start = Span { end: self.top.span.start, ..self.top.span };
        let place = self.own.map_or(start, |own| own.span);
        let problem = Diagnostic::error(UNKNOWN_NAME, format!("`{key}` is missing")).at(place, "");
        self.reader.problem(problem.help(format!("set `{key}` here, or at the top of the file for all")));
    }

    fn language(&mut self, value: &Value<'_>) -> Option<&'static Language> {
        let name = self.reader.text(value)?;
        let names: Vec<&str> = LANGUAGES.iter().map(|it| it.name).collect();
        language(&name).or_else(|| self.report_unknown("language", &name, self.reader.span(value), &names))
    }

    fn formats(&mut self, value: &Value<'_>) -> Vec<&'static Format> {
        let names: Vec<&str> = FORMATS.iter().map(|it| it.name).collect();
        self.named(value, format, "format", &names)
    }

    fn framings(&mut self, value: &Value<'_>) -> Vec<&'static FrameFormat> {
        let names: Vec<&str> = FRAMINGS.iter().map(|it| it.name).collect();
        self.named(value, framing, "framing", &names)
    }

    fn protocols(&mut self, value: &Value<'_>) -> Vec<&'static Protocol> {
        let names: Vec<&str> = Protocol::generated().map(|it| it.name).collect();
        self.named(value, |name| Protocol::generated().find(|it| it.name == name), "protocol", &names)
    }

    fn named<T>(&mut self, value: &Value<'_>, find: fn(&str) -> Option<T>, kind: &str, known: &[&str]) -> Vec<T> {
        let texts = self.reader.placed_texts(value);
        let each = |(name, span): &(String, Span)| find(name).or_else(|| self.report_unknown(kind, name, *span, known));
        texts.iter().filter_map(each).collect()
    }

    /// Returns decoders beside those of the formats, each written as one text.
    fn decoders<T: FromStr<Err = String>>(&mut self, value: &Value<'_>, wrong: &str) -> Vec<T> {
        let mut decoders = Vec::new();
        for (text, span) in self.reader.placed_texts(value) {
            match text.parse() {
                Ok(it) => decoders.push(it),
                Err(help) => {
                    let problem = Diagnostic::error(CANNOT_GENERATE, wrong).at(span, "");
                    self.reader.problem(problem.help(help));
                }
            }
        }
        decoders
    }

    fn places<P: Default>(&mut self, value: &Value<'_>, parse: fn(&[&str]) -> Result<P, String>) -> P {
        let texts = self.reader.placed_texts(value);
        for (text, span) in &texts {
            if let Err(help) = parse(&[text]) {
                let problem = Diagnostic::error(CANNOT_GENERATE, "types are not allowed here").at(*span, "");
                self.reader.problem(problem.help(help));
            }
        }
        let texts: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        parse(&texts).unwrap_or_default()
    }

    fn extensions(&mut self, value: &Value<'_>) -> Extensions {
        match self.reader.text(value).as_deref() {
            Some("inside") | None => Extensions::Inside,
            Some("apart") => Extensions::Apart,
            Some(name) => {
                self.report_unknown::<()>("form of extensions", name, self.reader.span(value), &["inside", "apart"]);
                Extensions::Inside
            }
        }
    }

    /// Returns choices of options of formats.
    fn options(&mut self, value: &Value<'_>) -> Vec<String> {
        let known: Vec<&str> = choices().map(|value| value.choice).collect();
        let mut chosen = Vec::new();
        for (name, span) in self.reader.placed_texts(value) {
            if known.contains(&name.as_str()) {
                chosen.push(name);
            } else {
                self.report_unknown::<()>("option", &name, span, &known);
            }
        }
        chosen
    }

    fn report_unknown<T>(&mut self, kind: &str, name: &str, span: Span, known: &[&str]) -> Option<T> {
        self.reader.problem(unknown_name(&format!("there is no {kind} `{name}`"), name, span, known));
        None
    }

    fn report_misfit(&mut self, misfit: Option<Misfit>) {
        if let Some(misfit) = misfit
            && let Some(value) = self.get(misfit.option)
        {
            let span = self.reader.span(value);
            self.reader.problem(Diagnostic::error(CANNOT_GENERATE, misfit.reason).at(span, ""));
        }
    }
}
