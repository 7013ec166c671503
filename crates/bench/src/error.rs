use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Reasons why a measurement fails.
#[derive(Debug)]
pub enum Error {
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// A program is missing or fails.
    Tool(String),
    /// A measured subject fails.
    Subject {
        /// Its name.
        name: String,
        /// Its message.
        message: String,
    },
}

impl Error {
    /// For `map_err`.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File(path.to_owned(), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Tool(message) => f.write_str(message),
            Self::Subject { name, message } => write!(f, "{name}: {}", message.trim_end()),
        }
    }
}

impl std::error::Error for Error {}
