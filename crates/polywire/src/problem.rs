//! Errors returned to the caller.

use polywire_source::{Diagnostic, SourceMap, closest};

/// The reason why a request failed.
#[derive(Debug)]
pub enum Problem {
    /// The arguments are invalid.
    Usage(String),
    /// The schema, or a file that belongs to it, has this error.
    Input(String),
    /// The schema, or files that belong to it, have these errors, which refer to these sources.
    Diagnostics(Vec<Diagnostic>, Box<SourceMap>),
}

impl Problem {
    /// Returns errors that refer to sources.
    pub fn diagnostics(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Self {
        Self::Diagnostics(diagnostics, Box::new(sources))
    }
}

/// Suggests a known name for one that is unknown.
pub(crate) fn suggestion(name: &str, known: &[impl AsRef<str>]) -> String {
    let known = known.iter().map(AsRef::as_ref);
    match closest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}
