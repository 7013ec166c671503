use polywire_source::{FileId, SourceMap};
use std::fmt;

/// Loads a file by the path in an import, or by the path that the caller requested.
pub type Loader<'a> = dyn Fn(&str) -> Result<LoadedFile, LoadError> + 'a;

/// A schema file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFile {
    /// The name used in diagnostics, usually the path at which the file was found.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl LoadedFile {
    /// Adds the file to the sources.
    pub(crate) fn add_to(self, sources: &mut SourceMap) -> Result<FileId, LoadError> {
        sources.add(self.name, self.bytes).map_err(|too_long| LoadError::Unreadable(too_long.to_string()))
    }
}

/// The reason why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// There is no such file on the search path.
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
