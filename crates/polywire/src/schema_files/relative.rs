//! Languages whose imports are relative to the importing file, or searched in the import folders if they begin with
//! `/`: `.capnp`, and `.fbs`, `.idl`, `.h`, `.xsd` and Avro, whose front ends ask for an import in both ways.

use super::roots::{folders, search};
use super::{FileSystem, Imports, read};
use crate::problem::Problem;
use crate::schema::{Compiled, Language};
use polywire_front::{LoadError, LoadedFile, Loader};
use polywire_model::Model;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Compiles files by their paths.
pub(super) type Compile<'c> = dyn Fn(&[&str], &Loader<'_>) -> Compiled + 'c;

/// Where the official compiler of Cap'n Proto searches for the standard files.
const STANDARD_FOLDERS: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// Compiles files and all that they import; also returns the files that were read.
pub(super) fn compile(
    language: Language,
    compile: &Compile<'_>,
    paths: &[PathBuf],
    imports: &Imports,
    system: FileSystem<'_>,
) -> Result<(Compiled, Vec<PathBuf>), Problem> {
    if let Some(path) = paths.iter().find(|path| read(path, system) == Err(LoadError::NotFound)) {
        return Err(Problem::File(path.clone(), io::ErrorKind::NotFound.into()));
    }
    let standard = STANDARD_FOLDERS.map(PathBuf::from).into_iter().filter(|_| language == Language::Capnp);
    let searched: Vec<PathBuf> = imports.folders.iter().cloned().chain(standard).collect();
    let is_absolute = paths.iter().chain(&imports.catalogs).any(|path| path.is_absolute());
    let opened = RefCell::new(Vec::new());
    let loader = |import: &str| {
        let found = load(import, &searched, is_absolute, system);
        opened.borrow_mut().extend(found.iter().map(|file| PathBuf::from(&file.name)));
        found
    };
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut compiled = compile(&names, &loader);
    if let Some(model) = &mut compiled.model {
        let roots: Vec<String> = folders(paths, imports).iter().map(|folder| prefix(folder)).collect();
        name_files(model, &roots);
        compiled.typedefs.iter_mut().for_each(|decl| decl.file = short_name(&decl.file, &roots));
    }
    Ok((compiled, opened.into_inner()))
}

/// Returns the paths of the files with declarations, by name: the shortest path that ends with the name.
pub(super) fn paths(compiled: &Compiled, read: &[PathBuf]) -> BTreeMap<String, PathBuf> {
    let decls = compiled.model.iter().flat_map(|model| &model.decls);
    let path =
        |name: &String| read.iter().filter(|path| path.ends_with(name)).min_by_key(|path| path.as_os_str().len());
    decls.filter_map(|decl| Some((decl.file.clone(), path(&decl.file)?.clone()))).collect()
}

/// Names generated files by the schema's path relative to an import folder, or else to the folder of the schema.
fn name_files(model: &mut Model, roots: &[String]) {
    let short = |name: &str| short_name(name, roots);
    model.decls.iter_mut().for_each(|decl| decl.file = short(&decl.file));
    model.services.iter_mut().for_each(|service| service.file = short(&service.file));
    let files = std::mem::take(&mut model.flatbuffers_files).into_iter();
    model.flatbuffers_files = files.map(|(name, file)| (short(&name), file)).collect();
    let imports = std::mem::take(&mut model.imports).into_iter();
    let short_all = |names: Vec<String>| names.iter().map(|name| short(name)).collect();
    model.imports = imports.map(|(name, imported)| (short(&name), short_all(imported))).collect();
}

fn short_name(name: &str, roots: &[String]) -> String {
    roots.iter().find_map(|root| name.strip_prefix(root)).unwrap_or(name).to_owned()
}

/// Returns a folder as a prefix of paths.
fn prefix(folder: &Path) -> String {
    let parts = folder.components().filter(|part| matches!(part, Component::Normal(_)));
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned() + "/").collect()
}

/// Resolves an import. A path that begins with `/` is searched in the import folders, or relative to an importing file
/// that was found in this way.
fn load(import: &str, folders: &[PathBuf], is_absolute: bool, system: FileSystem<'_>) -> Result<LoadedFile, LoadError> {
    match import.strip_prefix('/') {
        None => read(Path::new(import), system),
        Some(below) => match search(folders, below, system) {
            Err(LoadError::NotFound) if is_absolute => read(Path::new(import), system),
            found => found,
        },
    }
}
