use polywire_model::Model;
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

/// Declares the unsupported features of a format: the problem, and the remedy.
macro_rules! unsupported_features {
    ($($(#[$doc:meta])* $name:ident: $message:literal, $help:literal;)*) => {
        $(
            $(#[$doc])*
            pub(super) const $name: crate::unsupported::UnsupportedFeature =
                crate::unsupported::UnsupportedFeature { message: $message, help: $help };
        )*
    };
}

pub(crate) use unsupported_features;

unsupported_features! {
    /// Of a format without codecs for types.
    WITHOUT_SCHEMA: "the format is read and written without a schema only",
        "leave out the schema, or convert the message to JSON first";
    /// A format whose types are built in.
    OTHER_TYPES: "the format has messages of its own types only", "leave out the schema";
}

/// Returns the problem of a model without the built-in type of messages.
pub(crate) fn without(model: &Model, message: &str) -> Vec<Unsupported> {
    let problem = || OTHER_TYPES.at(Span::default(), message.to_owned());
    if model.find(message).is_some() { Vec::new() } else { vec![problem()] }
}

/// Fails if a format does not support parts of a model.
pub(crate) fn none_of(unsupported: Vec<Unsupported>) -> Result<(), Vec<Unsupported>> {
    if unsupported.is_empty() { Ok(()) } else { Err(unsupported) }
}
