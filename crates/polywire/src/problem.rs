//! Why nothing comes of what a caller asks for.

use polywire_source::{Diagnostic, SourceMap, closest};

/// Why nothing comes of what a caller asks for.
#[derive(Debug)]
pub enum Problem {
    /// The arguments do not make sense.
    Usage(String),
    /// The schema, or what goes with it, has this error.
    Input(String),
    /// The schema, or what goes with it, has these errors, which point into these files.
    Diagnostics(Vec<Diagnostic>, Box<SourceMap>),
}

impl Problem {
    /// Errors that point into files.
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
