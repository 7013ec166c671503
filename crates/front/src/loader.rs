use std::fmt;

/// Gives the file that a schema names in an import, or that the caller names as the first.
pub type Loader<'a> = dyn Fn(&str) -> Result<LoadedFile, LoadError> + 'a;

/// A schema file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFile {
    /// By which diagnostics call it, usually the path at which it was found.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// Why a file cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such file at any place that was searched.
    NotFound,
    /// The file exists but cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("the file was not found"),
            Self::Unreadable(reason) => write!(f, "the file cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for LoadError {}
