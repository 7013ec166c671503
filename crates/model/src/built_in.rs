//! Declarations of built-in modules.

use crate::{Decl, DeclKind, Field, Model, Presence, Type};
use polywire_source::Span;

/// Declares a type of a built-in module, which stands in a file of that name.
pub(crate) fn declare(
    model: &mut Model,
    (file, module): (&str, &str),
    (name, doc): (&str, &str),
    kind: DeclKind,
) -> Type {
    Type::Named(model.add(Decl {
        file: file.to_owned(),
        module: vec![module.to_owned()],
        name: vec![name.to_owned()],
        doc: doc.to_owned(),
        deprecated: false,
        span: Span::default(),
        kind,
    }))
}

/// A field that may be absent.
pub(crate) fn optional(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, ty) }
}

/// A field with documentation.
pub(crate) fn documented(field: Field, doc: &str) -> Field {
    Field { doc: doc.to_owned(), ..field }
}

/// Returns the first declaration of a schema in one of these modules.
pub(crate) fn clash<'m>(schema: &'m Model, modules: &[&str]) -> Option<&'m Decl> {
    let is_own = |decl: &&Decl| modules.iter().any(|own| decl.module.first().is_some_and(|it| it == *own));
    schema.decls.iter().find(is_own)
}
