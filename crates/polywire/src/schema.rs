//! Schemas in any language to models.

pub use polywire_front::proto::descriptor::{DescriptorSet, File};
pub use polywire_front::proto::{
    Extensions, Printed, ReadError, SourceOptions, print_proto, read_descriptor_set, write_descriptor_set,
};

use polywire_front::Loader;
use polywire_front::proto::{self, Compilation};
use polywire_lower::Unsupported;
use polywire_model::{Decl, DeclKind, Method, Model};
use polywire_source::{Code, Diagnostic, Diagnostics, SourceMap};

/// A schema language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Protocol Buffers (`.proto`).
    Proto,
    /// Protocol Buffers, compiled: a serialized `FileDescriptorSet` (`.fds`, `.desc`, `.pb`, `.binpb`, `.protoset`).
    DescriptorSet,
}

const DESCRIPTOR_SETS: [&str; 5] = ["fds", "desc", "pb", "binpb", "protoset"];

impl Language {
    /// The language of a file, by the end of its name.
    pub fn of_path(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "proto" => Some(Self::Proto),
            end if DESCRIPTOR_SETS.contains(&end) => Some(Self::DescriptorSet),
            _ => None,
        }
    }
}

/// What came of a schema.
#[derive(Debug)]
pub struct Compiled {
    /// All types, those of imported files included; `None` after an error.
    pub model: Option<Model>,
    /// The files as descriptors, imported ones first; `None` after an error.
    pub descriptors: Option<DescriptorSet>,
    /// The files, to render diagnostics.
    pub sources: SourceMap,
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a schema and all that it imports.
pub fn compile(language: Language, path: &str, loader: &Loader<'_>) -> Compiled {
    compile_with(language, path, loader, Extensions::default())
}

/// The same, as the caller chooses.
pub fn compile_with(language: Language, path: &str, loader: &Loader<'_>, extensions: Extensions) -> Compiled {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let compiled = match language {
        Language::Proto => proto::compile_with(path, loader, extensions, &mut sources, &mut diagnostics),
        Language::DescriptorSet => compile_set(path, loader, extensions, &mut diagnostics),
    };
    let (model, descriptors) = compiled.map(|it| (it.model, it.descriptors)).unzip();
    Compiled { model, descriptors, sources, diagnostics: diagnostics.into_sorted() }
}

fn compile_set(
    path: &str,
    loader: &Loader<'_>,
    extensions: Extensions,
    diagnostics: &mut Diagnostics,
) -> Option<Compilation> {
    let mut report = |name: &str, error: String| {
        diagnostics.push(Diagnostic::error(Code("unreadable-file"), format!("{name}: {error}")));
    };
    let file = loader(path).map_err(|error| report(path, error.to_string())).ok()?;
    let set = read_descriptor_set(&file.bytes).map_err(|error| report(&file.name, error.to_string())).ok()?;
    proto::compile_descriptors_with(set, extensions, diagnostics)
}

/// What a model declares, one line each: structs, enums, unions and the methods of services, by their dotted names.
pub fn listing(model: &Model) -> String {
    let decls = model.decls.iter().filter(|decl| !is_entry(decl));
    let decls = decls.map(|decl| format!("{} {}\n", kind(decl), decl.path()));
    let methods = model.services.iter().flat_map(|service| {
        let path = service.module.iter().chain([&service.name]).map(String::as_str).collect::<Vec<_>>().join(".");
        service.methods.iter().map(move |method| method_line(model, &path, method))
    });
    decls.chain(methods).collect()
}

/// Whether a declaration is only the entry of a map, which no message is of.
fn is_entry(decl: &Decl) -> bool {
    matches!(&decl.kind, DeclKind::Struct(it) if it.is_entry)
}

fn kind(decl: &Decl) -> &'static str {
    match decl.kind {
        DeclKind::Struct(_) => "struct",
        DeclKind::Enum(_) => "enum",
        DeclKind::Union(_) => "union",
    }
}

fn method_line(model: &Model, service: &str, method: &Method) -> String {
    let side = |streams: bool, id| format!("{}{}", if streams { "stream of " } else { "" }, model.decl(id).path());
    let (input, output) = (side(method.streams_input, method.input), side(method.streams_output, method.output));
    format!("method {service}.{}: {input} -> {output}\n", method.name)
}

/// Dotted names of all structs of a model.
pub fn struct_names(model: &Model) -> Vec<String> {
    let structs = model.decls.iter().filter(|decl| matches!(decl.kind, DeclKind::Struct(_)) && !is_entry(decl));
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
