use crate::DeclId;
use crate::attr::{MethodAttrs, ServiceAttrs};
use polywire_source::Span;

/// A service: methods by name.
#[derive(Clone, Debug)]
pub struct Service {
    /// Name of the schema file, as others import it.
    pub file: String,
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
    /// Facts for single formats.
    pub attrs: ServiceAttrs,
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
    /// Facts for single formats.
    pub attrs: MethodAttrs,
    /// The name in the schema text.
    pub span: Span,
}

impl Service {
    /// The dotted full name.
    pub fn path(&self) -> String {
        let parts: Vec<&str> = self.module.iter().chain([&self.name]).map(String::as_str).collect();
        parts.join(".")
    }
}

impl Method {
    /// Returns true if one struct goes in and one comes out.
    pub fn is_unary(&self) -> bool {
        !self.streams_input && !self.streams_output
    }
}
