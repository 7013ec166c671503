//! The files into which a model is printed in another schema language: one with all types, or one for each schema file.
//!
//! Design: docs/decisions/0091-derived-files.md

use crate::path::{below, relative};
use polywire_model::{DeclId, Model};
use std::collections::{HashMap, HashSet};

/// A printed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedFile {
    /// Its path, as other files import it.
    pub path: String,
    /// The text.
    pub text: String,
    /// What the text cannot express.
    pub lost: Vec<String>,
}

/// Which file each declaration is printed in.
pub(crate) struct Files {
    pub files: Vec<Target>,
    of_decl: Vec<usize>,
    of_service: Vec<usize>,
}

/// A file to print.
pub(crate) struct Target {
    pub path: String,
    /// The schema file, as declarations name it.
    pub source: String,
    /// The module whose types have their own names in the file; those of other modules get the module's name as a prefix.
    pub home: Vec<String>,
}

/// The file of types that formats add for values of no schema file in particular.
const COMMON: &str = "common";

impl Files {
    /// All declarations in one file, which is at home in the module of a schema file.
    pub fn one(model: &Model, file: &str) -> Self {
        let target = Target { path: file.to_owned(), source: file.to_owned(), home: home(model, file) };
        Self { files: vec![target], of_decl: vec![0; model.decls.len()], of_service: vec![0; model.services.len()] }
    }

    /// A file for each schema file, with another extension.
    pub fn each(model: &Model, extension: &str) -> Self {
        let mut files = Self { files: Vec::new(), of_decl: Vec::new(), of_service: Vec::new() };
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut taken: HashSet<String> = HashSet::new();
        let mut index = |files: &mut Self, source: &str| {
            *known.entry(source.to_owned()).or_insert_with(|| {
                let path = free_path(source, extension, &mut taken);
                files.files.push(Target { path, source: source.to_owned(), home: home(model, source) });
                files.files.len() - 1
            })
        };
        for id in (0..model.decls.len() as u32).map(DeclId) {
            let file = index(&mut files, source(model, id, &mut HashSet::new()));
            files.of_decl.push(file);
        }
        for service in &model.services {
            let file = index(&mut files, &service.file);
            files.of_service.push(file);
        }
        files
    }

    /// Returns the file of a declaration.
    pub fn of(&self, id: DeclId) -> usize {
        self.of_decl.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the file of a service, by its index in the model.
    pub fn of_service(&self, index: usize) -> usize {
        self.of_service.get(index).copied().unwrap_or_default()
    }

    /// Returns the path of a file, seen from another one.
    pub fn relative(&self, from: usize, to: usize) -> String {
        relative(&self.files[from].path, &self.files[to].path)
    }
}

/// Returns the schema file of a declaration; for one that a format added, that of the type which it holds.
fn source<'m>(model: &'m Model, id: DeclId, seen: &mut HashSet<DeclId>) -> &'m str {
    let decl = model.decl(id);
    if !decl.file.is_empty() || !seen.insert(id) {
        return &decl.file;
    }
    decl.held().into_iter().map(|held| source(model, held, seen)).find(|file| !file.is_empty()).unwrap_or_default()
}

fn home(model: &Model, file: &str) -> Vec<String> {
    let types = model.decls.iter().map(|decl| (&decl.file, &decl.module));
    let services = model.services.iter().map(|it| (&it.file, &it.module));
    types.chain(services).find(|(of, _)| *of == file).map(|(_, module)| module.clone()).unwrap_or_default()
}

/// Returns the path of a schema file with another extension, below the folder of all; one that is in use gets underscores.
fn free_path(source: &str, extension: &str, taken: &mut HashSet<String>) -> String {
    let path = below(source);
    let mut stem = match path.rsplit_once('.') {
        _ if path.is_empty() => COMMON.to_owned(),
        Some((stem, end)) if !end.contains('/') && !stem.is_empty() => stem.to_owned(),
        _ => path,
    };
    while !taken.insert(stem.clone()) {
        stem.push('_');
    }
    format!("{stem}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::free_path;
    use std::collections::HashSet;

    #[test]
    fn paths_stay_below_the_folder_and_differ() {
        let mut taken = HashSet::new();
        let paths = ["a/b.capnp", "../a/b.capnp", "/x/c.capnp", "", "common.fbs", "no_extension", "v1.2/d"];
        let paths = paths.map(|path| free_path(path, "proto", &mut taken));
        let expected = [
            "a/b.proto",
            "a/b_.proto",
            "x/c.proto",
            "common.proto",
            "common_.proto",
            "no_extension.proto",
            "v1.2/d.proto",
        ];
        assert_eq!(paths, expected);
    }
}
