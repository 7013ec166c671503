use polywire_source::Span;

/// A part of a schema that a format, or its lowering, does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Its span in the schema.
    pub span: Span,
    /// Dotted name of the type and field.
    pub path: String,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub help: String,
}

/// A feature that a format, or its lowering, does not support. Each format lists its own in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnsupportedFeature {
    /// The problem.
    pub message: &'static str,
    /// The remedy.
    pub help: &'static str,
}

impl UnsupportedFeature {
    /// Reports the feature at a place in a schema.
    pub fn at(self, span: Span, path: String) -> Unsupported {
        Unsupported { span, path, message: self.message.to_owned(), help: self.help.to_owned() }
    }
}
