//! Declarations to a model.

mod built_in;
mod enumeration;
mod recursion;
mod structure;
mod ty;

use super::codes;
use super::tree::{File, TypeDecl, TypeKind, Word};
use polywire_model::{Decl, DeclId, DeclKind, Model, Struct};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::HashMap;

/// Builds the model of files. After an error, which is reported, it is incomplete.
pub(super) fn to_model(files: &[File], diagnostics: &mut Diagnostics) -> Model {
    let mut maker =
        Maker { files, model: Model::default(), declared: HashMap::new(), built_in: HashMap::new(), diagnostics };
    maker.declare();
    maker.define_structs();
    maker.check_containment();
    // As generators of Go write MessagePack: nil for a pointer, the sign of the type for integers.
    maker.model.options.msgpack.keeps_sign = true;
    maker.model.options.msgpack.writes_absent = true;
    maker.model
}

/// A type of a file.
#[derive(Clone, Copy)]
struct Declared<'a> {
    file: &'a File,
    decl: &'a TypeDecl,
    /// Structs, and integers with named numbers; other types are only other names.
    id: Option<DeclId>,
}

struct Maker<'a, 'd> {
    files: &'a [File],
    model: Model,
    /// By package and name: `package.Name`.
    declared: HashMap<String, Declared<'a>>,
    /// Go's own types that are structs here.
    built_in: HashMap<&'static str, DeclId>,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Maker<'a, '_> {
    fn declare(&mut self) {
        let files = self.files;
        for file in files {
            self.model.imports.insert(file.path.clone(), Vec::new());
            for decl in &file.types {
                self.declare_type(file, decl);
            }
        }
        if let (Some(first), true) = (files.first(), files.iter().all(|file| file.types.is_empty())) {
            let problem = Diagnostic::error(codes::NO_STRUCTS, format!("{} declares no types", first.path));
            self.diagnostics.push(problem.help("declare a struct: `type Name struct { … }`"));
        }
        self.check_directives();
    }

    fn declare_type(&mut self, file: &'a File, decl: &'a TypeDecl) {
        let path = path(file, &decl.name.text);
        if let Some(first) = self.declared.get(&path) {
            let message = format!("there are two types called `{}`", decl.name.text);
            let problem = Diagnostic::error(codes::DUPLICATE_NAME, message).at(decl.name.span, "");
            let problem = problem.related(first.decl.name.span, "first declared here");
            self.diagnostics.push(problem.help("rename or remove one of them"));
            return;
        }
        let kind = match &decl.ty.kind {
            TypeKind::Struct(_) if !file.ignores(decl) => Some(DeclKind::Struct(Struct::default())),
            _ => enumeration::enumeration(file, decl).map(DeclKind::Enum),
        };
        let id = kind.map(|kind| self.add(file, vec![decl.name.text.clone()], &decl.name, &decl.doc, kind));
        self.declared.insert(path, Declared { file, decl, id });
    }

    fn add(&mut self, file: &File, name: Vec<String>, word: &Word, doc: &str, kind: DeclKind) -> DeclId {
        self.model.add(Decl {
            file: file.path.clone(),
            module: vec![file.package.text.clone()],
            name,
            doc: doc.to_owned(),
            deprecated: is_deprecated(doc),
            span: word.span,
            kind,
        })
    }

    /// Directives name types of their file.
    fn check_directives(&mut self) {
        for file in self.files {
            for name in file.ignored.iter().chain(&file.tuples) {
                if !self.declared.contains_key(&path(file, &name.text)) {
                    let message = format!("there is no type `{}`", name.text);
                    self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_NAME, message).at(name.span, ""));
                }
            }
        }
    }
}

/// Go deprecates by a line of the comment.
fn is_deprecated(doc: &str) -> bool {
    doc.lines().any(|line| line.starts_with("Deprecated:"))
}

fn path(file: &File, name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { format!("{}.{name}", file.package.text) }
}
