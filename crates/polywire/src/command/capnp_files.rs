//! `.capnp` files: imports are relative to the file in which they stand, or searched in folders if they begin with `/`.

use super::args::Imports;
use super::failure::Failure;
use super::model::{read, search};
use polywire::schema::{Compiled, compile_capnp_files};
use polywire::{LoadError, LoadedFile};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Where the standard files are installed, as the official compiler searches them.
const STANDARD_FOLDERS: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// Compiles files and all that they import; yields the files that were read, too.
pub(super) fn compile(paths: &[PathBuf], imports: &Imports) -> Result<(Compiled, Vec<PathBuf>), Failure> {
    if let Some(path) = paths.iter().find(|path| read(path) == Err(LoadError::NotFound)) {
        return Err(Failure::reading(path, &std::io::ErrorKind::NotFound.into()));
    }
    let folders: Vec<PathBuf> = imports.folders.iter().cloned().chain(STANDARD_FOLDERS.map(PathBuf::from)).collect();
    let is_absolute = paths.iter().any(|path| path.is_absolute());
    let opened = RefCell::new(Vec::new());
    let loader = |import: &str| {
        let found = load(import, &folders, is_absolute);
        opened.borrow_mut().extend(found.iter().map(|file| PathBuf::from(&file.name)));
        found
    };
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let compiled = compile_capnp_files(&names, &loader);
    Ok((compiled, opened.into_inner()))
}

/// What begins with `/` is in one of the folders, or beside a schema that was named by such a path itself.
fn load(import: &str, folders: &[PathBuf], is_absolute: bool) -> Result<LoadedFile, LoadError> {
    match import.strip_prefix('/') {
        None => read(Path::new(import)),
        Some(below) => match search(folders, below) {
            Err(LoadError::NotFound) if is_absolute => read(Path::new(import)),
            found => found,
        },
    }
}
