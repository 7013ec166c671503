//! Names (Avro 1.12 specification, "Names").

use crate::avro::codes;
use crate::avro::tree::FullName;
use polywire_source::{Diagnostic, Diagnostics, Span};

/// Returns a full name: one with a dot has its own namespace.
pub(in crate::avro) fn split(name: &str, namespace: &str, span: Span) -> FullName {
    let (namespace, name) = name.rsplit_once('.').unwrap_or((namespace, name));
    FullName { namespace: namespace.to_owned(), name: name.to_owned(), span }
}

/// Checks a name without a namespace. Letters outside of ASCII are allowed, as in Avro for Java.
pub(in crate::avro) fn check_name(what: &str, name: &str, span: Span, diagnostics: &mut Diagnostics) {
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if !begins || !chars.all(|it| it.is_alphanumeric() || it == '_') {
        let message = match name {
            "" => format!("{what} has no name"),
            name => format!("`{name}` cannot be the name of {what}"),
        };
        let problem = Diagnostic::error(codes::NAME, message).at(span, "");
        diagnostics.push(problem.help("names have letters, digits and underscores, and do not begin with a digit"));
    } else if !name.is_ascii() {
        let message = format!("`{name}` has letters that the specification does not allow in names");
        let problem = Diagnostic::warning(codes::NAME, message).at(span, "");
        diagnostics.push(problem.help("not all implementations of Avro can read the schema; use A to Z, 0 to 9 and _"));
    }
}

/// Checks a namespace: names with dots between them.
pub(in crate::avro) fn check_namespace(namespace: &str, span: Span, diagnostics: &mut Diagnostics) {
    if !namespace.is_empty() {
        namespace.split('.').for_each(|part| check_name("a part of a namespace", part, span, diagnostics));
    }
}
