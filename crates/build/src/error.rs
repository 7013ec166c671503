use polywire::problem::Problem;
use std::fmt::{self, Debug, Display};
use std::path::Path;

/// The reason why nothing was generated: errors in schemas with `file:line:column` and the source lines, or another
/// message.
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub(crate) fn file(path: &Path, error: &std::io::Error) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self(problem.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The same text: Rust prints an error that `main` returns in this form.
impl Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
