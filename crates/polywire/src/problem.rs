//! Errors returned to the caller.

use polywire_source::{Diagnostic, Severity, SourceMap, Style, closest, render};
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

/// The reason why a request failed.
#[derive(Debug)]
pub enum Problem {
    /// The arguments are invalid.
    Usage(String),
    /// The schema, or a file that belongs to it, has this error.
    Input(String),
    /// A file cannot be read.
    File(PathBuf, io::Error),
    /// The schema, or files that belong to it, have these errors, which refer to these sources.
    Diagnostics(Vec<Diagnostic>, Box<SourceMap>),
}

impl Problem {
    /// Returns errors that refer to sources.
    pub fn diagnostics(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Self {
        Self::Diagnostics(diagnostics, Box::new(sources))
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Input(message) => f.write_str(message),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Diagnostics(diagnostics, sources) => f.write_str(&errors(diagnostics, sources)),
        }
    }
}

impl std::error::Error for Problem {}

/// Renders the errors among diagnostics.
pub(crate) fn errors(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| render(sources, it, Style::Plain)).collect::<Vec<_>>().join("\n")
}

/// Suggests a known name for one that is unknown.
pub(crate) fn suggestion(name: &str, known: &[impl AsRef<str>]) -> String {
    let known = known.iter().map(AsRef::as_ref);
    match closest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
