use polywire_source::Span;

/// A part of a schema that a format cannot hold, or that its lowering does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where the schema says it.
    pub span: Span,
    /// Dotted name of the type and field.
    pub path: String,
    /// What is not possible.
    pub message: String,
    /// What to do instead.
    pub help: String,
}

/// One thing that a format cannot hold, or that its lowering does not support. Each format lists its own in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// What is not possible.
    pub message: &'static str,
    /// What to do instead.
    pub help: &'static str,
}

impl Gap {
    /// The gap, met at a place in a schema.
    pub fn at(self, span: Span, path: String) -> Unsupported {
        Unsupported { span, path, message: self.message.to_owned(), help: self.help.to_owned() }
    }
}
