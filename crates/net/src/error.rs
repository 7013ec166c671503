use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no connection, or no exchange on it.
#[derive(Debug)]
pub enum Error {
    /// What the user named is no address.
    Target(String),
    /// A file cannot be read, or does not have what it should.
    File(PathBuf, String),
    /// The other side cannot be reached.
    Unreachable {
        /// Its address.
        to: String,
        /// The cause.
        why: String,
    },
    /// Nobody can be served at an address.
    Listen(String, io::Error),
    /// The head of a request or response is not possible in HTTP.
    Head(String),
    /// The machine does not give what is needed.
    System(io::Error),
}

impl Error {
    pub(crate) fn unreachable(to: impl Display, why: impl Display) -> Self {
        Self::Unreachable { to: to.to_string(), why: why.to_string() }
    }

    pub(crate) fn file(path: &Path, why: impl Display) -> Self {
        Self::File(path.to_owned(), why.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(message) | Self::Head(message) => f.write_str(message),
            Self::File(path, why) => write!(f, "{}: {why}", path.display()),
            Self::Unreachable { to, why } => write!(f, "no connection to {to}: {why}"),
            Self::Listen(at, why) => write!(f, "cannot listen at {at}: {why}"),
            Self::System(error) => error.fmt(f),
        }
    }
}

/// Returns a message with all its causes.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(it) = cause {
        let more = it.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = it.source();
    }
    text
}

impl std::error::Error for Error {}
