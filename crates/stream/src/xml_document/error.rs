use std::fmt;

/// Longer names are cut in messages.
const LONGEST_NAME: usize = 60;

/// Why a document cannot be transformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// Where, in bytes. For what is wrong in an entity, the reference to it.
    pub offset: usize,
    /// What is wrong.
    pub what: String,
}

impl DocumentError {
    pub(super) fn new(offset: usize, what: impl Into<String>) -> Self {
        Self { offset, what: what.into() }
    }
}

/// Returns a name for a message.
pub(super) fn quoted(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("`{}…`", name.get(..end).unwrap_or_default()),
        None => format!("`{name}`"),
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.offset)
    }
}

impl std::error::Error for DocumentError {}
