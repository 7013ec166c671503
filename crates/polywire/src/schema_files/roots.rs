//! The files that the user names, and the search for those that they import.

use super::{FileSystem, Imports, read};
use crate::problem::Problem;
use polywire_front::{LoadError, LoadedFile};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The files that the user names, and the import folders.
pub(super) struct Roots {
    pub folders: Vec<PathBuf>,
    /// Files by the names under which others import them.
    files: Vec<(String, LoadedFile)>,
}

impl Roots {
    pub fn read(paths: &[PathBuf], imports: &Imports, system: FileSystem<'_>) -> Result<Self, Problem> {
        let mut roots = Self { folders: folders(paths, imports), files: Vec::new() };
        for path in paths {
            let bytes = (system.read)(path).map_err(|error| Problem::File(path.clone(), error))?;
            let name = root_name(path, &roots.folders);
            if let Some(other) = roots.find(&name) {
                let (path, other) = (path.display(), &other.name);
                let message =
                    format!("{other} and {path} have the same name for imports; give a folder above them with -I");
                return Err(Problem::Usage(message));
            }
            roots.files.push((name, LoadedFile { name: path.to_string_lossy().into_owned(), bytes }));
        }
        Ok(roots)
    }

    pub fn find(&self, import: &str) -> Option<&LoadedFile> {
        self.files.iter().find(|(name, _)| name == import).map(|(_, file)| file)
    }

    pub fn paths(&self) -> BTreeMap<String, PathBuf> {
        self.files.iter().map(|(name, file)| (name.clone(), PathBuf::from(&file.name))).collect()
    }

    pub fn names(&self) -> Vec<&str> {
        self.files.iter().map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns the import folders, by default those of the files.
pub(super) fn folders(paths: &[PathBuf], imports: &Imports) -> Vec<PathBuf> {
    if !imports.folders.is_empty() {
        return imports.folders.clone();
    }
    let mut folders = Vec::new();
    for path in paths {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folders.iter().any(|folder| folder == parent) {
            folders.push(parent.to_owned());
        }
    }
    folders
}

/// Returns the name by which other files import this one: its path relative to an import folder.
fn root_name(path: &Path, folders: &[PathBuf]) -> String {
    let below = folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}

/// Reads an imported file from the first folder that has it.
pub(super) fn search(folders: &[PathBuf], import: &str, system: FileSystem<'_>) -> Result<LoadedFile, LoadError> {
    let stays_inside = Path::new(import).components().all(|part| matches!(part, Component::Normal(_)));
    if !stays_inside {
        return Err(LoadError::NotFound);
    }
    let found = folders.iter().map(|folder| read(&folder.join(import), system));
    found.into_iter().find(|file| *file != Err(LoadError::NotFound)).unwrap_or(Err(LoadError::NotFound))
}
