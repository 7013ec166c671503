use crate::DeclId;
use polywire_source::Span;

/// What a program offers to others: methods by name.
#[derive(Clone, Debug)]
pub struct Service {
    /// The modules around the declaration, outermost first.
    pub module: Vec<String>,
    /// Name as in the schema.
    pub name: String,
    /// Methods in declaration order.
    pub methods: Vec<Method>,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// Marked as no longer to be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
}

/// A method of a service: a struct goes in, a struct comes out.
#[derive(Clone, Debug)]
pub struct Method {
    /// Name as in the schema.
    pub name: String,
    /// The struct that goes in.
    pub input: DeclId,
    /// The struct that comes out.
    pub output: DeclId,
    /// Any number of structs go in, one after the other.
    pub streams_input: bool,
    /// Any number of structs come out, one after the other.
    pub streams_output: bool,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// Marked as no longer to be used.
    pub deprecated: bool,
    /// The name in the schema text.
    pub span: Span,
}
