use polywire_source::{Diagnostic, FileId};

/// A lint rule that only one language has.
pub struct SourceRule {
    /// The stable name, in kebab case.
    pub name: &'static str,
    /// What it asks for, in one sentence.
    pub about: &'static str,
    /// False if it is off unless the user turns it on.
    pub is_default: bool,
    /// Returns what breaks it in a file that compiles; the code of each diagnostic is the rule's name.
    pub check: fn(&SourceFile<'_>) -> Vec<Diagnostic>,
}

/// The text of a schema file.
#[derive(Clone, Copy)]
pub struct SourceFile<'a> {
    /// The name under which others import it.
    pub name: &'a str,
    /// The file that diagnostics refer to.
    pub file: FileId,
    /// Its contents.
    pub bytes: &'a [u8],
}
