//! Lint rules: what a schema should have although it compiles without.
//!
//! Rules about declarations are checked in the model, with the names of the language's own style guide. Rules that only
//! one language has are in its front end, in the row of [`SOURCE_LANGUAGES`](polywire_front::source::SOURCE_LANGUAGES).
//! The compiler's warnings are reported, too.

mod config;
mod levels;
mod members;
mod names;
mod suppression;

pub use config::{Config, config};
pub use levels::{Level, Levels, rule_names};

use polywire_front::source::{Naming, SourceFile, SourceLanguage, source_language};
use polywire_model::{Decl, Model};
use polywire_source::{Code, Diagnostic, FileId, Severity, SourceMap, Span};
use suppression::Suppressions;

/// A rule about declarations, for all languages.
pub struct Rule {
    /// The stable name, in kebab case.
    pub name: &'static str,
    /// What it asks for, in one sentence.
    pub about: &'static str,
    /// False if it is off unless the user turns it on.
    pub is_default: bool,
    check: fn(&Checked<'_>) -> Vec<Diagnostic>,
}

/// The rules about declarations.
pub const RULES: &[Rule] = &[
    Rule {
        name: "type-name",
        about: "structs, enums and services are named in the case of the style guide",
        is_default: true,
        check: names::types,
    },
    Rule {
        name: "member-name",
        about: "fields and oneofs are named in the case of the style guide",
        is_default: true,
        check: names::members,
    },
    Rule {
        name: "enum-value-name",
        about: "values of enums are named in the case of the style guide",
        is_default: true,
        check: names::enum_values,
    },
    Rule {
        name: "enum-value-prefix",
        about: "names of enum values begin with the name of the enum, where all enums of a package share one scope",
        is_default: true,
        check: names::enum_value_prefixes,
    },
    Rule {
        name: "enum-zero-value",
        about: "the value 0 of an open enum stands for no value, as in `SIDE_UNSPECIFIED`",
        is_default: true,
        check: names::zero_values,
    },
    Rule {
        name: "method-name",
        about: "methods are named in the case of the style guide",
        is_default: true,
        check: names::methods,
    },
    Rule {
        name: "similar-names",
        about: "the names of members differ in more than case and underscores",
        is_default: true,
        check: members::similar_names,
    },
    Rule {
        name: "missing-comment",
        about: "types, members, enum values, services and methods have a comment",
        is_default: false,
        check: members::missing_comments,
    },
];

/// A schema file to check.
struct Checked<'a> {
    model: &'a Model,
    sources: &'a SourceMap,
    file: FileId,
    naming: &'a Naming,
}

impl Checked<'_> {
    /// Returns true if a name is written in the file like this; names made by the front end are not.
    fn is_written(&self, span: Span, name: &str) -> bool {
        span != Span::default() && span.file == self.file && self.sources.text(span) == name
    }

    /// Returns the declarations whose names are written in the file.
    fn decls(&self) -> impl Iterator<Item = &Decl> {
        let is_here = |decl: &&Decl| decl.name.last().is_some_and(|name| self.is_written(decl.span, name));
        self.model.decls.iter().filter(is_here)
    }
}

/// Returns what these files lack, and the warnings of the compiler about them. The files are named as in `sources`; `name`
/// returns the name under which others import a file.
pub fn lint(
    model: &Model,
    (sources, warnings): (&SourceMap, &[Diagnostic]),
    levels: &Levels,
    files: &[(FileId, String)],
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (file, import_name) in files {
        let Some(language) = source_language(sources.name(*file)) else { continue };
        let suppressions = Suppressions::of(sources.bytes(*file), *file, language);
        let mut here = in_file(model, (sources, warnings), levels, (*file, import_name, language));
        here.retain(|it| !suppressions.contain(it));
        found.extend(suppressions.unknown());
        found.extend(here);
    }
    found.retain_mut(|it| match levels.of(it.code.0) {
        Level::Allow => false,
        Level::Warn => {
            it.severity = Severity::Warning;
            true
        }
        Level::Deny => {
            it.severity = Severity::Error;
            true
        }
    });
    let place = |it: &Diagnostic| it.labels.first().map(|label| (label.span.file, label.span.start));
    found.sort_by_key(place);
    // What is written once can be in the model several times, such as a parameter of a request and a reply.
    found.dedup_by(|one, other| one.code == other.code && place(one).is_some() && place(one) == place(other));
    found
}

fn in_file(
    model: &Model,
    (sources, warnings): (&SourceMap, &[Diagnostic]),
    levels: &Levels,
    (file, name, language): (FileId, &str, &SourceLanguage),
) -> Vec<Diagnostic> {
    let is_here = |it: &&Diagnostic| it.labels.first().is_some_and(|label| label.span.file == file);
    let mut found: Vec<Diagnostic> = warnings.iter().filter(is_here).cloned().collect();
    let is_on = |rule: &str| levels.of(rule) != Level::Allow;
    let checked = Checked { model, sources, file, naming: &language.naming };
    for rule in RULES.iter().filter(|rule| is_on(rule.name)) {
        found.extend((rule.check)(&checked));
    }
    let text = SourceFile { name, file, bytes: sources.bytes(file) };
    for rule in language.rules.iter().filter(|rule| is_on(rule.name)) {
        found.extend((rule.check)(&text));
    }
    found
}

/// Returns a problem that a rule found; its severity follows from the level of the rule.
fn finding(rule: &'static str, message: String, span: Span) -> Diagnostic {
    Diagnostic::warning(Code(rule), message).at(span, "")
}
