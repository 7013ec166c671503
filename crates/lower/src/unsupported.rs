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
