//! What the official compiler refuses in schemas whose names are resolved.

mod attribute;
mod clash;
mod enumeration;
mod field;
mod ids;
mod layout;
mod reference;

use super::schema::Schema;
pub(super) use layout::layout;
use polywire_source::{Code, Diagnostic, Diagnostics, Span};

/// Checks a schema, and lays out its structs.
pub(super) fn check(schema: &mut Schema, diagnostics: &mut Diagnostics) {
    layout(schema, diagnostics);
    let mut checker = Checker { schema, diagnostics };
    for object in &schema.objects {
        checker.fields(object);
        checker.ids(object);
        checker.clashes(object);
    }
    schema.enums.iter().for_each(|it| checker.enumeration(it));
    schema.services.iter().for_each(|it| checker.service(it));
    checker.roots();
}

struct Checker<'a> {
    schema: &'a Schema,
    diagnostics: &'a mut Diagnostics,
}

impl Checker<'_> {
    fn error(&mut self, code: Code, message: impl Into<String>, span: Span, help: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
    }
}
