use crate::DeclId;
use crate::attr::{MethodAttrs, ServiceAttrs};
use polywire_source::Span;

/// A service with named methods.
#[derive(Clone, Debug)]
pub struct Service {
    /// The schema file, by the name under which others import it.
    pub file: String,
    /// The enclosing modules, outermost first.
    pub module: Vec<String>,
    /// Name as in the schema.
    pub name: String,
    /// Methods in declaration order.
    pub methods: Vec<Method>,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// Facts for single formats.
    pub attrs: ServiceAttrs,
    /// The name in the schema text.
    pub span: Span,
}

/// A method of a service, from one struct to another.
#[derive(Clone, Debug)]
pub struct Method {
    /// Name as in the schema.
    pub name: String,
    /// The struct it takes.
    pub input: DeclId,
    /// The struct it returns.
    pub output: DeclId,
    /// It takes a stream of structs.
    pub streams_input: bool,
    /// It returns a stream of structs.
    pub streams_output: bool,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// Facts for single formats.
    pub attrs: MethodAttrs,
    /// The name in the schema text.
    pub span: Span,
}

impl Service {
    /// Returns the dotted full name.
    pub fn path(&self) -> String {
        let parts: Vec<&str> = self.module.iter().chain([&self.name]).map(String::as_str).collect();
        parts.join(".")
    }
}

impl Method {
    /// Returns true if neither side is a stream.
    pub fn is_unary(&self) -> bool {
        !self.streams_input && !self.streams_output
    }
}
