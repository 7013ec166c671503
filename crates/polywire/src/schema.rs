//! Schemas in any language to models.

use polywire_front::{Loader, proto};
use polywire_lower::Unsupported;
use polywire_model::{DeclKind, Model};
use polywire_source::{Code, Diagnostic, Diagnostics, SourceMap};

/// A schema language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Protocol Buffers (`.proto`).
    Proto,
}

impl Language {
    /// The language of a file, by the end of its name.
    pub fn of_path(path: &str) -> Option<Self> {
        path.ends_with(".proto").then_some(Self::Proto)
    }
}

/// What came of a schema.
#[derive(Debug)]
pub struct Compiled {
    /// All types, those of imported files included; `None` after an error.
    pub model: Option<Model>,
    /// The files, to render diagnostics.
    pub sources: SourceMap,
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a schema and all that it imports.
pub fn compile(language: Language, path: &str, loader: &Loader<'_>) -> Compiled {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let model = match language {
        Language::Proto => proto::compile(path, loader, &mut sources, &mut diagnostics).map(|it| it.model),
    };
    Compiled { model, sources, diagnostics: diagnostics.into_sorted() }
}

/// Dotted names of all structs of a model.
pub fn struct_names(model: &Model) -> Vec<String> {
    let structs = model.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Struct(_)));
    structs.map(polywire_model::Decl::path).collect()
}

/// What a format cannot hold, as diagnostics at the places in the schema.
pub fn unsupported(format: &str, found: &[Unsupported]) -> Vec<Diagnostic> {
    let diagnostic = |it: &Unsupported| {
        Diagnostic::error(Code("unsupported-by-format"), format!("{format} cannot hold `{}`: {}", it.path, it.message))
            .at(it.span, "")
            .help(it.help.as_str())
    };
    found.iter().map(diagnostic).collect()
}
