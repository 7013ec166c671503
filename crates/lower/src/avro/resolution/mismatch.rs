use std::fmt;

/// A difference of schemas that keeps a reader from reading messages of a writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The names of the members around it, with dots between them; empty for the message itself.
    pub path: String,
    /// The writer's type: its full name or kind.
    pub writer: String,
    /// The reader's type.
    pub reader: String,
    /// What does not match.
    pub reason: Reason,
}

/// What does not match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The kinds of types.
    Kind,
    /// The names of types.
    Name,
    /// The sizes of fixed types.
    Size,
    /// The writer lacks a field that has no default.
    MissingField(String),
    /// The reader lacks symbols and has no default.
    MissingSymbols(Vec<String>),
    /// No branch of the reader's union fits.
    NoBranch,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        let Self { writer, reader, .. } = self;
        match &self.reason {
            Reason::Kind => write!(f, "the writer's {writer} cannot be read as {reader}"),
            Reason::Name => {
                write!(f, "the writer's type is {writer}, which is no name or alias of the reader's {reader}")
            }
            Reason::Size => write!(f, "the writer's {writer} has another size than the reader's {reader}"),
            Reason::MissingField(name) => {
                write!(
                    f,
                    "the writer's {writer} lacks the field `{name}` of the reader's {reader}, which has no default"
                )
            }
            Reason::MissingSymbols(symbols) => {
                write!(f, "the reader's {reader} lacks symbols of the writer's {writer}: {}", symbols.join(", "))
            }
            Reason::NoBranch => write!(f, "no branch of the reader's union fits the writer's {writer}"),
        }
    }
}
